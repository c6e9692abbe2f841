"""Webhooks: addresses that programs are told at, and each call that is to be made there."""

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
    update,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store import handles
from service.store.database import Row

ACTIVE, DISABLED = "active", "disabled"
WAITING, CALLING, MADE, DROPPED, DEAD = "waiting", "calling", "made", "dropped", "dead"


class Webhook(Row):
    """Where a seat's program wants to be told; it dies with the seat's holder."""

    __tablename__ = "webhook"
    __table_args__ = (Index("ix_webhook_seat", "match_id", "seat"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("match.id"))
    seat: Mapped[int]
    generation: Mapped[int]  # the seat's `holder` then; 0: removed
    url: Mapped[bytes] = mapped_column(LargeBinary)  # encrypted: it may hold a secret
    secret: Mapped[bytes] = mapped_column(LargeBinary)  # encrypted
    status: Mapped[str] = mapped_column(String(8))
    reason: Mapped[str | None] = mapped_column(String(200))  # of the last failure
    failing_since: Mapped[datetime | None]
    created_at: Mapped[datetime]


class Call(Row):
    """One thing to tell one webhook, once: its handle is the message's id in every attempt."""

    __tablename__ = "webhook_call"
    __table_args__ = (
        UniqueConstraint("webhook_id", "kind", "cause"),
        Index("ix_webhook_call_waiting", "status", "next_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    # None: from before calls had any; these go by their number.
    handle: Mapped[str | None] = mapped_column(String(handles.DIGITS), index=True, unique=True)
    webhook_id: Mapped[str] = mapped_column(ForeignKey("webhook.id"))
    kind: Mapped[str] = mapped_column(String(20))
    cause: Mapped[str] = mapped_column(String(60))
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(String(8))
    reason: Mapped[str | None] = mapped_column(String(200))
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


def of_seat(session: Session, match_id: str, seat: int, holder: int) -> list[Webhook]:
    query = select(Webhook).where(
        Webhook.match_id == match_id, Webhook.seat == seat, Webhook.generation == holder
    )
    return list(session.scalars(query.order_by(Webhook.created_at, Webhook.id)))


def active(session: Session, match_id: str) -> list[Webhook]:
    query = select(Webhook).where(Webhook.match_id == match_id, Webhook.status == ACTIVE)
    return list(session.scalars(query.order_by(Webhook.id)))


def due(session: Session, now: datetime, limit: int, match_id: str | None = None) -> list[int]:
    """Calls to make, and those whose caller is gone."""
    query = select(Call.id).where(Call.status.in_((WAITING, CALLING)), Call.next_at <= now)
    if match_id is not None:
        query = query.join(Webhook, Webhook.id == Call.webhook_id)
        query = query.where(Webhook.match_id == match_id)
    return list(session.scalars(query.order_by(Call.next_at, Call.id).limit(limit)))


def waiting(session: Session, webhook_id: str) -> int:
    query = select(func.count(Call.id)).where(
        Call.webhook_id == webhook_id, Call.status.in_((WAITING, CALLING))
    )
    return session.scalar(query) or 0


def put_off(session: Session, webhook_id: str, until: datetime) -> None:
    """Nothing that waits for this webhook is tried before then."""
    query = update(Call).where(
        Call.webhook_id == webhook_id, Call.status == WAITING, Call.next_at < until
    )
    session.execute(query.values(next_at=until))


def let_go(session: Session, webhook_id: str, reason: str) -> None:
    """What still waits for a webhook that is no longer called."""
    query = update(Call).where(Call.webhook_id == webhook_id, Call.status.in_((WAITING, CALLING)))
    session.execute(query.values(status=DROPPED, reason=reason, next_at=None))
