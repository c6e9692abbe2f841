"""What a restored database must not do again: letters that its former life may have sent."""

from datetime import datetime
from typing import Final

from sqlalchemy import func, or_, select, text, update
from sqlalchemy.orm import Session

from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.outbox import DROPPED, READY, SENDING, WAITING

GAP: Final = 1_000_000  # numbers that the former life may have given since


def drop_waiting(session: Session, reason: str) -> int:
    """Whatever had not left by then: it may have since. How many notices they were."""
    unsent = select(Letter.id).where(Letter.status.in_((READY, SENDING)))
    waiting = or_(Notice.status == WAITING, Notice.letter_id.in_(unsent))
    count = session.scalar(select(func.count(Notice.id)).where(waiting, Notice.status != DROPPED))
    gone = update(Notice).where(waiting, Notice.status != DROPPED)
    session.execute(gone.values(status=DROPPED, reason=reason))
    letters = update(Letter).where(Letter.status.in_((READY, SENDING)))
    session.execute(letters.values(status=DROPPED, reason=reason, next_at=None, copy=None))
    return count or 0


def leave_gap(session: Session, reason: str, now: datetime) -> None:
    """Message-IDs and return addresses are made of numbers: none may be given twice.

    SQLite gives the number after the highest, so there a dropped row stands at the far end.
    """
    if session.get_bind().dialect.name == "postgresql":
        for table in (Letter.__tablename__, Notice.__tablename__):
            session.execute(_AHEAD, {"table": table, "last": _last(session, table)})
        return
    notice = session.scalar(select(Notice).order_by(Notice.id.desc()).limit(1))
    if notice is not None:  # else nobody was ever written to
        letter = _far_letter(notice, _last(session, Letter.__tablename__), reason, now)
        session.add_all([letter, _far_notice(notice, reason, now)])


_AHEAD = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :last)")


def _last(session: Session, table: str) -> int:
    kind = Letter if table == Letter.__tablename__ else Notice
    return (session.scalar(select(func.max(kind.id))) or 0) + GAP


def _far_letter(last: Notice, number: int, reason: str, now: datetime) -> Letter:
    return Letter(
        id=number,
        match_id=last.match_id,
        player_id=last.player_id,
        kind=last.kind,
        message_id=f"<restored.{number}>",
        status=DROPPED,
        reason=reason,
        created_at=now,
    )


def _far_notice(last: Notice, reason: str, now: datetime) -> Notice:
    return Notice(
        id=last.id + GAP,
        match_id=last.match_id,
        player_id=last.player_id,
        kind=last.kind,
        cause=f"restored:{now.isoformat()}",
        facts={},
        status=DROPPED,
        reason=reason,
        after=now,
        created_at=now,
    )


def in_play(session: Session) -> list[str]:
    """Running matches that wait for somebody."""
    query = select(Match.id).where(
        Match.status == "running", Match.quarantined_at.is_(None), Match.paused_at.is_(None)
    )
    return list(session.scalars(query.order_by(Match.id)))
