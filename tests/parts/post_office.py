"""A mail server with moods: it takes letters, refuses them, dawdles, or hangs up."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import default
from types import SimpleNamespace
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask

from service import app as service_app
from service.settings import Settings
from service.store.database import db
from tests.parts.servers import free_port

OK = "250 taken"
HOOKS = ("handle_EHLO", "handle_MAIL", "handle_RCPT", "handle_DATA")


@dataclass
class PostOffice:
    """`moods` are used up one a letter, then the last one stays: an answer, or one of these.

    `hang_up`: takes the text and closes without a word. `hang_up_early`: closes at the recipient.
    `slow`: takes it and says so after a while.
    """

    port: int = field(default_factory=free_port)
    moods: list[str] = field(default_factory=lambda: [OK])
    recipients: list[str] = field(default_factory=lambda: [OK])
    origins: list[str] = field(default_factory=lambda: [OK])  # what it says to a sender
    texts: list[bytes] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)  # of the envelopes, text by text
    greetings: int = 0
    slowness: float = 0.6
    controller: Controller | None = None

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def letters(self) -> list[EmailMessage]:
        return [message_from_bytes(one, policy=default) for one in self.texts]

    def copies(self) -> Counter[str]:
        """How often each Message-ID was taken."""
        heads = [BytesHeaderParser(policy=default).parsebytes(one) for one in self.texts]
        return Counter(str(one["Message-ID"]) for one in heads)

    def start(self) -> None:
        # aiosmtpd looks at every member of its handler at each connection, and one of ours parses
        # all the letters there are.
        handler = SimpleNamespace(**{name: getattr(self, name) for name in HOOKS})
        self.controller = Controller(handler, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def stop(self) -> None:
        if self.controller is not None:
            self.controller.stop()
            self.controller.loop.close()
        self.controller = None

    # --- what aiosmtpd calls

    async def handle_EHLO(  # noqa: N802  # aiosmtpd's name
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: Any
    ) -> Any:
        self.greetings += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        mood = _next(self.origins)
        envelope.mail_from = address if mood == OK else None
        return mood

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        mood = _next(self.recipients)
        if mood == "hang_up_early":
            _hang_up(server)
        if mood == OK:
            envelope.rcpt_tos.append(address)
        return mood

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        mood = _next(self.moods)
        if mood in (OK, "slow", "hang_up"):
            content = envelope.original_content
            self.texts.append(content if content is not None else b"")
            self.senders.append(str(envelope.mail_from))
        if mood == "slow":
            await asyncio.sleep(self.slowness)
            mood = OK
        if mood == "hang_up":
            _hang_up(server)
        return mood


def _hang_up(server: SMTP) -> None:
    if server.transport is not None:
        server.transport.close()


def _next(moods: list[str]) -> str:
    return moods.pop(0) if len(moods) > 1 else moods[0]


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    office.start()
    yield office
    office.stop()


@contextmanager
def sending(chosen: Settings) -> Iterator[Flask]:
    made = service_app.create(chosen)
    with made.app_context():
        yield made
        made.extensions["sender"].close()
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def mailing(
    make_settings: Callable[..., Settings], sqlite_url: str, post_office: PostOffice
) -> Iterator[Flask]:
    """An app that sends to this post office, inside its context."""
    chosen = make_settings(DATABASE_URL=sqlite_url, SMTP_URL=post_office.url)
    with sending(chosen) as made:
        yield made


@pytest.fixture
def posting(
    make_settings: Callable[..., Settings], database_url: str, post_office: PostOffice
) -> Iterator[Flask]:
    """The same on each kind of database."""
    chosen = make_settings(DATABASE_URL=database_url, SMTP_URL=post_office.url)
    with sending(chosen) as made:
        yield made


@pytest.fixture
def writing_room(app: Flask) -> Iterator[Flask]:
    """An app without a mail server, inside its context."""
    with app.app_context():
        yield app
