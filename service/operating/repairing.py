"""Repairing a match: its rows made anew from its log, and the quarantine lifted by that."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from service import due, hidden
from service.operating import OperatingError, quarantine, rebuilding
from service.operating.rebuilding import Rebuilt
from service.store import matches
from service.store.database import reading, writing
from service.store.matches import Match

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Repair:
    """What does not fit the log, and whether the match is in quarantine until it is mended."""

    match: str
    changes: list[str]
    lifted: bool


def look(match_id: str) -> Repair:
    """What a repair would do; nothing is done."""
    with reading() as session:
        row = _demand(session.get(Match, match_id), match_id)
        return _found(session, row, rebuilding.rebuild(session, row))


def repair(match_id: str, now: datetime) -> Repair:
    """Only what follows from the log is changed; a log that is wrong itself mends nothing."""
    with writing() as session:
        row = _demand(matches.locked(session, match_id), match_id)
        rebuilt = rebuilding.rebuild(session, row)
        found = _found(session, row, rebuilt)
        if found.changes:
            rebuilding.apply(session, row, rebuilt)
            _follow(session, row, now)
        if found.lifted:
            quarantine.let_go(session, row, now)
    log.warning("repaired", match=match_id, changes=len(found.changes), lifted=found.lifted)
    return found


def _demand(row: Match | None, match_id: str) -> Match:
    if row is None:
        raise OperatingError(f"There is no match {match_id}.")
    return row


def _found(session: Session, row: Match, rebuilt: Rebuilt) -> Repair:
    changes = [str(one) for one in rebuilding.differences(session, row, rebuilt)]
    return Repair(row.id, changes, row.quarantined_at is not None)


def _follow(session: Session, row: Match, now: datetime) -> None:
    """What hangs on who is awaited: the close of a phase, deadlines, the way back."""
    row.revision += 1
    hidden.keep_back(row, [])  # a step of before the repair stands
    row.unasked = [seat for seat in row.awaited if seat in row.helped]
    row.restless = row.status == "running" and bool(set(row.unasked) - set(row.submitted))
    complete = row.sealed and row.submitted == row.awaited
    if not complete:
        row.closes_at = None
    elif row.closes_at is None:
        row.closes_at = now + timedelta(seconds=row.cooling)
    if row.status == "running":
        due.settle(session, row, row.paused_at or now)
    else:
        row.finished_at = row.finished_at or now
        due.clear(session, row)
