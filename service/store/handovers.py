"""Seats about to change hands: proposed by the host, decided by the holder or by time."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row


class Handover(Row):
    __tablename__ = "handover"
    __table_args__ = (Index("ix_handover_waiting", "status", "effective_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    seat: Mapped[int]
    player_id: Mapped[str | None] = mapped_column(ForeignKey("player.id"))  # None: a bot
    bot: Mapped[str | None] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    status: Mapped[str] = mapped_column(String(10))  # waiting, done, stopped
    proposed_at: Mapped[datetime]
    effective_at: Mapped[datetime]


def waiting_for(session: Session, match_id: str, seat: int) -> Handover | None:
    return session.scalar(
        select(Handover).where(
            Handover.match_id == match_id, Handover.seat == seat, Handover.status == "waiting"
        )
    )
