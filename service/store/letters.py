"""The outbox: notices, each somebody to be told of something, and the letters that cover them."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    func,
    select,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store import handles
from service.store.database import Row
from service.store.players import Player

LONGEST_NUMBER = 18  # digits that every database holds


class Notice(Row):
    """Nobody is told twice: match, recipient, kind and cause are unique together."""

    __tablename__ = "notice"
    __table_args__ = (
        UniqueConstraint("match_id", "player_id", "kind", "cause"),
        Index("ix_notice_waiting", "status", "after"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    player_id: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    seat: Mapped[int | None]
    kind: Mapped[str] = mapped_column(String(20))
    cause: Mapped[str] = mapped_column(String(60))
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(String(8))  # waiting, posted, dropped
    reason: Mapped[str | None] = mapped_column(String(60))  # why it was dropped
    letter_id: Mapped[int | None] = mapped_column(ForeignKey("letter.id"), index=True)
    after: Mapped[datetime]  # it is not gathered before
    digest: Mapped[bool] = mapped_column(default=False)  # goes with the news of other matches
    created_at: Mapped[datetime]


class Letter(Row):
    """A mail that covers one or more notices; its Message-ID is fixed once for all attempts."""

    __tablename__ = "letter"
    __table_args__ = (Index("ix_letter_waiting", "status", "next_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    # None: a digest, whose sections say of which matches.
    match_id: Mapped[str | None] = mapped_column(ForeignKey("match.id"), index=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    seat: Mapped[int | None]  # that the player holds; None for one who holds none
    kind: Mapped[str] = mapped_column(String(20))  # of the notice that leads, or digest
    message_id: Mapped[str] = mapped_column(String(120), unique=True)
    handle: Mapped[str | None] = mapped_column(String(handles.DIGITS), index=True, unique=True)
    # The notice that it was begun for, which begins no other: who gathers it again is found out.
    first_notice: Mapped[int | None] = mapped_column(index=True, unique=True)
    status: Mapped[str] = mapped_column(String(8))  # ready, sending, sent, bounced, dropped, dead
    reason: Mapped[str | None] = mapped_column(String(200))
    attempts: Mapped[int] = mapped_column(default=0)
    unsure: Mapped[int] = mapped_column(default=0)  # attempts that may have arrived
    told: Mapped[int] = mapped_column(default=0)  # the last entry that it tells of
    # When to look again: to send it, to take it from a dead worker, to forget its copy.
    next_at: Mapped[datetime | None]
    copy: Mapped[bytes | None] = mapped_column(LargeBinary)  # as it was sent, encrypted
    created_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]

    @property
    def called(self) -> str:
        """Outside: by its handle; by its number if it was written before letters had any."""
        return self.handle or str(self.id)


class Section(Row):
    """What a digest tells of one match."""

    __tablename__ = "section"

    letter_id: Mapped[int] = mapped_column(ForeignKey("letter.id"), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True, index=True)
    seat: Mapped[int | None]  # that the player holds
    told: Mapped[int] = mapped_column(default=0)  # the last entry that it tells of


def named(session: Session, name: str) -> Letter | None:
    """The letter that is called so outside; its number is no name of one that has a handle."""
    if len(name) == handles.DIGITS:
        return session.scalar(select(Letter).where(Letter.handle == name))
    if not (name.isascii() and name.isdecimal() and len(name) <= LONGEST_NUMBER):
        return None
    return session.scalar(select(Letter).where(Letter.id == int(name), Letter.handle.is_(None)))


def count_notices(session: Session, match_id: str, player_id: str, kind: str) -> int:
    """How often a player was to be told such a thing in a match."""
    query = select(func.count(Notice.id)).where(
        Notice.match_id == match_id, Notice.player_id == player_id, Notice.kind == kind
    )
    return session.scalar(query) or 0


def addresses_told(session: Session, match_id: str, kind: str) -> list[str]:
    """Of everyone who was to be told such a thing in a match, once for each time."""
    query = (
        select(Player.address)
        .join(Notice, Notice.player_id == Player.id)
        .where(Notice.match_id == match_id, Notice.kind == kind, Player.address.is_not(None))
    )
    return [str(address) for address in session.scalars(query)]


def noted(session: Session, match_id: str, player_id: str, kind: str, cause: str) -> bool:
    """Whether a player was to be told of this cause already."""
    query = select(Notice.id).where(
        Notice.match_id == match_id,
        Notice.player_id == player_id,
        Notice.kind == kind,
        Notice.cause == cause,
    )
    return session.scalar(query) is not None
