"""Seats about to change hands: proposed by the host, decided by the holder or by time."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, String, and_, or_, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store import handles
from service.store.database import Row
from service.store.matches import Match


class Handover(handles.Numbered, Row):
    __tablename__ = "handover"
    __table_args__ = (Index("ix_handover_waiting", "status", "effective_at"),)

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    seat: Mapped[int]
    player_id: Mapped[str | None] = mapped_column(ForeignKey("player.id"))  # None: a bot
    bot: Mapped[str | None] = mapped_column(String(20))
    substitutes: Mapped[bool] = mapped_column(default=False)  # asked while the bot plays
    name: Mapped[str] = mapped_column(String(40))
    status: Mapped[str] = mapped_column(String(10))  # waiting, done, stopped
    approvals: Mapped[list[int]] = mapped_column(JSON)  # seats that want it, its holder's apart
    proposed_at: Mapped[datetime]
    effective_at: Mapped[datetime]


def of_match(session: Session, match_id: str) -> list[Handover]:
    query = select(Handover).where(Handover.match_id == match_id)
    return list(session.scalars(query.order_by(Handover.id)))


def waiting_for(session: Session, match_id: str, seat: int) -> Handover | None:
    return session.scalar(
        select(Handover).where(
            Handover.match_id == match_id, Handover.seat == seat, Handover.status == "waiting"
        )
    )


def waiting_in(session: Session, match_id: str) -> list[Handover]:
    query = select(Handover).where(Handover.match_id == match_id, Handover.status == "waiting")
    return list(session.scalars(query.order_by(Handover.seat)))


def ripe(session: Session, now: datetime, limit: int) -> list[tuple[str, int]]:
    """The matches and seats whose waiting time is over, but for matches at rest.

    Those would stay, and come to fill the limit; in a match that is over it is to be stopped.
    """
    in_play = and_(
        Match.paused_at.is_(None),
        Match.quarantined_at.is_(None),
        or_(Match.closes_at.is_(None), Match.closes_at > now),
    )
    query = (
        select(Handover.match_id, Handover.seat)
        .join(Match, Match.id == Handover.match_id)
        .where(Handover.status == "waiting", Handover.effective_at <= now)
        .where(or_(Match.status != "running", in_play))
        .order_by(Handover.effective_at)
        .limit(limit)
    )
    return [(match_id, seat) for match_id, seat in session.execute(query)]
