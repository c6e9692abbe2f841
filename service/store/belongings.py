"""What belongs to a person, table by table: read when they ask for their data."""

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.messages import Message
from service.store.submissions import Submission


def matches_of(session: Session, player_id: str) -> list[Match]:
    """Those that they host or sit at, the oldest first."""
    seated = select(Seat.match_id).where(Seat.player_id == player_id)
    mine = or_(Match.host_id == player_id, Match.id.in_(seated))
    return list(session.scalars(select(Match).where(mine).order_by(Match.created_at, Match.id)))


def sent_by(session: Session, seat: Seat, since: datetime) -> list[Submission]:
    """What the seat's present holder sent: it is theirs from when they sat down."""
    query = select(Submission).where(
        Submission.match_id == seat.match_id,
        Submission.seat == seat.number,
        Submission.created_at >= since,
        Submission.by.in_(("person", "plan")),
    )
    return list(session.scalars(query.order_by(Submission.number)))


def said_by(session: Session, player_id: str) -> list[Message]:
    query = select(Message).where(Message.player_id == player_id)
    return list(session.scalars(query.order_by(Message.created_at, Message.id)))


def letters_to(session: Session, player_id: str) -> list[Letter]:
    query = select(Letter).where(Letter.player_id == player_id)
    return list(session.scalars(query.order_by(Letter.id)))
