"""Where a person stands in the tables, found and blanked when they are erased."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from service.store.absences import Absence
from service.store.handovers import Handover
from service.store.letters import Letter, Notice, Section
from service.store.matches import Match, Seat
from service.store.outbox import BOUNCED, DEAD, DROPPED, READY, SENDING, SENT, WAITING
from service.store.players import Player
from service.store.seat_keys import SeatKey
from service.store.submissions import Submission
from service.store.substitutes import Substitute
from service.store.webhooks import Call, Webhook

ASKING = ("invitation", "confirm")  # kinds of letters that want an answer


def matches_of(session: Session, player_id: str) -> list[str]:
    """Every match that knows of a player, in the order in which to lock them."""
    queries = (
        select(Match.id).where(Match.host_id == player_id),
        *(
            select(kind.match_id).where(kind.player_id == player_id)
            for kind in (Seat, Substitute, Handover, Notice)
        ),
    )
    return sorted({found for query in queries for found in session.scalars(query)})


def proposals_of(session: Session, player_id: str) -> list[Handover]:
    """Seats that were ever to become this player's."""
    return list(session.scalars(select(Handover).where(Handover.player_id == player_id)))


def standing_by(session: Session, player_id: str) -> list[Substitute]:
    return list(session.scalars(select(Substitute).where(Substitute.player_id == player_id)))


def seats_of(session: Session, player_id: str) -> list[Seat]:
    query = select(Seat).where(Seat.player_id == player_id)
    return list(session.scalars(query.order_by(Seat.match_id)))


def left_behind(session: Session, limit: int) -> list[tuple[str, int]]:
    """Seats that erased players still hold in matches that are not over."""
    query = (
        select(Seat.match_id, Seat.number)
        .join(Player, Player.id == Seat.player_id)
        .join(Match, Match.id == Seat.match_id)
        .where(
            Player.erased_at.is_not(None),
            Seat.status != "declined",
            Match.status.not_in(("finished", "cancelled")),
        )
        .order_by(Seat.match_id)
        .limit(limit)
    )
    return [(match_id, number) for match_id, number in session.execute(query)]


# --- letters


def notices_in(session: Session, match_ids: Collection[str]) -> list[Notice]:
    """What anybody was ever to be told in these matches: it may name a person."""
    query = select(Notice).where(Notice.match_id.in_(match_ids))
    return list(session.scalars(query.order_by(Notice.id)))


def unsent(session: Session, match_ids: Collection[str]) -> set[int]:
    """Letters that may still be written from the notices of these matches."""
    told = select(Notice.letter_id).where(Notice.match_id.in_(match_ids))
    query = select(Letter.id).where(Letter.id.in_(told), Letter.status.in_((READY, SENDING)))
    return set(session.scalars(query))


def silence(session: Session, player_id: str, reason: str) -> None:
    """Nothing leaves any more; of what has left only that it did."""
    to_them, letters = Notice.player_id == player_id, Letter.player_id == player_id
    ready = select(Letter.id).where(letters, Letter.status == READY)
    waiting = update(Notice).where(
        to_them, or_(Notice.status == WAITING, Notice.letter_id.in_(ready))
    )
    session.execute(waiting.values(status=DROPPED, reason=reason))
    session.execute(update(Notice).where(to_them).values(facts={}))
    unsent = update(Letter).where(letters, Letter.status == READY)
    session.execute(unsent.values(status=DROPPED, next_at=None))
    # A mail server's words often quote the address.
    quoted = update(Letter).where(letters, or_(Letter.reason.is_not(None), _failed()))
    session.execute(quoted.values(reason=reason))
    session.execute(update(Letter).where(letters).values(copy=None))


def _failed() -> ColumnElement[bool]:
    return Letter.status.in_((DROPPED, DEAD, BOUNCED))


def burn_copies(session: Session, match_ids: Collection[str]) -> None:
    """Others' letters of these matches that have ended their way: their text names everyone."""
    digests = select(Section.letter_id).where(Section.match_id.in_(match_ids))
    of_these = or_(Letter.match_id.in_(match_ids), Letter.id.in_(digests))
    done = Letter.status.in_((SENT, BOUNCED, DEAD, DROPPED))
    session.execute(update(Letter).where(of_these, done).values(copy=None))


# --- what belongs to the holder of a seat


def forget_holder(session: Session, seat: Seat, now: datetime) -> None:
    """Idempotency-Keys, keys and webhooks of whoever has held the seat until now."""
    sent = update(Submission).where(
        Submission.match_id == seat.match_id,
        Submission.seat == seat.number,
        Submission.key.startswith(f"{seat.holder}:", autoescape=True),
    )
    session.execute(sent.values(key=None, fingerprint=None))
    keys = update(SeatKey).where(
        SeatKey.match_id == seat.match_id,
        SeatKey.seat == seat.number,
        SeatKey.generation == seat.holder,
        SeatKey.revoked_at.is_(None),
    )
    session.execute(keys.values(revoked_at=now))
    unhook(session, Webhook.match_id == seat.match_id, Webhook.seat == seat.number)


def unhook(session: Session, *which: ColumnElement[bool]) -> int:
    """Drop webhooks with all that was ever called there; how many they were."""
    ids = list(session.scalars(select(Webhook.id).where(*which)))
    session.execute(delete(Call).where(Call.webhook_id.in_(ids)))
    session.execute(delete(Webhook).where(Webhook.id.in_(ids)))
    return len(ids)


def forget_absences(session: Session, player_id: str) -> None:
    session.execute(delete(Absence).where(Absence.player_id == player_id))


# --- people who never answered


def unanswered(session: Session, before: datetime, limit: int) -> list[str]:
    """Players with an address who have never answered a letter, all of it long ago.

    Who is named as a substitute, or as the next holder of a seat, has not been asked yet.
    """
    me = Player.id
    asked = exists().where(
        Notice.player_id == me, Notice.kind.in_(ASKING), Notice.created_at >= before
    )
    seated = exists().where(Seat.player_id == me, Seat.status == "accepted")
    fresh = exists().where(
        Seat.player_id == me, Match.id == Seat.match_id, Match.created_at >= before
    )
    hosting = exists().where(
        Match.host_id == me,
        or_(Match.status != "unconfirmed", Match.created_at >= before),
    )
    going_on = Match.status.not_in(("finished", "cancelled"))
    standing_by = exists().where(
        Substitute.player_id == me,
        Substitute.status == "waiting",
        Match.id == Substitute.match_id,
        going_on,
        or_(Match.status != "unconfirmed", Match.created_at >= before),
    )
    proposed = exists().where(Handover.player_id == me, Handover.status == "waiting")
    query = select(me).where(
        Player.address.is_not(None),
        Player.confirmed_at.is_(None),
        Player.erased_at.is_(None),
        Player.created_at < before,
        *(~one for one in (asked, seated, fresh, hosting, standing_by, proposed)),
    )
    return list(session.scalars(query.order_by(me).limit(limit)))


def forget_keys(session: Session, before: datetime, limit: int) -> int:
    """By what the Idempotency-Key, the body and the network of an opening are known."""
    known = or_(Match.key_hash.is_not(None), Match.opened_from.is_not(None))
    old = select(Match.id).where(known, Match.created_at < before)
    ids = list(session.scalars(old.limit(limit)))
    gone = update(Match).where(Match.id.in_(ids))
    session.execute(gone.values(key_hash=None, fingerprint=None, opened_from=None))
    return len(ids)


def forget_hooks(session: Session, limit: int) -> int:
    """Webhooks of who no longer holds the seat: their addresses are nobody's business."""
    holds = exists().where(
        Seat.match_id == Webhook.match_id,
        Seat.number == Webhook.seat,
        Seat.generation - Seat.renewals == Webhook.generation,
    )
    old = list(session.scalars(select(Webhook.id).where(~holds).limit(limit)))
    return unhook(session, Webhook.id.in_(old))
