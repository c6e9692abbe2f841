"""I1, I2, I3, I7 and I9: what was played, as its rows and its record tell it."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine import record
from engine.errors import Broken
from engine.registry import GAMES
from engine.verify import verify
from service import hidden, looking, table
from service.store.entries import all_of
from service.store.matches import Match
from service.store.submissions import Submission
from tests.engine.giants.pieces import counted
from tests.engine.rapanui.pieces import pieces

AFTER_FAULTS = timedelta(seconds=60)
CONSERVED: dict[str, Callable[[Any], object]] = {"giants": counted, "rapa-nui": pieces}


def faults(session: Session, row: Match, now: datetime) -> Iterator[str]:
    made = list(session.scalars(select(Submission).where(Submission.match_id == row.id)))
    yield from _log(session, row, made)
    yield from _resolutions(session, row, made)
    yield from _unresolved(row, made, now)
    yield from _snapshot(session, row)


def _log(session: Session, row: Match, made: list[Submission]) -> Iterator[str]:
    """I1: what was accepted is in the log."""
    numbers = {one.number for one in all_of(session, row.id)}
    for one in made:
        if one.status == "played" and one.entry not in numbers:
            yield f"I1: submission {one.number} is in no entry"
    missing = set(range(1, row.submissions + 1)) - {one.number for one in made}
    if missing:
        yield f"I1: submissions {sorted(missing)} are gone"


def _resolutions(session: Session, row: Match, made: list[Submission]) -> Iterator[str]:
    """I2: one resolution a sealed phase, and none before all was in and had cooled off."""
    at = {one.number: one.created_at for one in all_of(session, row.id)}
    opened = [one for one in made if one.kind == "sealed" and one.status == "played"]
    for phase in sorted({one.phase for one in opened}):
        entries = {one.entry for one in opened if one.phase == phase}
        if len(entries) != 1:
            yield f"I2: {phase} was resolved {len(entries)} times"
        last = max(one.created_at for one in opened if one.phase == phase)
        if any(at.get(entry or 0, last) < last for entry in entries):
            yield f"I2: {phase} was resolved early"


def _unresolved(row: Match, made: list[Submission], now: datetime) -> Iterator[str]:
    """I3: nothing that is complete stays sealed."""
    for one in made:
        here = row.status == "running" and one.phase == row.phase
        if one.status == "sealed" and not here:
            yield f"I3: submission {one.number} was never opened"
    complete = row.sealed and row.awaited and row.submitted == row.awaited
    at_rest = row.paused_at is not None or row.quarantined_at is not None
    if row.status == "running" and complete and not at_rest:
        if row.closes_at is None:
            yield f"I3: {row.phase} is complete and does not close"
        elif row.closes_at < now - AFTER_FAULTS:
            yield f"I3: {row.phase} closed at {row.closes_at} and is not resolved"


def _snapshot(session: Session, row: Match) -> Iterator[str]:
    """I7: the log leads to the stored state, byte for byte. I9: with all its pieces."""
    try:
        done = table.replayed(session, row)
    except Broken as fault:
        yield f"I7: the log cannot be replayed: {fault}"
        return
    if table.snapshot(done.match) != hidden.state(row) or done.match.head != row.head:
        yield "I7: the snapshot is not what the log leads to"
    dealt = table.replayed(session, row, 1).match.state
    conserved = CONSERVED[row.game]
    if conserved(table.load(row).state) != conserved(dealt):
        yield "I9: pieces came or went"


def record_faults(match_id: str) -> Iterator[str]:
    """I7: the exported record verifies, rules and luck included."""
    book = record.parse(looking.whole_record(match_id))
    report = verify(book, GAMES[book.game])
    if report.fault is not None:
        yield f"I7: entry {report.fault.entry} of the record: {report.fault.code}"
