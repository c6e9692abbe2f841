"""Signs of life: a row for each process and each recurring duty, with its last moment."""

from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import CursorResult, String, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row
from service.store.rows import ensure, lock
from service.store.times import Moment


class Heartbeat(Row):
    __tablename__ = "heartbeat"

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    name: Mapped[str] = mapped_column(String(200), primary_key=True)
    beats: Mapped[int]
    last_at: Mapped[datetime] = mapped_column(index=True)
    steady_since: Mapped[datetime | None]  # of a duty: none was missed, and no clock jumped, since


def record(
    session: Session, kind: str, name: str, now: datetime, fresh: timedelta | None = None
) -> datetime:
    """Note a sign of life; when the one before it was. `fresh`: how far apart two may be."""
    ensure(session, Heartbeat, kind=kind, name=name, beats=0, last_at=now)
    row = lock(session, Heartbeat, (kind, name))
    if row is None:
        return now
    before = row.last_at
    row.beats += 1
    if fresh is not None and (row.steady_since is None or abs(now - before) > fresh):
        row.steady_since = max(before, now)
    # A clock that stepped back, or a late second beat, never makes a process look older.
    row.last_at = max(before, now)
    return before


def latest(session: Session) -> dict[str, datetime]:
    """For each kind, when any of its processes last gave a sign."""
    query = select(Heartbeat.kind, func.max(Heartbeat.last_at, type_=Moment()).label("at"))
    return {row.kind: row.at for row in session.execute(query.group_by(Heartbeat.kind))}


def forget(session: Session, before: datetime) -> int:
    """Drop the rows of processes long gone; how many they were."""
    gone = session.execute(delete(Heartbeat).where(Heartbeat.last_at < before))
    return cast("CursorResult[Any]", gone).rowcount
