"""The keys that seats sign with: each of one holder of a seat, in force until it is revoked."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ForeignKey, LargeBinary, Select, String, UniqueConstraint, bindparam, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row, connection, db
from service.store.matches import Seat  # noqa: F401  # its table is read here


class SeatKey(Row):
    """A public key; a later holder of the seat cannot use it."""

    __tablename__ = "seat_key"
    __table_args__ = (UniqueConstraint("match_id", "keyid", "seat", "generation"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    seat: Mapped[int]
    generation: Mapped[int]  # the seat's `holder` then
    keyid: Mapped[str] = mapped_column(String(43))  # the thumbprint
    public: Mapped[bytes] = mapped_column(LargeBinary(32))
    created_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class Found(NamedTuple):
    """Whose key a thumbprint is, while it is in force."""

    seat: int
    generation: int  # of the seat's tokens now
    public: bytes


_key, _seat = db.metadata.tables["seat_key"], db.metadata.tables["seat"]
_IN_FORCE: Select[Any] = (
    select(_key.c.seat, _seat.c.generation, _key.c.public)
    .join(
        _seat,
        (_seat.c.match_id == _key.c.match_id)
        & (_seat.c.number == _key.c.seat)
        & (_seat.c.generation - _seat.c.renewals == _key.c.generation),
    )
    .where(
        _key.c.match_id == bindparam("match"),
        _key.c.keyid == bindparam("keyid"),
        _key.c.revoked_at.is_(None),
        _seat.c.status == "accepted",
    )
)


def in_force(session: Session, match_id: str, keyid: str) -> Found | None:
    """The seat of this match that signs with this key now."""
    bound = {"match": match_id, "keyid": keyid}
    found = connection(session).execute(_IN_FORCE, bound).one_or_none()
    return None if found is None else Found(*found)


def of_holder(session: Session, match_id: str, seat: int, holder: int) -> list[SeatKey]:
    """All that this holder of the seat ever registered, the oldest first."""
    query = select(SeatKey).where(
        SeatKey.match_id == match_id, SeatKey.seat == seat, SeatKey.generation == holder
    )
    return list(session.scalars(query.order_by(SeatKey.id)))
