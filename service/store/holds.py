"""Holds: what the service has stopped doing by itself, and since when."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row
from service.store.rows import ensure, lock

DEADLINES = "deadlines"  # a duty
STARTING = "starting"  # all of them, while the sealing of old matches is not through


class Hold(Row):
    """One row a duty that can be held; `released_at` is when it was last told to go on."""

    __tablename__ = "hold"

    duty: Mapped[str] = mapped_column(String(20), primary_key=True)
    held_at: Mapped[datetime | None]
    reason: Mapped[str | None] = mapped_column(String(200))
    released_at: Mapped[datetime | None]
    let_go_at: Mapped[datetime | None]  # the same, where the guard did it and nobody has looked yet
    times: Mapped[int] = mapped_column(default=0, server_default="0")  # that it was ever held


def locked(session: Session, duty: str) -> Hold:
    ensure(session, Hold, duty=duty)
    found = lock(session, Hold, duty)
    if found is None:
        raise LookupError(duty)
    return found


def of(session: Session, duty: str) -> Hold | None:
    """As it is, for who only looks."""
    return session.get(Hold, duty)
