"""Holds: what the service has stopped doing by itself until an operator has looked."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row
from service.store.rows import ensure, lock

DEADLINES = "deadlines"  # a duty
STARTING = "starting"  # all of them, while the sealing of old matches is not through


class Hold(Row):
    """One row a duty that can be held; `released_at` is when an operator last said go on."""

    __tablename__ = "hold"

    duty: Mapped[str] = mapped_column(String(20), primary_key=True)
    held_at: Mapped[datetime | None]
    reason: Mapped[str | None] = mapped_column(String(200))
    released_at: Mapped[datetime | None]


def locked(session: Session, duty: str) -> Hold:
    ensure(session, Hold, duty=duty)
    found = lock(session, Hold, duty)
    if found is None:
        raise LookupError(duty)
    return found


def held_since(session: Session, duty: str) -> datetime | None:
    found = session.get(Hold, duty)
    return None if found is None else found.held_at
