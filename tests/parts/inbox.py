"""A real inbox in a thread, letters that have left, and what mail systems write when one fails."""

import asyncio
import secrets
import smtplib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from service.inbox.__main__ import listening, quieten
from service.mail import returning
from service.settings import Settings
from service.store import handles
from service.store.database import reading, writing
from service.store.letters import Letter
from tests.parts.post_office import PostOffice, sending
from tests.parts.servers import PATIENCE, free_port
from tests.parts.tables import NOON, at

DOMAIN = "bounce.moai.example"
STATUS = "5.1.1"
SAID = "550 5.1.1 <bruno.m1@players.example>: Recipient address rejected: User unknown"
HEAD = """\
From: MAILER-DAEMON@mx.players.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: {to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="B1.mx.players.example"

This is a MIME-encapsulated message.

--B1.mx.players.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--B1.mx.players.example
Content-Description: Delivery report
Content-Type: message/delivery-status

"""
STATUSES = """\
Reporting-MTA: dns; mx.players.example
Arrival-Date: Sun,  1 Mar 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; bruno.m1@players.example
Original-Recipient: rfc822;bruno.m1@players.example
Action: {action}
Status: {status}
Remote-MTA: dns; store.players.example
Diagnostic-Code: smtp; {said}
"""
TAIL = """
--B1.mx.players.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: Moai Post <post@moai.example>
Subject: It is your turn

--B1.mx.players.example--
"""


def report(to: str, action: str = "failed", status: str = STATUS, said: str = SAID) -> bytes:
    """A report by RFC 3464, as Postfix writes it: it too says `auto-replied`."""
    whole = HEAD.format(to=to) + STATUSES.format(action=action, status=status, said=said) + TAIL
    return whole.replace("\n", "\r\n").encode()


def words(text: str) -> bytes:
    """A mail as it is written here, as it is sent."""
    return text.replace("\n", "\r\n").encode()


QMAIL = """\
From: MAILER-DAEMON@mx.players.example
To: post@moai.example
Subject: failure notice

Hi. This is the qmail-send program at mx.players.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bruno.m1@players.example>:
Sorry, no mailbox here by that name. (#5.1.1)
"""
VACATION = """\
From: Bruno <bruno.m1@players.example>
To: post@moai.example
Subject: Out of office
Auto-Submitted: auto-replied

I am away until Monday. 5.1.1 is my favourite number.
"""


@dataclass
class Inbox:
    """An inbox that listens, and a caller's hand on it."""

    port: int

    def line(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE)

    def bring(self, to: str, text: bytes, sender: str = "") -> tuple[int, bytes]:
        """The answer to the recipient where that is refused, else to the text."""
        with self.line() as line:
            line.ehlo("mx.players.example")
            line.mail(sender)
            answer = line.rcpt(to)
            return line.data(text) if answer[0] == 250 else answer


@contextmanager
def listened(app: Flask, port: int | None = None) -> Iterator[Inbox]:
    settings: Settings = app.extensions["settings"]
    if port is not None:
        settings = Settings(**{**vars(settings), "inbox_port": port})
    ready, loop = threading.Event(), asyncio.new_event_loop()
    ending = asyncio.Event()

    async def run() -> None:
        with ThreadPoolExecutor(2) as threads:
            async with listening(app, settings, threads):
                ready.set()
                await ending.wait()

    def work() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(run())
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.close()

    quieten()
    thread = threading.Thread(target=work)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield Inbox(settings.inbox_port)
    finally:
        loop.call_soon_threadsafe(ending.set)
        thread.join()


@pytest.fixture
def returning_app(
    make_settings: Callable[..., Settings], sqlite_url: str, post_office: PostOffice
) -> Iterator[Flask]:
    """An app whose letters have return addresses, inside its context, at a minute past noon."""
    chosen = make_settings(
        DATABASE_URL=sqlite_url,
        SMTP_URL=post_office.url,
        BOUNCE_DOMAIN=DOMAIN,
        INBOX_PORT=str(free_port()),
    )
    with sending(chosen) as made:
        made.extensions["clock"] = at()
        yield made


@pytest.fixture
def inbox(returning_app: Flask) -> Iterator[Inbox]:
    with listened(returning_app) as made:
        yield made


def sent(seat: int | None = 1, **values: Any) -> int:
    """A letter to Bruno of the match m1 that a mail server took at noon."""
    return letter(**{"seat": seat, "status": "sent", "sent_at": NOON, "unsure": 1, **values})


def letter(player: str = "Bruno", match: str = "m1", **values: Any) -> int:
    with writing() as session:
        made = Letter(
            **{
                "match_id": match,
                "player_id": f"{match}-{player}",
                "seat": 1,
                "kind": "your_turn",
                "message_id": f"<{secrets.token_hex(8)}@moai.example>",
                "handle": handles.new(),
                "attempts": 1,
                "created_at": NOON,
                **values,
            }
        )
        session.add(made)
        session.flush()
        return made.id


def return_address(app: Flask, letter_id: int) -> str:
    return returning.sender(app.extensions["settings"], called(letter_id))


def called(letter_id: int) -> str:
    """What the letter is called outside."""
    with reading() as session:
        return session.get_one(Letter, letter_id).called
