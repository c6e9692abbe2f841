"""Who would step in at a table, in the order in which they are asked."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store import handles
from service.store.database import Row
from service.store.matches import Match

WAITING = "waiting"
ASKED = "asked"  # invited to a seat, until a moment
SEATED = "seated"
DECLINED = "declined"
SILENT = "silent"  # had its time, and did not answer
PASSED = "passed"  # could not be asked, or the seat went elsewhere meanwhile


class Substitute(handles.Numbered, Row):
    __tablename__ = "substitute"
    __table_args__ = (
        UniqueConstraint("match_id", "player_id"),
        Index("ix_substitute_asked", "status", "until"),
    )

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    player_id: Mapped[str] = mapped_column(ForeignKey("player.id"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    status: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None]  # that it is or was asked to take
    until: Mapped[datetime | None]
    created_at: Mapped[datetime]


def of_match(session: Session, match_id: str) -> list[Substitute]:
    query = select(Substitute).where(Substitute.match_id == match_id)
    return list(session.scalars(query.order_by(Substitute.id)))


def waiting_in(session: Session, match_id: str) -> list[Substitute]:
    return [one for one in of_match(session, match_id) if one.status == WAITING]


def asked_in(session: Session, match_id: str) -> list[Substitute]:
    return [one for one in of_match(session, match_id) if one.status == ASKED]


def asked_for(session: Session, match_id: str, seat: int) -> Substitute | None:
    """Who is invited to this seat now."""
    return next((one for one in asked_in(session, match_id) if one.seat == seat), None)


def count_waiting(session: Session, match_id: str) -> int:
    query = select(func.count(Substitute.id)).where(
        Substitute.match_id == match_id, Substitute.status == WAITING
    )
    return session.scalar(query) or 0


def overdue(session: Session, now: datetime, limit: int) -> list[tuple[str, int]]:
    """Matches and substitutes whose time to answer is over, but for matches at rest."""
    query = (
        select(Substitute.match_id, Substitute.id)
        .join(Match, Match.id == Substitute.match_id)
        .where(Substitute.status == ASKED, Substitute.until <= now)
        .where(Match.paused_at.is_(None), Match.quarantined_at.is_(None))
        .order_by(Substitute.until)
        .limit(limit)
    )
    return [(match_id, number) for match_id, number in session.execute(query)]
