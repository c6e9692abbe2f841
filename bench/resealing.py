"""What is hidden of a match, sealed once for each of its copies: it opens in its own place alone.

Of an old match's log that is the first entry: nothing that is measured opens the others.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, bindparam, select

from service import hidden
from service.store.database import db, reading
from service.store.entries import LogEntry
from service.store.matches import Match
from service.store.submissions import SEALED, Submission

BATCH = 1000


@dataclass(frozen=True)
class Sealed:
    """A bid: where it stands, and what is in it."""

    number: int
    body: bytes
    action: bytes
    standing: dict[str, Any] | None


@dataclass(frozen=True)
class Sample:
    """A match as it is when it is open; its copies share its key."""

    id: str
    key: bytes | None
    state: bytes
    private: dict[str, Any]
    salt: bytes
    told: list[dict[str, Any]]
    bids: list[Sealed]


def opened(match_id: str) -> Sample:
    with reading() as session:
        row = session.get_one(Match, match_id)
        deal = session.get_one(LogEntry, (match_id, 1))
        query = select(Submission).where(
            Submission.match_id == match_id, Submission.status == SEALED
        )
        return Sample(
            id=row.id,
            key=row.sealing_key,
            state=hidden.state(row) or b"",
            private=hidden.private(row, deal),
            salt=hidden.salt(row, deal),
            told=hidden.told(row, deal),
            bids=[
                Sealed(
                    one.number,
                    hidden.body(row, one),
                    hidden.action(row, one),
                    hidden.standing(row, one),
                )
                for one in session.scalars(query)
            ],
        )


def reseal(connection: Connection, sample: Sample, ids: Iterable[str]) -> None:
    rest = iter(ids)
    while batch := [_copy(sample, one) for one in islice(rest, BATCH)]:
        _update(connection, Match, ("id",), (_state(sample, row) for row in batch))
        _update(connection, LogEntry, ("match_id", "number"), (_deal(sample, row) for row in batch))
        bids = (_bid(row, one) for row in batch for one in sample.bids)
        _update(connection, Submission, ("match_id", "number"), bids)


def _copy(sample: Sample, match_id: str) -> Match:
    return Match(id=match_id, sealing_key=sample.key)


def _state(sample: Sample, row: Match) -> dict[str, Any]:
    hidden.keep_state(row, sample.state.replace(sample.id.encode(), row.id.encode()))
    return {"id": row.id, "state": row.state}


def _deal(sample: Sample, row: Match) -> dict[str, Any]:
    parts = hidden.entry_parts(row, 1, sample.private, sample.salt, sample.told)
    return {"match_id": row.id, "number": 1, **parts}


def _bid(row: Match, bid: Sealed) -> dict[str, Any]:
    made = Submission(number=bid.number)
    hidden.keep_body(row, made, bid.body)
    hidden.keep_action(row, made, bid.action)
    if bid.standing is not None:
        hidden.keep_standing(row, made, bid.standing)
    return {
        "match_id": row.id,
        "number": bid.number,
        "body": made.body,
        "action": made.action,
        "standing": made.standing,
    }


def _update(
    connection: Connection,
    model: type[Match | LogEntry | Submission],
    key: tuple[str, ...],
    rows: Iterator[dict[str, Any]],
) -> None:
    table: Table = db.metadata.tables[model.__tablename__]
    values = [{f"new_{name}": value for name, value in one.items()} for one in rows]
    if values:
        changed = [name.removeprefix("new_") for name in values[0]]
        query = table.update().where(*(table.c[name] == bindparam(f"new_{name}") for name in key))
        bound: dict[str, Any] = {
            name: bindparam(f"new_{name}") for name in changed if name not in key
        }
        connection.execute(query.values(bound), values)
