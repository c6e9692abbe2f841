"""Matches and their seats."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    LargeBinary,
    Select,
    String,
    Text,
    and_,
    bindparam,
    false,
    literal,
    or_,
    select,
    text,
    tuple_,
)
from sqlalchemy.orm import Mapped, Session, defer, mapped_column
from typing_extensions import TypeVarTuple

from service.crash_points import reach
from service.store.database import Row, db
from service.store.rows import lock
from service.store.statements import Statement
from service.store.times import Moment

Ts = TypeVarTuple("Ts")
UNSEALED = text("state IS NOT NULL AND sealing_key IS NULL")  # dealt before matches had keys


class Match(Row):
    """One playing of a game: what was agreed, where its log stands, and its newest state."""

    __tablename__ = "match"
    __table_args__ = (
        Index("ix_match_listed", "public", "created_at", "id"),
        Index("ix_match_listed_by_status", "public", "status", "created_at", "id"),
        Index("ix_match_closes_at", "closes_at"),
        Index("ix_match_due_at", "due_at"),
        Index("ix_match_restless", "restless"),
        Index("ix_match_unsealed", "id", sqlite_where=UNSEALED, postgresql_where=UNSEALED),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    seats: Mapped[int]
    # unconfirmed (the host has not shown that it reads its letters), gathering, running, finished,
    # cancelled
    status: Mapped[str] = mapped_column(String(12))
    public: Mapped[bool]
    starts_alone: Mapped[bool]  # once every seat has accepted
    pace: Mapped[dict[str, Any]] = mapped_column(JSON)
    cooling: Mapped[int]  # seconds from the last sealed action to the close
    host_id: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    host_generation: Mapped[int] = mapped_column(default=1)
    host_renewed_at: Mapped[datetime | None]  # when the host's links were last replaced
    seed: Mapped[bytes] = mapped_column(LargeBinary)  # encrypted
    seed_hash: Mapped[str] = mapped_column(String(64))

    # What is hidden is sealed under this key, and the key in the vault: see service/hidden.py.
    sealing_key: Mapped[bytes | None] = mapped_column(LargeBinary)
    state: Mapped[bytes | None] = mapped_column(LargeBinary)  # sealed
    phase: Mapped[str | None] = mapped_column(String(40))
    turn: Mapped[int] = mapped_column(default=0)
    number: Mapped[int] = mapped_column(default=0)  # of the last entry
    head: Mapped[str | None] = mapped_column(String(64))
    sealed: Mapped[bool] = mapped_column(default=False)
    awaited: Mapped[list[int]] = mapped_column(JSON, default=list)
    submitted: Mapped[list[int]] = mapped_column(JSON, default=list)  # in a sealed phase
    submissions: Mapped[int] = mapped_column(default=0)  # the number of the last one
    helped: Mapped[list[int]] = mapped_column(JSON, default=list)  # seats that a worker acts for
    # Awaited seats that are told of it only once no worker can act for them.
    unasked: Mapped[list[int]] = mapped_column(JSON, default=list)
    restless: Mapped[bool] = mapped_column(default=False)  # there are such
    hooked: Mapped[bool] = mapped_column(default=False)  # a seat has had a webhook
    imported: Mapped[bool] = mapped_column(default=False)  # played elsewhere, brought in whole
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    # Steps that their seat may take back, the last at the end: see service/way_back.py.
    # Sealed; an empty list where there are none.
    back: Mapped[Any] = mapped_column(JSON, default=list, server_default="[]")

    closes_at: Mapped[datetime | None]  # all sealed actions are in; resolved from then on
    # Of the seats' own deadlines and absences the first that may still be open: when to look.
    due_at: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)  # at the present resolution
    attempted_at: Mapped[datetime | None]
    quarantined_at: Mapped[datetime | None]
    fault: Mapped[str | None] = mapped_column(Text)
    paused_at: Mapped[datetime | None]
    outage_id: Mapped[int] = mapped_column(default=0)  # the last whose time was given back
    revision: Mapped[int] = mapped_column(default=1)
    key_hash: Mapped[str | None] = mapped_column(String(64), unique=True)  # of an Idempotency-Key
    fingerprint: Mapped[str | None] = mapped_column(String(64))  # of the body that came with it
    opened_from: Mapped[str | None] = mapped_column(String(64))  # its network, as a keyed hash
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]


class Seat(Row):
    """A numbered place at a table, held by a person or a bot."""

    __tablename__ = "seat"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("player.id"), index=True)
    bot: Mapped[str | None] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    status: Mapped[str] = mapped_column(String(12))  # invited, accepted, declined
    nonce: Mapped[bytes | None] = mapped_column(LargeBinary(64))
    generation: Mapped[int] = mapped_column(default=1)  # tokens of an earlier one are dead
    # How many of them its present holder has had new links by, since it sat down.
    renewals: Mapped[int] = mapped_column(default=0, server_default="0")
    renewed_at: Mapped[datetime | None]  # when its holder's links were last replaced
    revision: Mapped[int] = mapped_column(default=1)
    invitations: Mapped[int] = mapped_column(default=0)
    told: Mapped[int] = mapped_column(default=0)  # the last entry that a letter told of
    due_at: Mapped[datetime | None]  # while it is awaited
    remind_at: Mapped[datetime | None] = mapped_column(index=True)
    defaults: Mapped[int] = mapped_column(default=0)  # deadlines missed in a row
    stand_in: Mapped[str | None] = mapped_column(String(20))  # the bot that plays for its holder
    stand_in_until: Mapped[datetime | None] = mapped_column(index=True)  # None: until they return
    present: Mapped[str | None] = mapped_column(String(16))  # the absence they came back from
    # by its keys; links and tokens then only show
    signed_only: Mapped[bool] = mapped_column(default=False, server_default=false())
    accepted_at: Mapped[datetime | None]

    @property
    def holder(self) -> int:
        """The generation that the present holder began with: what is theirs bears it."""
        return self.generation - self.renewals


class Glance(NamedTuple):
    """Just enough to tell whether anything changed for a viewer."""

    revision: int
    phase: str | None
    turn: int
    status: str
    due_at: datetime | None
    closes_at: datetime | None
    paused_at: datetime | None
    generation: int | None
    seat_revision: int | None
    seat_status: str | None


def glance(connection: Connection, match_id: str, seat: int | None) -> Glance | None:
    """One row, whoever looks; the condition on a seat that is not there leaves nulls."""
    bound = {"match": match_id, "number": -1 if seat is None else seat}
    found = _GLANCE.first(connection, bound)
    return None if found is None else Glance._make(found)


_match, _seat = db.metadata.tables["match"], db.metadata.tables["seat"]
_GLANCE = Statement(
    select(
        _match.c.revision,
        _match.c.phase,
        _match.c.turn,
        _match.c.status,
        _match.c.due_at,
        _match.c.closes_at,
        _match.c.paused_at,
        _seat.c.generation,
        _seat.c.revision,
        _seat.c.status,
    )
    .outerjoin(_seat, (_seat.c.match_id == _match.c.id) & (_seat.c.number == bindparam("number")))
    .where(_match.c.id == bindparam("match"))
)


def locked(session: Session, match_id: str) -> Match | None:
    """The match, held until the transaction ends; nothing may be read before it."""
    found = lock(session, Match, match_id)
    reach("after-lock")
    return found


def seats_of(session: Session, match_id: str) -> list[Seat]:
    query = select(Seat).where(Seat.match_id == match_id).order_by(Seat.number)
    return list(session.scalars(query))


def people_of(session: Session, match_id: str) -> list[Seat]:
    """The seats at which people sit: who is only invited does not yet."""
    seats = seats_of(session, match_id)
    return [one for one in seats if one.player_id is not None and one.status == "accepted"]


def seat_of(session: Session, match_id: str, number: int) -> Seat | None:
    return session.get(Seat, (match_id, number))


def in_play() -> ColumnElement[bool]:
    return and_(Match.quarantined_at.is_(None), Match.paused_at.is_(None))


def _closed(now: datetime) -> ColumnElement[bool]:
    """Without a cooling-off a phase is closed whatever the clock says."""
    at_once = and_(Match.closes_at.is_not(None), Match.cooling == 0)
    return or_(Match.closes_at <= now, at_once)


def closed(session: Session, now: datetime, limit: int) -> list[str]:
    """Matches whose sealed phase has closed and waits for its resolution."""
    query = (
        select(Match.id)
        .where(_closed(now), Match.status == "running", in_play())
        .order_by(Match.closes_at)
        .limit(limit)
    )
    return list(session.scalars(query))


def restless(session: Session, limit: int) -> list[str]:
    """Matches in which a worker is to act for a seat."""
    query = (
        select(Match.id).where(Match.restless, Match.status == "running", in_play()).limit(limit)
    )
    return list(session.scalars(query))


@dataclass(frozen=True)
class Overdue:
    """A match whose moment has come; `late` are awaited seats whose deadline is past, and it."""

    match: str
    due_at: datetime
    turn: int
    sealed: bool
    pace: Mapping[str, Any]
    late: Mapping[int, datetime]


def overdue(session: Session, now: datetime) -> list[Overdue]:
    """All of them, the longest overdue first: how many they are tells whether to trust it."""
    waits = (Match.due_at <= now, Match.closes_at.is_(None), Match.status == "running", in_play())
    parts = (Match.id, Match.due_at, Match.turn, Match.sealed, Match.pace)
    query = select(*parts, Match.awaited, Match.submitted).where(*waits)
    rows = session.execute(query.order_by(Match.due_at)).all()
    if not rows:
        return []
    past = select(Seat.match_id, Seat.number, Seat.due_at).join(Match, Match.id == Seat.match_id)
    late: dict[str, dict[int, datetime]] = {}
    for match_id, number, at in session.execute(past.where(Seat.due_at <= now, *waits)):
        if at is not None:
            late.setdefault(match_id, {})[number] = at
    return [
        Overdue(
            *(row.id, row.due_at, row.turn, row.sealed, row.pace),
            late={
                number: at
                for number, at in late.get(row.id, {}).items()
                if number in row.awaited and number not in row.submitted
            },
        )
        for row in rows
    ]


def _pairs(session: Session, query: Select[str, int]) -> list[tuple[str, int]]:
    return [(match_id, number) for match_id, number in session.execute(query)]


def to_remind(session: Session, now: datetime, limit: int) -> list[tuple[str, int]]:
    """Matches in play, each with a seat whose reminder is due."""
    query = (
        select(Seat.match_id, Seat.number)
        .join(Match, Match.id == Seat.match_id)
        .where(Seat.remind_at <= now, Match.status == "running", in_play())
    )
    return _pairs(session, query.order_by(Seat.remind_at).limit(limit))


def stood_in(session: Session, now: datetime, limit: int) -> list[tuple[str, int]]:
    """Seats for which a bot has played as long as their holder was away."""
    query = select(Seat.match_id, Seat.number).where(Seat.stand_in_until <= now)
    return _pairs(session, query.order_by(Seat.stand_in_until).limit(limit))


def seats_in_play(session: Session, player_id: str) -> list[str]:
    """The running matches in which a player holds a seat, in the order in which to lock them."""
    query = (
        select(Match.id)
        .join(Seat, Seat.match_id == Match.id)
        .where(Seat.player_id == player_id, Seat.status == "accepted", Match.status == "running")
    )
    return sorted(session.scalars(query))


def by_key(session: Session, key_hash: str) -> Match | None:
    return session.scalar(select(Match).where(Match.key_hash == key_hash))


def revision_of(session: Session, match_id: str) -> int | None:
    """One small row: enough to say that nothing has changed."""
    return session.scalar(select(Match.revision).where(Match.id == match_id))


@dataclass(frozen=True)
class Place:
    """A place in a list that has the newest first."""

    created_at: datetime
    id: str


def revisions_of_player(
    session: Session, player_id: str, after: Place | None, limit: int
) -> list[tuple[str, int]]:
    """The same matches as `of_player`, each with its revision alone."""
    query = select(Match.id, Match.revision).where(_mine(player_id))
    return [
        (match_id, revision) for match_id, revision in session.execute(_placed(query, after, limit))
    ]


def listed(
    session: Session, game: str | None, status: str | None, after: Place | None, limit: int
) -> list[Match]:
    """Public matches whose host has confirmed."""
    query = select(Match).options(*_LEAN).where(Match.public, Match.status != "unconfirmed")
    if game is not None:
        query = query.where(Match.game == game)
    if status is not None:
        query = query.where(Match.status == status)
    return _page(session, query, after, limit)


def of_player(session: Session, player_id: str, after: Place | None, limit: int) -> list[Match]:
    """Matches in which a player holds or is offered a seat, or which it hosts."""
    query = select(Match).options(*_LEAN).where(_mine(player_id))
    return _page(session, query, after, limit)


def _mine(player_id: str) -> ColumnElement[bool]:
    seated = select(Seat.match_id).where(Seat.player_id == player_id)
    return or_(Match.host_id == player_id, Match.id.in_(seated))


def going_on(session: Session, player_id: str, limit: int) -> list[str]:
    """Matches not yet over in which a player has a part, the newest first."""
    query = select(Match.id).where(
        _mine(player_id),
        Match.status.not_in(("finished", "cancelled")),
    )
    return list(session.scalars(query.order_by(Match.created_at.desc(), Match.id).limit(limit)))


# A list needs neither states nor seeds, nor the keys to them.
_LEAN = tuple(defer(one, raiseload=True) for one in (Match.state, Match.sealing_key, Match.seed))


def _page(session: Session, query: Select[Match], after: Place | None, limit: int) -> list[Match]:
    return list(session.scalars(_placed(query, after, limit)))


def _placed(query: Select[*Ts], after: Place | None, limit: int) -> Select[*Ts]:
    if after is not None:
        query = query.where(
            tuple_(Match.created_at, Match.id)
            < tuple_(literal(after.created_at, Moment()), literal(after.id))
        )
    return query.order_by(Match.created_at.desc(), Match.id.desc()).limit(limit)


def seats_of_all(session: Session, match_ids: Iterable[str]) -> dict[str, list[Seat]]:
    """The seats of several matches in one question."""
    query = select(Seat).where(Seat.match_id.in_(list(match_ids)))
    found: dict[str, list[Seat]] = {}
    for seat in session.scalars(query.order_by(Seat.match_id, Seat.number)):
        found.setdefault(seat.match_id, []).append(seat)
    return found


def seats_held(session: Session, player_id: str, match_ids: Iterable[str]) -> dict[str, int]:
    """The number of a player's seat in each of these matches that it has one in."""
    query = select(Seat.match_id, Seat.number).where(
        Seat.player_id == player_id, Seat.match_id.in_(list(match_ids))
    )
    return dict(iter(session.execute(query)))
