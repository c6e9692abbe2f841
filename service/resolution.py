"""Opening a sealed phase: once, never early, and without harm when asked again."""

from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from engine import match as engine
from engine.record import By
from engine.sealing import Sealed
from service import notices, play, table
from service.notices import Telling
from service.store import matches, submissions
from service.store.database import writing
from service.store.matches import Match
from service.store.submissions import Submission

MOST_ATTEMPTS = 5

log = structlog.get_logger(__name__)


def resolve(match_id: str, now: datetime) -> bool:
    """Resolve a closed phase; whether there was one. A failure is counted before it is raised."""
    if not _begin(match_id, now):
        return False
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not ripe(row, now):
            return False
        _open(session, row, now)
        return True


def ripe(row: Match, now: datetime) -> bool:
    """Closed, complete, and not taken out of play. Asked under the lock."""
    return (
        row.status == "running"
        and row.sealed
        and row.quarantined_at is None
        and row.paused_at is None
        and row.closes_at is not None
        and row.closes_at <= now
        and row.submitted == row.awaited
    )


def _begin(match_id: str, now: datetime) -> bool:
    """Count the attempt in a transaction of its own, so that a crash is counted too."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not ripe(row, now):
            return False
        if row.attempts >= MOST_ATTEMPTS:
            quarantine(session, row, "its sealed phase could not be resolved", now)
            return False
        row.attempts += 1
        return True


def _open(session: Session, row: Match, now: datetime) -> None:
    played = table.load(row)
    made = submissions.in_force(session, row.id, str(row.phase))
    sealed = {one.seat: _sealed(play.opened_action(played, one), one) for one in made}
    done = engine.resolve(played, sealed)
    for one in made:
        one.status = submissions.PLAYED
        one.entry = done.entry.number
    table.keep(session, row, done, now)


def _sealed(action: object, one: Submission) -> Sealed:
    by: By = "bot" if one.by == "bot" else "person"
    return Sealed(action, by, one.salt or b"", one.hidden_salt or b"", one.number)


def quarantine(session: Session, row: Match, fault: str, now: datetime) -> None:
    """Take a match out of play until an operator has looked; everyone at the table is told."""
    row.quarantined_at = now
    row.fault = fault
    row.revision += 1
    log.error("quarantined", match=row.id, fault=fault)
    cause = f"quarantine:{row.revision}"
    told = [
        Telling(seat, "problem", cause, {"problem": "quarantined"}) for seat in range(row.seats)
    ]
    notices.write(session, row, told, now)
    table.ring(session, row)
