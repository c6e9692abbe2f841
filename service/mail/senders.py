"""How letters leave: over a kept SMTP connection, or into the development mailbox."""

import re
import smtplib
import threading
import time
from collections.abc import Callable
from typing import Protocol

from flask import Flask, current_app

from service.crash_points import reach
from service.mail import reasons, smtp
from service.mail.outcomes import Later, Outcome, Refused, Sent, Unsure
from service.settings import Settings

# After a silent server the sender rests, so that no task waits for it again and again.
REST_SECONDS = 15.0
# A server may think long about a whole text, and a lost answer costs a second copy.
VERDICT_SECONDS = 30.0
GO_ON = 354
CLOSING = 421
PERMANENT = 500
TAKEN = (250, 251)

Faults = (OSError, smtplib.SMTPException)
Reply = tuple[int, bytes]


class Sender(Protocol):
    def hand(self, sender: str, recipient: str, text: bytes) -> Outcome: ...

    def close(self) -> None: ...


class Mailbox:
    """Without a mail server, in development: the letter's own row keeps it."""

    def hand(self, sender: str, recipient: str, text: bytes) -> Outcome:  # noqa: ARG002  # the protocol's
        return Sent()

    def close(self) -> None:
        """There is nothing to let go of."""


class Smtp:
    """One connection a process, kept between letters and made again when it was dropped."""

    def __init__(
        self,
        url: str,
        clock: Callable[[], float] = time.monotonic,
        verdict_seconds: float = VERDICT_SECONDS,
    ) -> None:
        self._url, self._clock, self._verdict_seconds = url, clock, verdict_seconds
        self._server: smtplib.SMTP | None = None
        self._rests_until = 0.0
        self._one_at_a_time = threading.Lock()

    def hand(self, sender: str, recipient: str, text: bytes) -> Outcome:
        with self._one_at_a_time:
            if self._clock() < self._rests_until:
                return Later("the mail server was silent", down=True)
            try:
                return self._hand(sender, recipient, text)
            except BaseException:
                self._close()  # a task was stopped in the middle: the dialogue is lost
                raise

    def close(self) -> None:
        with self._one_at_a_time:
            self._close()

    def _hand(self, sender: str, recipient: str, text: bytes) -> Outcome:
        try:
            server, reply = self._begin(sender)
        except Faults as fault:
            self._close()
            self._rests_until = self._clock() + REST_SECONDS
            return Later(_named(fault), down=True)
        try:
            outcome = self._address(server, reply, recipient)
            if outcome is not None:
                self._reset(server)
                return outcome
        except Faults as fault:
            self._close()
            return Later(_named(fault))
        return self._deliver(server, text)

    def _begin(self, sender: str) -> tuple[smtplib.SMTP, Reply]:
        """Open a transaction on the kept connection, or on a new one where that is gone."""
        if self._server is not None:
            try:
                reply = self._server.mail(sender)
                if reply[0] != CLOSING:
                    return self._server, reply
            except Faults:
                pass
            self._close()
        self._server = smtp.connect(self._url)
        return self._server, self._server.mail(sender)

    def _address(self, server: smtplib.SMTP, reply: Reply, recipient: str) -> Outcome | None:
        """Up to the server's word that it wants the text; anything else is an outcome."""
        if reply[0] not in TAKEN:
            # Our own sender was refused: no fault of the recipient's address.
            return Later(reason(*reply), down=reply[0] == CLOSING)
        try:
            reply = server.rcpt(_ascii(recipient))
        except UnicodeError:
            return Refused("the address is not in ASCII")
        if reply[0] not in TAKEN:
            return _judged(reply)
        reply = server.docmd("DATA")
        return None if reply[0] == GO_ON else _judged(reply)

    def _deliver(self, server: smtplib.SMTP, text: bytes) -> Outcome:
        try:
            reply = self._verdict(server, text)
        except Faults as fault:
            self._close()
            return Unsure(_named(fault))
        if reply[0] == CLOSING:
            self._close()
        return Sent() if reply[0] in TAKEN else _judged(reply)

    def _verdict(self, server: smtplib.SMTP, text: bytes) -> Reply:
        if server.sock is not None:
            server.sock.settimeout(self._verdict_seconds)
        server.send(_stuffed(text) + b".\r\n")
        reach("after-data")
        reply = server.getreply()
        if server.sock is not None:
            server.sock.settimeout(smtp.SECONDS)
        return reply

    def _reset(self, server: smtplib.SMTP) -> None:
        try:
            server.rset()
        except Faults:
            self._close()

    def _close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


def _ascii(address: str) -> str:
    local, _, domain = address.rpartition("@")
    return f"{local.encode('ascii').decode()}@{domain.encode('idna').decode()}"


def _stuffed(text: bytes) -> bytes:
    """RFC 5321 4.5.2: a line that begins with a dot gets another."""
    whole = text if text.endswith(b"\r\n") else text + b"\r\n"
    return re.sub(rb"(?m)^\.", b"..", whole)


def _judged(reply: Reply) -> Outcome:
    if reply[0] >= PERMANENT:
        return Refused(reason(*reply))
    return Later(reason(*reply), down=reply[0] == CLOSING)


def _named(fault: Exception) -> str:
    if isinstance(fault, smtplib.SMTPResponseException):
        error = fault.smtp_error
        return reason(fault.smtp_code, error if isinstance(error, bytes) else error.encode())
    return type(fault).__name__


def reason(code: int, said: bytes) -> str:
    return reasons.plain(f"{code} {said.decode('utf-8', 'replace')}")


def attach(app: Flask, settings: Settings) -> None:
    app.extensions["sender"] = Smtp(settings.smtp_url) if settings.smtp_url else Mailbox()


def present() -> Sender:
    sender: Sender = current_app.extensions["sender"]
    return sender
