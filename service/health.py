"""Whether each part of the service works, and how long ago it last showed it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from service import broker, heartbeats
from service.settings import Settings
from service.store import holds
from service.store.database import AnyFault, reading

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Part:
    """`age` is seconds since the last sign of life, None where there never was one."""

    state: str
    age: float | None

    @property
    def works(self) -> bool:
        return self.state == "ok"


SEEN_NOW = Part("ok", 0.0)
DOWN = Part("down", None)
SILENT = Part("silent", None)


def parts(settings: Settings, now: datetime) -> dict[str, Part]:
    signs = _signs()
    known = signs or {}
    return {
        "database": DOWN if signs is None else SEEN_NOW,
        "broker": SEEN_NOW if broker.answers(settings.redis_url) else DOWN,
        "worker": _sign(known.get("worker"), now, heartbeats.FRESH),
        "beat": _sign(known.get("beat"), now, heartbeats.FRESH),
        "mail": _mail(settings, known, now),
        "inbox": _inbox(settings, known, now),
        "deadlines": _deadlines(now),
    }


def status(found: dict[str, Part]) -> str:
    if not found["database"].works:
        return "down"
    return "ok" if all(part.works for part in found.values()) else "degraded"


def _signs() -> dict[str, datetime] | None:
    try:
        return heartbeats.latest()
    except AnyFault as fault:
        log.warning("database_unavailable", fault=type(fault).__name__)
        return None


def _deadlines(now: datetime) -> Part:
    """Held while an operator has not looked at why so many were to time out at once."""
    try:
        with reading() as session:
            since = holds.held_since(session, holds.DEADLINES)
    except AnyFault:
        return DOWN
    if since is None:
        return SEEN_NOW
    return Part("held", round((now - since).total_seconds(), 1))


def _sign(last: datetime | None, now: datetime, fresh: timedelta) -> Part:
    if last is None:
        return SILENT
    age = max(now - last, timedelta())
    return Part("ok" if age <= fresh else "silent", round(age.total_seconds(), 1))


def _mail(settings: Settings, signs: dict[str, datetime], now: datetime) -> Part:
    # In development without a mail server letters go to a mailbox, which is always there.
    if not settings.smtp_url:
        return SEEN_NOW
    return _sign(signs.get("mail"), now, heartbeats.MAIL_FRESH)


def _inbox(settings: Settings, signs: dict[str, datetime], now: datetime) -> Part:
    # Without a domain to listen for it is off, and nothing is missing.
    if not settings.bounce_domain:
        return SEEN_NOW
    return _sign(signs.get("inbox"), now, heartbeats.FRESH)
