"""A match held for one seat's action: just what that reads, locked and kept without the ORM.

Sealing is what the service does most and within the tightest time. The ORM's unit of work costs
more than the rest of it together; Core's statements, made once, do not.
"""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Table, bindparam, select
from sqlalchemy.orm import Session

from service.crash_points import reach
from service.store.database import connection, db
from service.store.matches import Match
from service.store.players import Player  # noqa: F401  # its table is read here
from service.store.statements import Statement
from service.store.submissions import Submission  # noqa: F401  # its table is written here


@dataclass(slots=True)
class Held:
    """The columns of a match that acting reads; those in `CHANGED` are kept by `keep`."""

    id: str
    game: str
    seats: int
    status: str
    cooling: int
    sealing_key: bytes | None
    state: bytes | None
    phase: str | None
    turn: int
    number: int
    head: str | None
    sealed: bool
    awaited: list[int]
    submitted: list[int]
    submissions: int
    unasked: list[int]
    restless: bool
    closes_at: datetime | None
    quarantined_at: datetime | None
    paused_at: datetime | None
    revision: int


class Chair(NamedTuple):
    """What tells whether a token still holds its seat, and how its player is doing."""

    number: int
    generation: int
    holder: int
    status: str
    player_id: str | None
    stand_in: str | None
    defaults: int
    policy: dict[str, Any] | None
    signed_only: bool


@dataclass(slots=True)
class Made:
    """A submission as it comes in: all that its row holds then, by the same names."""

    match_id: str
    number: int
    seat: int
    kind: str
    phase: str | None
    turn: int
    by: str
    method: str
    authority: str
    path: str
    key: str | None
    fingerprint: str | None
    proof: str | None
    created_at: datetime
    status: str = ""
    body: bytes = b""
    action: bytes | None = None
    commitment: str | None = None
    hidden_commitment: str | None = None
    standing: str | None = None


AnyMatch: TypeAlias = Match | Held

ADDED = tuple(part.name for part in fields(Made))
CHANGED = ("submitted", "submissions", "restless", "closes_at", "revision")
_match: Table = db.metadata.tables["match"]
_seat: Table = db.metadata.tables["seat"]
_player: Table = db.metadata.tables["player"]
_submission: Table = db.metadata.tables["submission"]

_READ = select(*(_match.c[part.name] for part in fields(Held))).where(
    _match.c.id == bindparam("match")
)
_LOCK = Statement(_READ.with_for_update())
# A statement of its own, after the lock: joined to it, a wait for the lock would show the match as
# its last holder left it beside the seat as it was before.
_CHAIR = Statement(
    select(
        _seat.c.number,
        _seat.c.generation,
        (_seat.c.generation - _seat.c.renewals).label("holder"),
        _seat.c.status,
        _seat.c.player_id,
        _seat.c.stand_in,
        _seat.c.defaults,
        _player.c.policy,
        _seat.c.signed_only,
    )
    .outerjoin_from(_seat, _player, _player.c.id == _seat.c.player_id)
    .where(_seat.c.match_id == bindparam("match"), _seat.c.number == bindparam("seat"))
)
_kept = (
    _match.update()
    .where(_match.c.id == bindparam("held"))
    .values({name: bindparam(f"held_{name}") for name in CHANGED})
)
_added = _submission.insert().inline().values({name: bindparam(f"made_{name}") for name in ADDED})
# Both in one statement, where the database takes two in one: a round trip less. No parameter is
# named like a column, for SQLAlchemy would set that column in both tables.
_ADD_AND_KEEP = Statement(_added.add_cte(_kept.cte("kept")))
_ADD, _KEEP = Statement(_added), Statement(_kept)


def locked(session: Session, match_id: str) -> Held | None:
    """The match, held until the transaction ends; nothing may be read before it."""
    found = _LOCK.first(connection(session), {"match": match_id})
    reach("after-lock")
    return None if found is None else Held(*found)


def chair(session: Session, match_id: str, number: int) -> Chair | None:
    found = _CHAIR.first(connection(session), {"match": match_id, "seat": number})
    return None if found is None else Chair(*found)


def keep(session: Session, held: Held, made: Made) -> None:
    """Write what changed of the match, and the submission as it is, behind the session's back."""
    changed = {"held": held.id} | {f"held_{name}": getattr(held, name) for name in CHANGED}
    values = {f"made_{name}": getattr(made, name) for name in ADDED}
    within = connection(session)
    if within.dialect.name == "postgresql":
        _ADD_AND_KEEP.run(within, changed | values)
    else:
        _KEEP.run(within, changed)
        _ADD.run(within, values)
