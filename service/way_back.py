"""The way back: the steps that a seat may still take back, noted beside its match.

The engine finds them again by replaying the log; a page must know without. What a plan, a bot or
the rules did in a seat's name is nobody's own step, and stays.
"""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from engine.match import Done
from service import hidden
from service.store.matches import Match, Seat


@dataclass(frozen=True)
class Step:
    """One of them; seconds, where its match had a deadline."""

    entry: int
    seat: int
    moved: float | None  # by how much the deadline moved with it
    left: float | None  # how long its seat had left


def steps(row: Match) -> tuple[Step, ...]:
    """From the first to the last, all of one seat."""
    return tuple(Step(**one) for one in hidden.back(row))


def last(row: Match, seat: int) -> Step | None:
    """What this seat may take back now, if its deadline lets it."""
    found = steps(row)
    if row.status != "running" or row.submitted or not found or found[-1].seat != seat:
        return None
    return found[-1]


def until(row: Match, step: Step) -> datetime | None:
    """The deadline that the step had: moved since, if the match's was, by a pause or its host."""
    if row.due_at is None or step.moved is None:
        return None
    return row.due_at - timedelta(seconds=step.moved)


def late(row: Match, step: Step, now: datetime) -> bool:
    """Whether the step's own time is over: what was not taken back by then stands."""
    at = until(row, step)
    return at is not None and at <= now


def note(
    session: Session, row: Match, done: Done[Any], due: datetime | None, now: datetime
) -> None:
    """After an entry; `due` is the deadline before it."""
    kind, known = done.entry.kind, steps(row)
    if kind == "undo":
        _give_back(session, row, known[-1], due, now)
        known = known[:-1]
    elif kind == "play" and _can_be_undone(done):
        made = _made(row, done, due, now)
        known = (*(one for one in known if one.seat == made.seat), made)
    elif kind != "keys":
        known = ()
    hidden.keep_back(row, [asdict(one) for one in known])


def _can_be_undone(done: Done[Any]) -> bool:
    way = done.match.back
    return done.entry.public["by"] == "person" and bool(way) and way[-1].before is not None


def _made(row: Match, done: Done[Any], due: datetime | None, now: datetime) -> Step:
    moved = left = None
    if row.due_at is not None and due is not None:
        moved, left = (row.due_at - due).total_seconds(), (due - now).total_seconds()
    return Step(done.entry.number, done.entry.public["seat"], moved, left)


def _give_back(
    session: Session, row: Match, step: Step, due: datetime | None, now: datetime
) -> None:
    """The deadline that the step had; no more than a whole turn, or than there was before."""
    if row.due_at is None or due is None or step.moved is None or step.left is None:
        return
    most = max(row.due_at, now + timedelta(seconds=step.left))
    at = min(due - timedelta(seconds=step.moved), most)
    session.get_one(Seat, (row.id, step.seat)).due_at = row.due_at = at
