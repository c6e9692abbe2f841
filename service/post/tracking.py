"""Whether letters arrive: for the host, who sees states and never a letter, and for the figures."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from service.store import matches, outbox
from service.store.database import AnyFault, reading
from service.store.letters import Letter

MOST = 200
ON_ITS_WAY, SENT, UNDELIVERED = "on its way", "sent", "undelivered"
_STATES = {
    outbox.READY: ON_ITS_WAY,
    outbox.SENDING: ON_ITS_WAY,
    outbox.SENT: SENT,
    outbox.DEAD: UNDELIVERED,
}


@dataclass(frozen=True)
class Tracked:
    """The newest letter to a seat's holder, as its host may know of it."""

    seat: int
    kind: str
    state: str
    at: datetime


def of_match(session: Session, match_id: str) -> list[Tracked]:
    """One a seat. Of who was only invited the host learns failures alone: not who wants no mail."""
    accepted = {
        seat.number
        for seat in matches.seats_of(session, match_id)
        if seat.status == "accepted" and seat.player_id is not None
    }
    newest: dict[int, Letter] = {}
    for letter in outbox.of_match(session, match_id, MOST):
        shown = letter.status == outbox.DEAD or letter.seat in accepted
        if letter.seat is not None and letter.status in _STATES and shown:
            newest.setdefault(letter.seat, letter)
    return [_tracked(seat, newest[seat]) for seat in sorted(newest)]


def states(match_id: str) -> dict[int, str]:
    """Each seat's newest letter in a word, for whoever has shown to be the host."""
    with reading() as session:
        return {one.seat: one.state for one in of_match(session, match_id)}


def _tracked(seat: int, letter: Letter) -> Tracked:
    at = letter.sent_at or letter.created_at
    return Tracked(seat, letter.kind, _STATES[letter.status], at)


def counts() -> dict[str, int]:
    """How many letters are in each state; nothing while the database is away."""
    try:
        with reading() as session:
            return outbox.counts(session)
    except AnyFault:
        return {}
