"""What is in the outbox: notices that wait, letters that are due, and who has them in hand."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from service.store.letters import Letter, Notice

WAITING, POSTED, DROPPED = "waiting", "posted", "dropped"
READY, SENDING, SENT, DEAD = "ready", "sending", "sent", "dead"


def matches_waiting(session: Session, now: datetime, limit: int) -> list[str]:
    """Matches with notices to gather, the longest waiting first."""
    query = (
        select(Notice.match_id)
        .where(Notice.status == WAITING, Notice.after <= now)
        .group_by(Notice.match_id)
        .order_by(func.min(Notice.after))
        .limit(limit)
    )
    return list(session.scalars(query))


def waiting(session: Session, match_id: str, now: datetime) -> list[Notice]:
    query = select(Notice).where(
        Notice.match_id == match_id, Notice.status == WAITING, Notice.after <= now
    )
    return list(session.scalars(query.order_by(Notice.id)))


def covered(session: Session, letter_id: int) -> list[Notice]:
    """The notices that a letter still covers."""
    query = select(Notice).where(Notice.letter_id == letter_id, Notice.status == POSTED)
    return list(session.scalars(query.order_by(Notice.id)))


def unsent(session: Session, match_id: str, player_id: str) -> Letter | None:
    """A letter that certainly has not left, held: what is new can go with it."""
    query = (
        select(Letter)
        .where(
            Letter.match_id == match_id,
            Letter.player_id == player_id,
            Letter.status == READY,
            Letter.unsure == 0,
        )
        .order_by(Letter.id)
        .limit(1)
        .with_for_update()
    )
    return session.scalar(query)


def due(session: Session, now: datetime, limit: int, match_id: str | None = None) -> list[int]:
    query = select(Letter.id).where(Letter.status == READY, Letter.next_at <= now)
    if match_id is not None:
        query = query.where(Letter.match_id == match_id)
    return list(session.scalars(query.order_by(Letter.next_at, Letter.id).limit(limit)))


def abandoned(session: Session, now: datetime, limit: int) -> list[Letter]:
    """Letters in the hands of a worker that has had them too long."""
    query = select(Letter).where(Letter.status == SENDING, Letter.next_at <= now)
    return list(session.scalars(query.order_by(Letter.next_at).limit(limit)))


def outlived(session: Session, now: datetime, limit: int) -> list[Letter]:
    """Letters whose copy is to be forgotten."""
    done = Letter.status.in_((SENT, DEAD, DROPPED))
    query = select(Letter).where(done, Letter.next_at <= now).limit(limit)
    return list(session.scalars(query))


def thread(session: Session, match_id: str, player_id: str, before: int) -> Sequence[str]:
    """The Message-IDs of the first and the last letter that this one follows."""
    query = select(Letter.message_id).where(
        Letter.match_id == match_id,
        Letter.player_id == player_id,
        Letter.status == SENT,
        Letter.id < before,
    )
    ends = (
        session.scalar(query.order_by(Letter.id).limit(1)),
        session.scalar(query.order_by(Letter.id.desc()).limit(1)),
    )
    return list(dict.fromkeys(found for found in ends if found))


def written_to(session: Session, match_id: str, player_id: str) -> bool:
    """Whether a letter of this match has ever reached this player."""
    query = select(Letter.id).where(
        Letter.match_id == match_id, Letter.player_id == player_id, Letter.status == SENT
    )
    return session.scalar(query.limit(1)) is not None


def newest(session: Session, limit: int) -> list[Letter]:
    return list(session.scalars(select(Letter).order_by(Letter.id.desc()).limit(limit)))


def of_match(session: Session, match_id: str, limit: int) -> list[Letter]:
    query = select(Letter).where(Letter.match_id == match_id)
    return list(session.scalars(query.order_by(Letter.id.desc()).limit(limit)))


def counts(session: Session) -> dict[str, int]:
    """How many letters there are in each state."""
    rows = session.execute(select(Letter.status, func.count()).group_by(Letter.status))
    return {status: count for status, count in rows}  # noqa: C416  # rows are no plain tuples
