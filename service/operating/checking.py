"""Checking stored matches: each one's log, and whether the rows are what it leads to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from service.operating import OperatingError, rebuilding
from service.operating.rebuilding import LogError
from service.store import logged
from service.store.database import reading
from service.store.matches import Match

BATCH = 200


@dataclass(frozen=True)
class Checked:
    """What was found: the first thing that is wrong, and whether `repair` can mend it."""

    match: str
    game: str
    status: str
    entries: int
    fault: str | None
    repairable: bool


def count() -> int:
    with reading() as session:
        return logged.count(session)


def ids() -> Iterator[str]:
    """All matches that have a log, a batch at a time: new ones may come meanwhile."""
    after = ""
    while found := _batch(after):
        yield from found
        after = found[-1]


def _batch(after: str) -> Sequence[str]:
    with reading() as session:
        return logged.after(session, after, BATCH)


def check(match_id: str) -> Checked:
    """One match at one moment, in a transaction of its own."""
    with reading() as session:
        row = session.get(Match, match_id)
        if row is None:
            raise OperatingError(f"There is no match {match_id}.")
        fault, repairable = first_fault(session, row)
        return Checked(row.id, row.game, row.status, row.number, fault, repairable)


def first_fault(session: Session, row: Match) -> tuple[str | None, bool]:
    """A match that was never dealt has nothing to check."""
    if row.state is None and not logged.has_log(session, row.id):
        return None, False
    try:
        rebuilt = rebuilding.rebuild(session, row)
    except LogError as fault:
        return str(fault), False
    except Exception as fault:  # noqa: BLE001  # a row so broken that it cannot be read is named, not raised
        return f"It cannot be read: {type(fault).__name__}: {fault}", False
    found = next(rebuilding.differences(session, row, rebuilt), None)
    return (None, False) if found is None else (str(found), True)
