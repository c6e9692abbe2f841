"""Signs of life: who gives them, how old they may grow, and when they are forgotten."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from service.store import database, heartbeats
from service.store.heartbeats import Heartbeat

EVERY = timedelta(seconds=10)
# Three missed beats: one is chance, two is a busy machine.
FRESH = timedelta(seconds=35)
MAIL_EVERY = timedelta(seconds=30)
MAIL_FRESH = timedelta(seconds=95)
SWEEP_EVERY = timedelta(seconds=15)
SWEEP_FRESH = timedelta(seconds=95)  # else nobody swept for a while, or a clock has jumped
FORGOTTEN = timedelta(days=1)


def beat(kind: str, name: str, now: datetime) -> None:
    with database.writing() as session:
        heartbeats.record(session, kind, name, now)


def swept_lately(now: datetime) -> bool:
    """Whether sweeps have gone on as they should; to be asked before this one's own sign."""
    last = latest().get("sweep")
    return last is not None and abs(now - last) <= SWEEP_FRESH


def steady(session: Session, now: datetime, length: timedelta) -> bool:
    """Whether no sweep was missed for so long, the present one among them."""
    row = session.get(Heartbeat, ("sweep", "clock"))
    if row is None or row.steady_since is None:
        return False
    return abs(now - row.last_at) <= SWEEP_FRESH and now - row.steady_since >= length


def forget(now: datetime) -> int:
    with database.writing() as session:
        return heartbeats.forget(session, now - FORGOTTEN)


def latest() -> dict[str, datetime]:
    with database.reading() as session:
        return heartbeats.latest(session)
