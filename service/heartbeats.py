"""Signs of life: who gives them, how old they may grow, and when they are forgotten."""

from datetime import datetime, timedelta

from service.store import database, heartbeats

EVERY = timedelta(seconds=10)
# Three missed beats: one is chance, two is a busy machine.
FRESH = timedelta(seconds=35)
MAIL_EVERY = timedelta(seconds=30)
MAIL_FRESH = timedelta(seconds=95)
SWEEP_EVERY = timedelta(seconds=15)
FORGOTTEN = timedelta(days=1)


def beat(kind: str, name: str, now: datetime) -> None:
    with database.writing() as session:
        heartbeats.record(session, kind, name, now)


def forget(now: datetime) -> int:
    with database.writing() as session:
        return heartbeats.forget(session, now - FORGOTTEN)


def latest() -> dict[str, datetime]:
    with database.reading() as session:
        return heartbeats.latest(session)
