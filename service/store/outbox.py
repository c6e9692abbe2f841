"""What is in the outbox: notices that wait, letters that are due, and who has them in hand."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, update
from sqlalchemy.orm import Session

from service.store.letters import Letter, Notice, Section

# Kinds that share no letter: a host may know of the others, and must not miss one for these.
ALONE = {"links", "player_link"}
WAITING, POSTED, DROPPED = "waiting", "posted", "dropped"
READY, SENDING, SENT, BOUNCED, DEAD = "ready", "sending", "sent", "bounced", "dead"


def matches_waiting(session: Session, now: datetime, limit: int) -> list[str]:
    """Matches with notices to gather, the longest waiting first."""
    query = (
        select(Notice.match_id)
        .where(Notice.status == WAITING, Notice.after <= now, Notice.digest.is_(False))
        .group_by(Notice.match_id)
        .order_by(func.min(Notice.after))
        .limit(limit)
    )
    return list(session.scalars(query))


def digests_waiting(session: Session, now: datetime, limit: int) -> list[str]:
    """Players whose hour has struck for the news of many matches."""
    query = (
        select(Notice.player_id)
        .where(Notice.status == WAITING, Notice.after <= now, Notice.digest)
        .group_by(Notice.player_id)
        .order_by(func.min(Notice.after))
        .limit(limit)
    )
    return list(session.scalars(query))


def digested(session: Session, player_id: str, now: datetime) -> list[str]:
    """The matches that a digest to this player tells of, in the order to lock them in."""
    query = select(Notice.match_id).where(
        Notice.player_id == player_id, Notice.status == WAITING, Notice.after <= now, Notice.digest
    )
    return list(session.scalars(query.distinct().order_by(Notice.match_id)))


def waiting(session: Session, match_id: str) -> list[Notice]:
    """All that waits, due or not: what is not goes with what is."""
    query = select(Notice).where(Notice.match_id == match_id, Notice.status == WAITING)
    return list(session.scalars(query.order_by(Notice.id)))


def waiting_for(session: Session, player_id: str, match_id: str | None = None) -> list[Notice]:
    """What a player has not been told yet, of all matches or of one."""
    query = select(Notice).where(Notice.player_id == player_id, Notice.status == WAITING)
    if match_id is not None:
        query = query.where(Notice.match_id == match_id)
    return list(session.scalars(query.order_by(Notice.id)))


def covered(session: Session, letter_id: int) -> list[Notice]:
    """The notices that a letter still covers."""
    query = select(Notice).where(Notice.letter_id == letter_id, Notice.status == POSTED)
    return list(session.scalars(query.order_by(Notice.id)))


def unsent(session: Session, match_id: str | None, player_id: str) -> Letter | None:
    """A letter that certainly has not left, held: what is new can go with it. None: a digest."""
    query = (
        select(Letter)
        .where(
            Letter.match_id == match_id,
            Letter.player_id == player_id,
            Letter.status == READY,
            Letter.unsure == 0,
            Letter.kind.not_in(ALONE),
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


def write_anew(session: Session, player_id: str) -> None:
    """A letter that may have arrived is sent again to the byte; not once its links are dead."""
    again = update(Letter).where(
        Letter.player_id == player_id, Letter.status.in_((READY, SENDING)), Letter.unsure > 0
    )
    session.execute(again.values(copy=None))


def overtakes(session: Session, letter: Letter, now: datetime) -> bool:
    """Whether somebody has in hand what this letter follows; a digest follows all, and all it."""
    query = select(Letter.id).where(
        Letter.player_id == letter.player_id,
        Letter.status == SENDING,
        Letter.next_at > now,
        Letter.id != letter.id,
    )
    if letter.match_id is not None:
        query = query.where(or_(Letter.match_id == letter.match_id, Letter.match_id.is_(None)))
    return session.scalar(query.limit(1)) is not None


def abandoned(session: Session, now: datetime, limit: int) -> list[Letter]:
    """Letters in the hands of a worker that has had them too long."""
    query = select(Letter).where(Letter.status == SENDING, Letter.next_at <= now)
    return list(session.scalars(query.order_by(Letter.next_at).limit(limit)))


def outlived(session: Session, now: datetime, limit: int) -> list[Letter]:
    """Letters whose copy is to be forgotten."""
    done = Letter.status.in_((SENT, BOUNCED, DEAD, DROPPED))
    query = select(Letter).where(done, Letter.next_at <= now).limit(limit)
    return list(session.scalars(query))


def thread(session: Session, match_id: str | None, player_id: str, before: int) -> Sequence[str]:
    """The Message-IDs of the first and the last letter that this one follows. None: digests."""
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


def told(session: Session, match_id: str, player_id: str) -> int:
    """The last entry that a letter which did not come back has told this player of."""
    arrived = (Letter.player_id == player_id) & (Letter.status == SENT)
    own = select(func.max(Letter.told)).where(Letter.match_id == match_id, arrived)
    digests = (
        select(func.max(Section.told))
        .join(Letter, Letter.id == Section.letter_id)
        .where(Section.match_id == match_id, arrived)
    )
    return max(session.scalar(own) or 0, session.scalar(digests) or 0)


def written_to(session: Session, match_id: str, player_id: str) -> bool:
    """Whether a letter of this match has ever reached this player."""
    query = select(Letter.id).where(
        Letter.match_id == match_id, Letter.player_id == player_id, Letter.status == SENT
    )
    return session.scalar(query.limit(1)) is not None


def has_left_since(session: Session, match_id: str, player_id: str, at: datetime) -> bool:
    """Whether a letter of this match that was begun after then has reached this player."""
    query = select(Letter.id).where(
        _tells_of(match_id),
        Letter.player_id == player_id,
        Letter.status == SENT,
        Letter.created_at > at,
    )
    return session.scalar(query.limit(1)) is not None


def of_cause(session: Session, match_id: str, cause: str) -> list[Notice]:
    query = select(Notice).where(Notice.match_id == match_id, Notice.cause == cause)
    return list(session.scalars(query.where(Notice.status != DROPPED)))


def readers_of(session: Session, match_id: str, entry: int) -> set[str]:
    """The players who have, or may have, a letter that tells of this entry."""
    left = or_(Letter.status.in_((SENDING, SENT)), Letter.unsure > 0)
    alone = and_(Letter.match_id == match_id, Letter.told >= entry)
    among = and_(Section.match_id == match_id, Section.told >= entry)
    query = select(Letter.player_id).outerjoin(Section, Section.letter_id == Letter.id)
    return set(session.scalars(query.where(or_(alone, among), left)))


def newest(session: Session, limit: int) -> list[Letter]:
    return list(session.scalars(select(Letter).order_by(Letter.id.desc()).limit(limit)))


def of_match(session: Session, match_id: str, limit: int) -> list[Letter]:
    """Its own, and the digests that tell of it."""
    query = select(Letter).where(_tells_of(match_id))
    return list(session.scalars(query.order_by(Letter.id.desc()).limit(limit)))


def tells_of(session: Session, letter: Letter, match_id: str) -> bool:
    query = select(Letter.id).where(Letter.id == letter.id, _tells_of(match_id))
    return session.scalar(query) is not None


def _tells_of(match_id: str) -> ColumnElement[bool]:
    told = select(Section.letter_id).where(Section.match_id == match_id)
    return or_(Letter.match_id == match_id, Letter.id.in_(told))


def to_player(
    session: Session, player_id: str, match_id: str | None, before: int | None, limit: int
) -> list[Letter]:
    """The newest first, of one match or of all; those before a place in that order."""
    query = select(Letter).where(Letter.player_id == player_id)
    if match_id is not None:
        query = query.where(_tells_of(match_id))
    return _newest(session, query, before, limit)


@dataclass(frozen=True)
class Told:
    """Whose letters of these kinds may be known of, and whose in these states whatever the kind."""

    players: Collection[str]
    kinds: Collection[str]
    holders: Collection[str]
    statuses: Collection[str]


def tracked(
    session: Session, match_id: str, told: Told, before: int | None, limit: int
) -> list[Letter]:
    known = Letter.player_id.in_(told.players) & Letter.kind.in_(told.kinds)
    failed = Letter.player_id.in_(told.holders) & Letter.status.in_(told.statuses)
    query = select(Letter).where(_tells_of(match_id), known | failed)
    return _newest(session, query, before, limit)


def _newest(
    session: Session, query: Select[Letter], before: int | None, limit: int
) -> list[Letter]:
    if before is not None:
        query = query.where(Letter.id < before)
    return list(session.scalars(query.order_by(Letter.id.desc()).limit(limit)))


def sections(session: Session, letter_id: int) -> list[Section]:
    """What a digest tells of, in the order to lock its matches in."""
    query = select(Section).where(Section.letter_id == letter_id)
    return list(session.scalars(query.order_by(Section.match_id)))


def counts(session: Session) -> dict[str, int]:
    """How many letters there are in each state."""
    rows = session.execute(select(Letter.status, func.count()).group_by(Letter.status))
    return {status: count for status, count in rows}  # noqa: C416  # rows are no plain tuples
