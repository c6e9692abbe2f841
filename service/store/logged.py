"""Matches that have a log, found one batch after the other, and those out of play."""

from sqlalchemy import ColumnElement, exists, func, select
from sqlalchemy.orm import Session

from service.store.entries import LogEntry
from service.store.matches import Match


def after(session: Session, match_id: str, limit: int) -> list[str]:
    query = select(Match.id).where(Match.id > match_id, _has_log())
    return list(session.scalars(query.order_by(Match.id).limit(limit)))


def count(session: Session) -> int:
    return session.scalar(select(func.count(Match.id)).where(_has_log())) or 0


def _has_log() -> ColumnElement[bool]:
    return exists().where(LogEntry.match_id == Match.id)


def has_log(session: Session, match_id: str) -> bool:
    query = select(LogEntry.number).where(LogEntry.match_id == match_id)
    return session.scalar(query.limit(1)) is not None


def out_of_play(session: Session) -> list[Match]:
    """Those in quarantine, the longest there first."""
    query = select(Match).where(Match.quarantined_at.is_not(None))
    return list(session.scalars(query.order_by(Match.quarantined_at, Match.id)))
