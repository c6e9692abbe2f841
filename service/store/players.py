"""People known by an address: how to write to them, and who must never be written to."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row


class Player(Row):
    """A person; without an address, somebody who plays in this browser only."""

    __tablename__ = "player"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    address: Mapped[str | None] = mapped_column(String(254), unique=True)
    confirmed_at: Mapped[datetime | None]
    language: Mapped[str] = mapped_column(String(5))
    time_zone: Mapped[str] = mapped_column(String(64))
    policy: Mapped[dict[str, Any]] = mapped_column(JSON)  # which letters, when
    generation: Mapped[int] = mapped_column(default=1)  # tokens of an earlier one are dead
    renewed_at: Mapped[datetime | None]  # when all their links were last replaced
    fault: Mapped[str | None] = mapped_column(String(200))  # why letters do not arrive
    created_at: Mapped[datetime]
    erased_at: Mapped[datetime | None] = mapped_column(index=True)


class Block(Row):
    """An address that asked never to be written to again, as a keyed hash of it."""

    __tablename__ = "block"

    address_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    created_at: Mapped[datetime]


def by_address(session: Session, address: str) -> Player | None:
    return session.scalar(select(Player).where(Player.address == address))


def those(session: Session, ids: Collection[str]) -> dict[str, Player]:
    """Several in one question."""
    query = select(Player).where(Player.id.in_(sorted(ids)))
    return {player.id: player for player in session.scalars(query)}


def any_blocked(session: Session, hashes: Collection[str]) -> bool:
    query = select(Block.address_hash).where(Block.address_hash.in_(sorted(hashes)))
    return session.scalar(query.limit(1)) is not None
