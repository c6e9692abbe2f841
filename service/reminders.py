"""Reminders: one letter a phase to a seat that the table waits for."""

from datetime import datetime

from sqlalchemy.orm import Session

from engine.words import N_
from service import notices, seating, table
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import letters
from service.store.matches import Match, Seat


def remind(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """For the host, who is told why not; nothing of whether the player wants letters."""
    seating.demand_running(row)
    if seat.player_id is None:
        raise Refusal(
            "conflict",
            say(N_("{name} is a bot and needs no letter."), name=seat.name),
            reason="bot",
        )
    if not awaited(row, seat):
        raise Refusal(
            "conflict", say(N_("{name} is not awaited now."), name=seat.name), reason="not_awaited"
        )
    telling = _telling(row, seat)
    if letters.noted(session, row.id, seat.player_id, telling.kind, telling.cause):
        raise Refusal(
            "conflict",
            say(N_("{name} has been reminded in this phase; once is enough."), name=seat.name),
            reason="reminded_enough",
        )
    notices.tell_player(session, row, seat.player_id, telling, now)
    table.ring(session, row)


def awaited(row: Match, seat: Seat) -> bool:
    """Whether nothing goes on without this seat; a sealed action that is in is not waited for."""
    return seat.number in row.awaited and seat.number not in row.submitted


def _telling(row: Match, seat: Seat) -> Telling:
    """Its turn is a fact: once the turn is made, the letter is no longer true."""
    cause = f"reminder:{row.phase}:{seat.generation}"
    return Telling(seat.number, "reminder", cause, {"turn": row.turn})
