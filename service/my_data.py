"""My data: all that is kept about a person, in one document that they can take with them."""

from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from typing import Any

from sqlalchemy.orm import Session

from service import hidden, me, planning, preferences, seating, tokens, vault
from service.absences import Days
from service.me import Me
from service.store import absences, belongings, personal, seat_keys, webhooks
from service.store.database import reading
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.messages import Message
from service.store.players import Player
from service.store.submissions import Submission


@dataclass(frozen=True)
class Sent:
    """What one's seat was told to do, as it came."""

    submission: int
    kind: str
    status: str
    phase: str
    turn: int
    by: str
    body: str
    at: datetime


@dataclass(frozen=True)
class SeatKept:
    """A seat that one holds or is offered, with all that its holder has put there."""

    seat: int
    name: str
    status: str
    accepted_at: datetime | None
    nonce: str | None
    keys: list[str]
    webhooks: list[str]
    plan: list[str]
    preferences: dict[str, Any]
    sent: list[Sent]


@dataclass(frozen=True)
class MatchKept:
    match: str
    game: str
    status: str
    hosting: bool
    created_at: datetime
    seat: SeatKept | None


@dataclass(frozen=True)
class SaidOnce:
    match: str
    to: int | None
    text: str | None
    at: datetime


@dataclass(frozen=True)
class LetterKept:
    """A letter to oneself; its words are kept for 30 days."""

    match: str | None
    kind: str
    status: str
    reason: str | None
    created_at: datetime
    sent_at: datetime | None
    text: str | None


@dataclass(frozen=True)
class Data:
    me: Me
    since: datetime
    absences: list[Days]
    substitute: list[str]  # matches in which one would step in
    matches: list[MatchKept]
    messages: list[SaidOnce]
    letters: list[LetterKept]


def gather(token: tokens.Player) -> Data:
    with reading() as session:
        return of_player(session, seating.demand_player(session, token))


def of_player(session: Session, player: Player) -> Data:
    """For who has the row: the operator, asked in writing."""
    return Data(
        me=me.of_player(player),
        since=player.created_at,
        absences=[
            Days(one.id, one.first_day, one.last_day)
            for one in absences.of_player(session, player.id)
        ],
        substitute=[one.match_id for one in personal.standing_by(session, player.id)],
        matches=[_match(session, row, player) for row in belongings.matches_of(session, player.id)],
        messages=[_said(one) for one in belongings.said_by(session, player.id)],
        letters=[_letter(one) for one in belongings.letters_to(session, player.id)],
    )


def _match(session: Session, row: Match, player: Player) -> MatchKept:
    held = personal.seats_of(session, player.id)
    seat = next((one for one in held if one.match_id == row.id), None)
    return MatchKept(
        match=row.id,
        game=row.game,
        status=row.status,
        hosting=row.host_id == player.id,
        created_at=row.created_at,
        seat=None if seat is None else _seat(session, row, seat),
    )


def _seat(session: Session, row: Match, seat: Seat) -> SeatKept:
    """What an earlier holder has put there is not one's own: it begins when one sits down."""
    mine = seat.status == "accepted" and seat.accepted_at is not None
    since = seat.accepted_at if mine else None
    dealt = mine and row.state is not None
    keys = seat_keys.of_holder(session, row.id, seat.number, seat.holder)
    hooks = webhooks.of_seat(session, row.id, seat.number, seat.holder)
    return SeatKept(
        seat=seat.number,
        name=seat.name,
        status=seat.status,
        accepted_at=seat.accepted_at,
        nonce=None if seat.nonce is None else seat.nonce.hex(),
        keys=[one.keyid for one in keys],
        webhooks=[vault.unseal(one.url).decode() for one in hooks],
        plan=[one.text for one in planning.own_of(session, row, seat).steps] if dealt else [],
        preferences=dict(preferences.of_seat(session, row, seat.number)) if dealt else {},
        sent=[]
        if since is None
        else [_sent(row, one) for one in belongings.sent_by(session, seat, since)],
    )


def _sent(row: Match, made: Submission) -> Sent:
    return Sent(
        submission=made.number,
        kind=made.kind,
        status=made.status,
        phase=made.phase,
        turn=made.turn,
        by=made.by,
        body=hidden.body(row, made).decode(errors="replace"),
        at=made.created_at,
    )


def _said(made: Message) -> SaidOnce:
    text = None if made.text is None else vault.unseal(made.text).decode()
    return SaidOnce(made.match_id, made.to_seat, text, made.created_at)


def _letter(letter: Letter) -> LetterKept:
    return LetterKept(
        match=letter.match_id,
        kind=letter.kind,
        status=letter.status,
        reason=letter.reason,
        created_at=letter.created_at,
        sent_at=letter.sent_at,
        text=None if letter.copy is None else _words(vault.unseal(letter.copy)),
    )


def _words(copy: bytes) -> str:
    """The plain text: HTML and picture say the same."""
    part = message_from_bytes(copy, policy=default).get_body(("plain",))
    return "" if part is None else str(part.get_content())
