"""What seats have proposed of their match's time, and who is for or against it."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, String, or_, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store import handles
from service.store.database import Row
from service.store.matches import Match


class Vote(handles.Numbered, Row):
    __tablename__ = "vote"
    __table_args__ = (Index("ix_vote_waiting", "status", "lapses_at"),)

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), index=True)
    kind: Mapped[str] = mapped_column(String(8))  # pause, resume, extend
    hours: Mapped[int | None]  # that a deadline would move by
    phase: Mapped[str | None] = mapped_column(String(40))  # whose deadline that is
    seat: Mapped[int]  # that proposed it
    status: Mapped[str] = mapped_column(String(8))  # waiting, done, stopped, lapsed
    agreed: Mapped[list[int]] = mapped_column(JSON)
    disagreed: Mapped[list[int]] = mapped_column(JSON)
    proposed_at: Mapped[datetime]
    lapses_at: Mapped[datetime]


def of_match(session: Session, match_id: str) -> list[Vote]:
    query = select(Vote).where(Vote.match_id == match_id)
    return list(session.scalars(query.order_by(Vote.id)))


def waiting_in(session: Session, match_id: str) -> list[Vote]:
    query = select(Vote).where(Vote.match_id == match_id, Vote.status == "waiting")
    return list(session.scalars(query.order_by(Vote.id)))


def open_in(session: Session, row: Match) -> list[Vote]:
    """Those that can still be decided: what a phase or a host has overtaken waits in vain."""
    if row.status != "running":
        return []
    return [vote for vote in waiting_in(session, row.id) if _stands(vote, row)]


def _stands(vote: Vote, row: Match) -> bool:
    if vote.kind == "extend":
        return vote.phase == row.phase
    return (vote.kind == "resume") == (row.paused_at is not None)


def overdue(session: Session, now: datetime, limit: int) -> list[tuple[str, int]]:
    """Matches and votes in them that nobody has decided in time.

    In a pause time stands still but for the vote that would end it.
    """
    runs = or_(Match.paused_at.is_(None), Vote.kind == "resume")
    query = (
        select(Vote.match_id, Vote.id)
        .join(Match, Match.id == Vote.match_id)
        .where(Vote.status == "waiting", Vote.lapses_at <= now, runs)
        .order_by(Vote.lapses_at)
        .limit(limit)
    )
    return [(match_id, number) for match_id, number in session.execute(query)]
