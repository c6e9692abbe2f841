"""Outages: stretches in which no sweep ran, whose time every match is given back.

A clock that jumps forward looks the same and is met in the same way; one that steps back enforces
nothing early, and the newest sign of life stays. See docs/adr/outages.md.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from service import timing
from service.heartbeats import SWEEP_FRESH
from service.store import heartbeats, matches, outages
from service.store.database import AnyFault, reading, writing
from service.store.matches import Match
from service.store.outages import Outage
from service.store.rows import ensure, lock

# Twelve sweeps: a restart, a deployment or a busy machine misses a few, and takes nobody's time.
LONGEST_SILENCE = timedelta(minutes=3)
BATCH = 100  # matches found at a time; each is moved in a transaction of its own
MOST_LISTED = 50

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Seen:
    """An outage as an operator reads of it."""

    since: datetime
    until: datetime
    moved: int
    settled: bool


def catch_up(now: datetime) -> int:
    """The sweep's sign of life; and where the last is long ago, the time since, given back.

    How many matches were moved. It ends only when all are: who fails here enforces nothing.
    """
    _watch(now)
    with reading() as session:
        left = outages.unsettled(session)
    return sum(_settle(outage, now) for outage in left)


def _watch(now: datetime) -> None:
    """One transaction: whoever comes second finds a fresh sign, and a crash leaves both or none."""
    with writing() as session:
        last = heartbeats.record(session, "sweep", "clock", now, SWEEP_FRESH)
        if now - last > LONGEST_SILENCE:
            ensure(session, Outage, since=last, until=now, moved=0)
            log.warning("outage", since=last.isoformat(), until=now.isoformat())


def _settle(outage: Outage, now: datetime) -> int:
    moved = 0
    while found := _unmoved(outage):
        moved += sum(_move(match_id, outage) for match_id in found)
    with writing() as session:
        row = lock(session, Outage, outage.id)
        if row is not None and row.settled_at is None:
            row.settled_at = now
            log.warning("outage_settled", since=row.since.isoformat(), matches=row.moved)
    return moved


def _unmoved(outage: Outage) -> list[str]:
    with reading() as session:
        return outages.unmoved(session, outage, BATCH)


def _move(match_id: str, outage: Outage) -> bool:
    """Once, whoever tries: the match keeps the number of the last outage that it was moved by."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or row.outage_id >= outage.id:
            return False
        _give_back(session, row, outage)
        row.outage_id = outage.id
        row.revision += 1
        outages.count_moved(session, outage.id)
        return True


def _give_back(session: Session, row: Match, outage: Outage) -> None:
    """In a pause nothing came nearer: its own end moves what lies behind it."""
    until = outage.until if row.paused_at is None else min(outage.until, row.paused_at)
    if until > outage.since:
        timing.move(session, row, outage.since, until - outage.since)


def listed() -> list[Seen]:
    """The newest first."""
    with reading() as session:
        found = outages.newest(session, MOST_LISTED)
        return [Seen(one.since, one.until, one.moved, one.settled_at is not None) for one in found]


def figures() -> dict[str, float]:
    """How many there were and how long together; nothing while the database is away."""
    try:
        with reading() as session:
            spans = outages.spans(session)
    except AnyFault:
        return {}
    lengths = [(until - since).total_seconds() for since, until in spans]
    return {"count": float(len(spans)), "seconds": sum(lengths)}
