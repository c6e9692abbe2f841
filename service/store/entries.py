"""The log: each match's entries, and what was told of them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, LargeBinary, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row


class LogEntry(Row):
    """An entry with its events: they can be found again by replay, and are kept to be read.

    What is sealed is sealed under the match's key: see service/hidden.py.
    """

    __tablename__ = "entry"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    public: Mapped[dict[str, Any]] = mapped_column(JSON)
    private: Mapped[str] = mapped_column(JSON)  # sealed
    salt: Mapped[bytes] = mapped_column(LargeBinary(16))  # sealed
    sealed: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))
    events: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    told: Mapped[str] = mapped_column(JSON)  # to one seat each; sealed
    created_at: Mapped[datetime]


def after(session: Session, match_id: str, number: int, limit: int) -> list[LogEntry]:
    query = (
        select(LogEntry)
        .where(LogEntry.match_id == match_id, LogEntry.number > number)
        .order_by(LogEntry.number)
        .limit(limit)
    )
    return list(session.scalars(query))


def all_of(session: Session, match_id: str) -> list[LogEntry]:
    query = select(LogEntry).where(LogEntry.match_id == match_id).order_by(LogEntry.number)
    return list(session.scalars(query))
