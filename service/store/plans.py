"""What seats have laid down for turns to come: plans, and standing preferences. Encrypted."""

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String, delete
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row


class PlanRow(Row):
    """A seat's plan: its steps, and whether it has stopped. Who looks here learns only whose."""

    __tablename__ = "plan"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kept: Mapped[bytes] = mapped_column(LargeBinary)
    method: Mapped[str] = mapped_column(String(8))
    authority: Mapped[str] = mapped_column(String(255))
    path: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime]


class PreferenceRow(Row):
    """A seat's standing preferences: what they say of sealed actions is as secret as those."""

    __tablename__ = "preference"

    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kept: Mapped[bytes] = mapped_column(LargeBinary)


def plan_of(session: Session, match_id: str, seat: int) -> PlanRow | None:
    return session.get(PlanRow, (match_id, seat))


def preference_of(session: Session, match_id: str, seat: int) -> PreferenceRow | None:
    return session.get(PreferenceRow, (match_id, seat))


def destroy(session: Session, match_id: str, seat: int | None = None) -> None:
    """All that a seat, or every seat of a match, has laid down."""
    for kind in (PlanRow, PreferenceRow):
        gone = delete(kind).where(kind.match_id == match_id)
        session.execute(gone if seat is None else gone.where(kind.seat == seat))
