"""The inbox's door: who is let in, and what a mail that comes back is taken for."""

import asyncio
from concurrent.futures import Executor
from typing import Any

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session
from flask import Flask

from service.inbox.line import Pace
from service.mail import reports, returning
from service.mail.reports import Report, Unrelated
from service.post import bounces
from service.settings import Settings
from service.store.database import AnyFault

NOBODY = "<>"  # the sender of a bounce, so that none is answered by another
TAKEN = "250 2.0.0 Taken"
NO_SUCH = "550 5.1.1 No such address: only what we sent comes back here"
ONE_ONLY = "452 4.5.3 One recipient at a time"
TOO_MANY = "451 4.7.0 Too many mails: come again later"
LATER = "451 4.3.0 It cannot be kept just now: come again later"
UNTOLD = "502 5.5.1 Not told here"

log = structlog.get_logger(__name__)


class Door:
    """What aiosmtpd calls; it alone touches the loop, and what touches the database is a thread."""

    def __init__(self, app: Flask, settings: Settings, threads: Executor, pace: Pace) -> None:
        self._app, self._settings, self._threads, self._pace = app, settings, threads, pace

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        """By the signature alone: nobody is refused or let in by the database."""
        if self._letter(address) is None:
            return NO_SUCH
        if envelope.rcpt_tos:
            return ONE_ONLY
        if not self._pace.spend():
            return TOO_MANY
        envelope.rcpt_tos.append(address)
        return TAKEN

    async def handle_DATA(  # noqa: N802  # as above
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        text = envelope.original_content or b""
        letter = self._letter(envelope.rcpt_tos[0])
        if letter is None:
            return NO_SUCH
        nameless = envelope.mail_from == NOBODY
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._take, letter, text, nameless)

    async def handle_VRFY(self, *_: Any) -> str:  # noqa: N802  # as above
        return UNTOLD

    async def handle_exception(self, error: Exception) -> str:
        """A caller that breaks the dialogue, or we: its words stay out of the log."""
        log.error("inbox_failed", fault=type(error).__name__)
        return LATER

    def _letter(self, address: str) -> str | None:
        with self._app.app_context():
            return returning.letter_of(self._settings, address)

    def _take(self, letter: str, text: bytes, nameless: bool) -> str:  # noqa: FBT001  # as a thread is called
        report = _read(text, nameless=nameless)
        if isinstance(report, Unrelated):
            log.info("bounce_ignored", letter=letter, why=report.what)
            return TAKEN
        try:
            with self._app.app_context():
                bounces.take(letter, report, self._app.extensions["clock"]())
        except AnyFault as fault:
            log.warning("bounce_unwritten", letter=letter, fault=type(fault).__name__)
            return LATER
        return TAKEN


def _read(text: bytes, *, nameless: bool) -> Report:
    try:
        return reports.read(text, nameless=nameless)
    except Exception as fault:  # noqa: BLE001  # a caller's text must not come again for ever
        log.warning("bounce_unreadable", fault=type(fault).__name__)
        return Unrelated("unreadable")
