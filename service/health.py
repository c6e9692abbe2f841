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
STARTING = "starting"
ALARM = timedelta(days=1)  # that it stays when deadlines were let go: somebody may have slept


@dataclass(frozen=True)
class Signs:
    """The last sign of each kind; and since when this process could have seen one."""

    last: dict[str, datetime]
    started: datetime
    now: datetime

    def part(self, kind: str, fresh: timedelta) -> Part:
        """Nothing is missed that has had no time yet to show itself."""
        last = self.last.get(kind)
        age = None if last is None else max(self.now - last, timedelta())
        seconds = None if age is None else round(age.total_seconds(), 1)
        if age is not None and age <= fresh:
            return Part("ok", seconds)
        young = timedelta() <= self.now - self.started <= fresh
        return Part(STARTING if young else "silent", seconds)


def parts(settings: Settings, started: datetime, now: datetime) -> dict[str, Part]:
    last = _signs()
    signs = Signs(last or {}, started, now)
    return {
        "database": DOWN if last is None else SEEN_NOW,
        "broker": SEEN_NOW if broker.answers(settings.redis_url) else DOWN,
        "worker": signs.part("worker", heartbeats.FRESH),
        "beat": signs.part("beat", heartbeats.FRESH),
        "mail": _mail(settings, signs),
        "inbox": _inbox(settings, signs),
        "deadlines": _deadlines(now),
    }


def status(found: dict[str, Part]) -> str:
    if not found["database"].works:
        return "down"
    missing = {part.state for part in found.values() if not part.works}
    if not missing:
        return "ok"
    return STARTING if missing == {STARTING} else "degraded"


def _signs() -> dict[str, datetime] | None:
    try:
        return heartbeats.latest()
    except AnyFault as fault:
        log.warning("database_unavailable", fault=type(fault).__name__)
        return None


def _deadlines(now: datetime) -> Part:
    """Held, or let go by themselves and an operator has yet to look why so many were late."""
    try:
        with reading() as session:
            hold = holds.of(session, holds.DEADLINES)
    except AnyFault:
        return DOWN
    if hold is not None and hold.held_at is not None:
        return _since("held", hold.held_at, now)
    if hold is not None and hold.let_go_at is not None and now - hold.let_go_at < ALARM:
        return _since("let_go", hold.let_go_at, now)
    return SEEN_NOW


def _since(state: str, at: datetime, now: datetime) -> Part:
    return Part(state, round((now - at).total_seconds(), 1))


def _mail(settings: Settings, signs: Signs) -> Part:
    # In development without a mail server letters go to a mailbox, which is always there.
    return signs.part("mail", heartbeats.MAIL_FRESH) if settings.smtp_url else SEEN_NOW


def _inbox(settings: Settings, signs: Signs) -> Part:
    # Without a domain to listen for it is off, and nothing is missing.
    return signs.part("inbox", heartbeats.FRESH) if settings.bounce_domain else SEEN_NOW
