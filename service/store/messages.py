"""Messages at the table: what seats said to each other, kept where only they read it."""

from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    LargeBinary,
    Select,
    String,
    UniqueConstraint,
    and_,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row


class Message(Row):
    """A seat is named with its generation: who holds it later is somebody else.

    The number orders a match's messages and is shown to nobody: a gap would tell of a private one.
    """

    __tablename__ = "message"
    __table_args__ = (
        UniqueConstraint("match_id", "number"),
        UniqueConstraint("match_id", "seat", "key"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    number: Mapped[int]
    seat: Mapped[int]
    generation: Mapped[int]
    player_id: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)  # the author
    to_seat: Mapped[int | None]  # None: to all
    to_generation: Mapped[int | None]
    text: Mapped[bytes | None] = mapped_column(LargeBinary)  # encrypted; None: erased
    key: Mapped[str | None] = mapped_column(String(280))  # the holder's generation, and its key
    fingerprint: Mapped[str | None] = mapped_column(String(64))  # of the request, keyed
    created_at: Mapped[datetime]


def next_number(session: Session, match_id: str) -> int:
    """Asked for while the match is held."""
    query = select(func.max(Message.number)).where(Message.match_id == match_id)
    return (session.scalar(query) or 0) + 1


def by_key(session: Session, match_id: str, seat: int, key: str) -> Message | None:
    return session.scalar(
        select(Message).where(
            Message.match_id == match_id, Message.seat == seat, Message.key == key
        )
    )


def seen(session: Session, message_id: str, seat: int, generation: int) -> Message | None:
    """The message, if this holder of the seat may read it."""
    query = select(Message).where(Message.id == message_id, _shown(seat, generation))
    return session.scalar(query)


def after(
    session: Session, match_id: str, seat: int, generation: int, number: int, limit: int
) -> list[Message]:
    """What this holder of the seat may read, oldest first."""
    query = _of(match_id, seat, generation).where(Message.number > number)
    return list(session.scalars(query.order_by(Message.number).limit(limit)))


def newest(
    session: Session, match_id: str, seat: int, generation: int, limit: int
) -> list[Message]:
    """The last of these, oldest first."""
    query = _of(match_id, seat, generation).order_by(Message.number.desc()).limit(limit)
    return list(session.scalars(query))[::-1]


def blank(session: Session, player_id: str) -> None:
    """Forget what a player said, and by what it could be guessed; that something was said stays."""
    gone = {"text": None, "key": None, "fingerprint": None}
    session.execute(update(Message).where(Message.player_id == player_id).values(gone))


def _of(match_id: str, seat: int, generation: int) -> Select[Message]:
    return select(Message).where(Message.match_id == match_id, _shown(seat, generation))


def _shown(seat: int, generation: int) -> ColumnElement[bool]:
    return or_(
        Message.to_seat.is_(None),
        and_(Message.seat == seat, Message.generation == generation),
        and_(Message.to_seat == seat, Message.to_generation == generation),
    )
