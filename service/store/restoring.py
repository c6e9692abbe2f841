"""What a restored database must not do again: letters that its former life may have sent."""

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.outbox import DROPPED, READY, SENDING, WAITING


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


def in_play(session: Session) -> list[str]:
    """Running matches that wait for somebody."""
    query = select(Match.id).where(
        Match.status == "running", Match.quarantined_at.is_(None), Match.paused_at.is_(None)
    )
    return list(session.scalars(query.order_by(Match.id)))
