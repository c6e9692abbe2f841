"""Submissions: what a seat sent, to the byte, and the proof of who sent it."""

from datetime import datetime

from sqlalchemy import (
    JSON,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    null,
    select,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row

SEALED = "sealed"  # in force and not open
PLAYED = "played"
REPLACED = "replaced"  # by a newer one of the same seat and phase
WITHDRAWN = "withdrawn"
DESTROYED = "destroyed"  # the seat changed hands


class Submission(Row):
    """Body, action, proof and standing are sealed under the match's key: see service/hidden.py."""

    __tablename__ = "submission"
    __table_args__ = (
        UniqueConstraint("match_id", "number"),
        UniqueConstraint("match_id", "seat", "key"),
        Index("ix_submission_phase", "match_id", "phase", "status"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    number: Mapped[int]
    seat: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))  # turn, sealed, peek, plan, undo, withdraw
    status: Mapped[str] = mapped_column(String(10))
    phase: Mapped[str] = mapped_column(String(40))
    turn: Mapped[int]
    by: Mapped[str] = mapped_column(String(8))
    body: Mapped[bytes] = mapped_column(LargeBinary)
    action: Mapped[bytes | None] = mapped_column(LargeBinary)
    salt: Mapped[bytes | None] = mapped_column(LargeBinary(16))  # from the reveal on
    commitment: Mapped[str | None] = mapped_column(String(64))
    hidden_commitment: Mapped[str | None] = mapped_column(String(64))
    method: Mapped[str] = mapped_column(String(8))
    authority: Mapped[str] = mapped_column(String(255))
    path: Mapped[str] = mapped_column(String(255))
    key: Mapped[str | None] = mapped_column(String(280))  # the holder's generation, and its key
    fingerprint: Mapped[str | None] = mapped_column(String(64))  # of the body, keyed
    # a signature by the seat's key
    proof: Mapped[str | None] = mapped_column(JSON(none_as_null=True))
    entry: Mapped[int | None]
    # what its answer said of the match that no log tells; see service/standing.py
    standing: Mapped[str | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime]


def in_force(session: Session, match_id: str, phase: str) -> list[Submission]:
    """The sealed actions of a phase, one a seat."""
    query = select(Submission).where(
        Submission.match_id == match_id, Submission.phase == phase, Submission.status == SEALED
    )
    return list(session.scalars(query.order_by(Submission.seat)))


def of_seat(session: Session, match_id: str, phase: str, seat: int) -> Submission | None:
    found = (one for one in in_force(session, match_id, phase) if one.seat == seat)
    return next(found, None)


def sealed_by(session: Session, match_id: str, seat: int) -> list[Submission]:
    """All that a seat has in force and unopened."""
    query = select(Submission).where(
        Submission.match_id == match_id, Submission.seat == seat, Submission.status == SEALED
    )
    return list(session.scalars(query))


def by_key(session: Session, match_id: str, seat: int, key: str) -> Submission | None:
    return session.scalar(
        select(Submission).where(
            Submission.match_id == match_id, Submission.seat == seat, Submission.key == key
        )
    )


def signed(session: Session, match_id: str) -> list[Submission]:
    """What is in the log by a seat's own signature, in the order in which it came."""
    query = select(Submission).where(
        Submission.match_id == match_id,
        Submission.entry.is_not(None),
        Submission.proof.is_not(null()),
    )
    return list(session.scalars(query.order_by(Submission.number)))
