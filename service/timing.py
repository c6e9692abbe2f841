"""A match's time: stopped, run on, given more of, and all its moments moved together.

By the host, by a vote of the table, or after an outage: whoever does it, it is done here.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias

from sqlalchemy.orm import Session

from engine.words import N_
from service import due, notices, table
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import handovers, matches, substitutes, votes
from service.store.matches import Match

MOST_DAYS_AHEAD = 60  # that a deadline may lie in the future

By: TypeAlias = Literal["host", "vote"]
Rows: TypeAlias = Callable[[Session, Match], Iterable[Any]]

# Every moment of a match that something waits for, by its rows and column.
MOMENTS: Final[tuple[tuple[Rows, str], ...]] = (
    (lambda _, row: [row], "due_at"),
    (lambda _, row: [row], "closes_at"),
    (lambda session, row: matches.seats_of(session, row.id), "due_at"),
    (lambda session, row: matches.seats_of(session, row.id), "remind_at"),
    (lambda session, row: handovers.waiting_in(session, row.id), "effective_at"),
    (lambda session, row: votes.waiting_in(session, row.id), "lapses_at"),
    (lambda session, row: substitutes.asked_in(session, row.id), "until"),
)


def move(session: Session, row: Match, since: datetime, away: timedelta) -> None:
    """Every moment that was still to come then is as much later; what was over stays over."""
    for rows, column in MOMENTS:
        for one in rows(session, row):
            at = getattr(one, column)
            if at is not None and at > since:
                setattr(one, column, at + away)


def pause(session: Session, row: Match, by: By, now: datetime) -> None:
    row.paused_at = now
    _tell(session, row, "paused", by, now)


def resume(session: Session, row: Match, by: By, now: datetime) -> None:
    """For a match that is paused: nothing has come nearer meanwhile."""
    if row.paused_at is not None:
        move(session, row, row.paused_at, now - row.paused_at)
    row.paused_at = None
    _tell(session, row, "resumed", by, now)
    table.wake(session, row)


def extend(session: Session, row: Match, hours: int, by: By, now: datetime) -> None:
    """More time for whoever is still awaited."""
    demand_sight(session, row, hours, now)
    due.extend(session, row, timedelta(hours=hours), now)
    _tell(session, row, "extended", by, now)


def demand_sight(session: Session, row: Match, hours: int, now: datetime) -> None:
    """There is a deadline, and so much later the last of them is still in sight."""
    last = _last_deadline(session, row)
    if last is None:
        raise Refusal("conflict", N_("This match has no deadline now."), reason="no_deadline")
    if last + timedelta(hours=hours) > now + timedelta(days=MOST_DAYS_AHEAD):
        raise Refusal(
            "conflict",
            say(N_("A deadline can be at most {days} days ahead."), days=MOST_DAYS_AHEAD),
            reason="too_far",
            due_at=last.isoformat(),
        )


def _last_deadline(session: Session, row: Match) -> datetime | None:
    seats = matches.seats_of(session, row.id)
    moments = (seat.due_at for seat in seats if due.waits_for(row, seat))
    return max((at for at in moments if at is not None), default=None)


def _tell(session: Session, row: Match, kind: str, by: By, now: datetime) -> None:
    """All seats; and the host without one, unless it did this itself."""
    row.revision += 1
    cause = f"{kind}:{row.revision}"
    first = due.shown(row, matches.seats_of(session, row.id))
    facts = {"due_at": None if first is None else first.isoformat(), "by": by}
    everyone = [Telling(seat, kind, cause, facts) for seat in range(row.seats)]
    notices.write(session, row, everyone, now)
    if by == "vote":
        # One notice a cause: a host that holds a seat has it already.
        as_host = Telling(None, kind, cause, facts)
        notices.tell_player(session, row, row.host_id, as_host, now)
