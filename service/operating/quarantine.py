"""Matches out of play: which they are and why, and letting one go on."""

from dataclasses import dataclass
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from service import bell, due, notices, stand_ins, timing
from service.notices import Telling
from service.operating import OperatingError, checking
from service.store import logged, matches
from service.store.database import reading, writing
from service.store.matches import Match

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Held:
    """A match that waits for its operator."""

    match: str
    game: str
    since: datetime
    fault: str
    attempts: int
    phase: str | None
    awaited: list[int]


def listed() -> list[Held]:
    """The longest held first."""
    with reading() as session:
        return [_held(row) for row in logged.out_of_play(session) if row.quarantined_at]


def _held(row: Match) -> Held:
    since = row.quarantined_at or row.created_at
    fault = row.fault or "not known"
    return Held(row.id, row.game, since, fault, row.attempts, row.phase, list(row.awaited))


def lift(match_id: str, now: datetime) -> None:
    """Try again; refused while the rows are not what the log says, for that would go wrong again.

    Should the step fail as before, the match is back here after as many attempts as the first time.
    """
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or row.quarantined_at is None:
            raise OperatingError(f"Match {match_id} is not in quarantine.")
        fault, repairable = checking.first_fault(session, row)
        if fault is not None:
            hint = f" `repair {match_id}` can mend it." if repairable else ""
            raise OperatingError(f"Match {match_id} does not verify: {fault}{hint}")
        let_go(session, row, now)


def let_go(session: Session, row: Match, now: datetime) -> None:
    """In play again, with the time that it was out of it, and a letter to who is awaited."""
    since = row.quarantined_at or now
    until = now if row.paused_at is None else max(since, min(now, row.paused_at))
    timing.move(session, row, since, until - since)
    row.quarantined_at = row.fault = row.attempted_at = None
    row.attempts = 0
    row.revision += 1
    if row.status == "running":
        _go_on(session, row, now)
    log.warning("quarantine_lifted", match=row.id)


def _go_on(session: Session, row: Match, now: datetime) -> None:
    stand_ins.attend(session, row)
    due.settle(session, row, row.paused_at or now)
    asked = [one for one in row.awaited if one not in row.submitted and one not in row.unasked]
    cause = f"lifted:{row.revision}"
    notices.write(session, row, [Telling(seat, "your_turn", cause) for seat in asked], now)
    if row.closes_at is not None:
        bell.ring_after(session, "matches.resolve", match_id=row.id)
