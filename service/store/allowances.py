"""How often something was done in a stretch of time: counted where every process sees it."""

from datetime import datetime
from typing import Any, cast

from sqlalchemy import CursorResult, String, delete
from sqlalchemy.orm import Mapped, Session, mapped_column

from service.store.database import Row
from service.store.rows import ensure, lock


class Allowance(Row):
    __tablename__ = "allowance"

    what: Mapped[str] = mapped_column(String(120), primary_key=True)
    since: Mapped[datetime] = mapped_column(primary_key=True)
    count: Mapped[int]


def spend(session: Session, what: str, since: datetime, most: int) -> bool:
    """Count one more in the stretch that began then; whether it was still allowed."""
    row = hold(session, what, since)
    if row is None or row.count >= most:
        return False
    row.count += 1
    session.flush()  # so that who holds it again in this transaction reads what was counted
    return True


def used(session: Session, what: str, since: datetime) -> int:
    """The count as it is, for who only looks."""
    row = session.get(Allowance, (what, since))
    return 0 if row is None else row.count


def hold(session: Session, what: str, since: datetime) -> Allowance | None:
    """The count, locked until the transaction ends."""
    ensure(session, Allowance, what=what, since=since, count=0)
    return lock(session, Allowance, (what, since))


def forget(session: Session, before: datetime) -> int:
    """Drop the counts of stretches long over; how many they were."""
    gone = session.execute(delete(Allowance).where(Allowance.since < before))
    return cast("CursorResult[Any]", gone).rowcount
