"""How a match stood when a submission was answered: what the answer said that no log tells.

It is kept with the submission, so that the same request, come again, gets the same answer.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.match import Match as Played
from service import way_back
from service.store.matches import Match


@dataclass(frozen=True)
class Standing:
    """What of a match changes without an entry, as one seat was told it."""

    status: str
    revision: int
    submitted: list[int]
    due_at: datetime | None
    closes_at: datetime | None
    undo: int | None  # the entry that the seat may take back


def now(row: Match, played: Played[Any], seat: int | None, due_at: datetime | None) -> Standing:
    """As it is; where the match has moved on since, nobody is waited for there any more."""
    if row.number != played.number:
        return Standing(row.status, row.revision, [], None, None, None)
    back = None if seat is None else way_back.last(row, seat)
    entry = None if back is None else back.entry
    return Standing(row.status, row.revision, row.submitted, due_at, row.closes_at, entry)


def write(standing: Standing) -> dict[str, Any]:
    moments = {"due_at": standing.due_at, "closes_at": standing.closes_at}
    return vars(standing) | {name: moment(at) for name, at in moments.items()}


def read(kept: dict[str, Any]) -> Standing:
    moments = {name: moment_of(kept[name]) for name in ("due_at", "closes_at")}
    return Standing(**(kept | moments))


def moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def moment_of(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
