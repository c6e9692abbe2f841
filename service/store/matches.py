"""Matches and their seats."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, Text, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row
from service.store.rows import lock


class Match(Row):
    """One playing of a game: what was agreed, where its log stands, and its newest state."""

    __tablename__ = "match"
    __table_args__ = (
        Index("ix_match_listed", "public", "status", "game", "id"),
        Index("ix_match_closes_at", "closes_at"),
        Index("ix_match_due_at", "due_at"),
        Index("ix_match_restless", "restless"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    seats: Mapped[int]
    status: Mapped[str] = mapped_column(String(12))  # gathering, running, finished, cancelled
    public: Mapped[bool]
    starts_alone: Mapped[bool]  # once every seat has accepted
    pace: Mapped[dict[str, Any]] = mapped_column(JSON)
    cooling: Mapped[int]  # seconds from the last sealed action to the close
    host_id: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    host_generation: Mapped[int] = mapped_column(default=1)
    seed: Mapped[bytes] = mapped_column(LargeBinary)  # encrypted
    seed_hash: Mapped[str] = mapped_column(String(64))

    state: Mapped[bytes | None] = mapped_column(LargeBinary)
    phase: Mapped[str | None] = mapped_column(String(40))
    turn: Mapped[int] = mapped_column(default=0)
    number: Mapped[int] = mapped_column(default=0)  # of the last entry
    head: Mapped[str | None] = mapped_column(String(64))
    sealed: Mapped[bool] = mapped_column(default=False)
    awaited: Mapped[list[int]] = mapped_column(JSON, default=list)
    submitted: Mapped[list[int]] = mapped_column(JSON, default=list)  # in a sealed phase
    submissions: Mapped[int] = mapped_column(default=0)  # the number of the last one
    bots: Mapped[list[int]] = mapped_column(JSON, default=list)  # the seats that bots hold
    restless: Mapped[bool] = mapped_column(default=False)  # a bot is awaited
    outcome: Mapped[dict[str, Any] | None] = mapped_column(JSON)

    closes_at: Mapped[datetime | None]  # all sealed actions are in; resolved from then on
    due_at: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(default=0)  # at the present resolution
    quarantined_at: Mapped[datetime | None]
    fault: Mapped[str | None] = mapped_column(Text)
    paused_at: Mapped[datetime | None]
    revision: Mapped[int] = mapped_column(default=1)
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
    revision: Mapped[int] = mapped_column(default=1)
    invitations: Mapped[int] = mapped_column(default=0)
    told: Mapped[int] = mapped_column(default=0)  # the last entry that a letter told of
    defaults: Mapped[int] = mapped_column(default=0)  # deadlines missed
    accepted_at: Mapped[datetime | None]


class Glance(NamedTuple):
    """Just enough to tell whether anything changed for a viewer."""

    revision: int
    generation: int | None
    seat_revision: int | None
    seat_status: str | None


def glance(session: Session, match_id: str, seat: int | None) -> Glance | None:
    """One row, whoever looks; the condition on a seat that is not there leaves nulls."""
    on = (Seat.match_id == Match.id) & (Seat.number == (-1 if seat is None else seat))
    query = (
        select(Match.revision, Seat.generation, Seat.revision, Seat.status)
        .outerjoin(Seat, on)
        .where(Match.id == match_id)
    )
    found = session.execute(query).one_or_none()
    return None if found is None else Glance(*found)


def locked(session: Session, match_id: str) -> Match | None:
    """The match, held until the transaction ends; nothing may be read before it."""
    return lock(session, Match, match_id)


def seats_of(session: Session, match_id: str) -> list[Seat]:
    query = select(Seat).where(Seat.match_id == match_id).order_by(Seat.number)
    return list(session.scalars(query))


def seat_of(session: Session, match_id: str, number: int) -> Seat | None:
    return session.get(Seat, (match_id, number))


def closed(session: Session, now: datetime, limit: int) -> list[str]:
    """Matches whose sealed phase has closed and waits for its resolution."""
    query = (
        select(Match.id)
        .where(Match.closes_at <= now, Match.status == "running", Match.quarantined_at.is_(None))
        .order_by(Match.closes_at)
        .limit(limit)
    )
    return list(session.scalars(query))


def restless(session: Session, limit: int) -> list[str]:
    """Matches in which a bot is awaited."""
    query = (
        select(Match.id)
        .where(Match.restless, Match.status == "running", Match.quarantined_at.is_(None))
        .limit(limit)
    )
    return list(session.scalars(query))
