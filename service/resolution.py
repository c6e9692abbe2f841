"""Opening a sealed phase: once, never early, and without harm when asked again."""

from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from engine import match as engine
from service import broker, notices, sealed as sealed_, table
from service.notices import Telling
from service.store import matches, submissions
from service.store.database import writing
from service.store.matches import Match

MOST_ATTEMPTS = 5
LONGEST_ATTEMPT = timedelta(seconds=broker.TASK_SECONDS)

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
        and sealed_.closed(row, now)
        and row.submitted == row.awaited
    )


def _begin(match_id: str, now: datetime) -> bool:
    """Count the attempt in a transaction of its own, so that a crash is counted too."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not ripe(row, now):
            return False
        if row.attempts >= MOST_ATTEMPTS:
            if _given_up(row, now):
                quarantine(session, row, "its sealed phase could not be resolved", now)
            return False
        row.attempts += 1
        row.attempted_at = now
        return True


def _given_up(row: Match, now: datetime) -> bool:
    """Many deliveries at once count many attempts: only when the last must be over, all failed."""
    return row.attempted_at is None or now - row.attempted_at > LONGEST_ATTEMPT


def _open(session: Session, row: Match, now: datetime) -> None:
    played = table.load(row)
    made = submissions.in_force(session, row.id, str(row.phase))
    sealed = {one.seat: sealed_.opened(row, played, one) for one in made}
    done = engine.resolve(played, sealed)
    for one in made:
        one.status, one.salt = submissions.PLAYED, sealed[one.seat].salt
        one.entry = done.entry.number
    # Whoever waited for the lock may have looked at the clock before the last bid came in.
    table.keep(session, row, done, max(now, row.closes_at or now))


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
