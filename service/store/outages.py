"""Stretches in which no sweep ran, and which matches have been given that time back."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row
from service.store.matches import Match


class Outage(Row):
    """Known by its beginning: two sweeps that find it find one."""

    __tablename__ = "outage"

    id: Mapped[int] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(unique=True)  # the last sign of life before it
    until: Mapped[datetime]
    moved: Mapped[int] = mapped_column(default=0)  # matches
    settled_at: Mapped[datetime | None]  # every match has been moved


def unsettled(session: Session) -> list[Outage]:
    """The oldest first."""
    query = select(Outage).where(Outage.settled_at.is_(None)).order_by(Outage.id)
    return list(session.scalars(query))


def newest(session: Session, limit: int) -> list[Outage]:
    return list(session.scalars(select(Outage).order_by(Outage.id.desc()).limit(limit)))


def spans(session: Session) -> list[tuple[datetime, datetime]]:
    return [(since, until) for since, until in session.execute(select(Outage.since, Outage.until))]


def unmoved(session: Session, outage: Outage, limit: int) -> list[str]:
    """Matches that ran through an outage and have not been given its time back."""
    query = (
        select(Match.id)
        .where(
            Match.status == "running",
            Match.outage_id < outage.id,
            Match.started_at < outage.until,
        )
        .limit(limit)
    )
    return list(session.scalars(query))


def count_moved(session: Session, number: int) -> None:
    """By the database itself: two sweeps may count at once."""
    session.execute(update(Outage).where(Outage.id == number).values(moved=Outage.moved + 1))
