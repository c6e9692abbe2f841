"""The mail server: how it is reached, and whether it greets."""

import smtplib
import ssl
from urllib.parse import SplitResult, unquote, urlsplit

SECONDS = 10.0
OK = 250
PORTS = {"smtp": 587, "smtps": 465}


def connect(url: str) -> smtplib.SMTP:
    """A greeted connection: TLS at once for smtps, STARTTLS where smtp offers it, then login."""
    parts = urlsplit(url)
    server = _dial(parts)
    try:
        _encrypt(server)
        if parts.username:
            _log_in(server, unquote(parts.username), unquote(parts.password or ""))
    except BaseException:
        server.close()
        raise
    return server


def _dial(parts: SplitResult) -> smtplib.SMTP:
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    if parts.scheme == "smtps":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=context)
    return smtplib.SMTP(host, port, timeout=SECONDS)


def _encrypt(server: smtplib.SMTP) -> None:
    server.ehlo()
    if server.has_extn("starttls"):
        server.starttls(context=ssl.create_default_context())
        server.ehlo()


def _log_in(server: smtplib.SMTP, user: str, password: str) -> None:
    # A stripped STARTTLS must not make us show the password to whoever stripped it.
    if not isinstance(server.sock, ssl.SSLSocket):
        raise smtplib.SMTPNotSupportedError("no TLS: the password stays here")
    server.login(user, password)


def greets(url: str) -> bool:
    """Whether the server lets us in; nothing is sent."""
    try:
        with connect(url) as server:
            return server.noop()[0] == OK
    except (OSError, smtplib.SMTPException):
        return False
