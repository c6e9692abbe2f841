"""Coming back: a player takes its seat back from whoever plays for it, by a click or by acting."""

from datetime import datetime

from sqlalchemy.orm import Session

from service import (
    due,
    lobby,
    notices,
    one_by_one,
    pacing,
    seating,
    stand_ins,
    tokens,
    waiting,
)
from service.lobby import Standing
from service.notices import Telling
from service.store import matches
from service.store.database import reading, writing
from service.store.held import Chair, Held
from service.store.matches import Match, Seat


def take_back(token: tokens.Seat | tokens.Return, now: datetime) -> Standing:
    """The seat is its holder's again; where nobody plays for it, nothing changes."""
    with writing() as session:
        row = seating.hold(session, token.match)
        seat = _demand_seat(session, row, token)
        seating.demand_unfinished(row)
        if _left(seat) or _away(session, row, seat, now):
            end(session, row, seat, now)
            give_turn(session, row, seat, now)
        return lobby.standing(session, row)


def _demand_seat(session: Session, row: Match, token: tokens.Seat | tokens.Return) -> Seat:
    """A link to come back by outlives its phase, as being away does."""
    if isinstance(token, tokens.Return):
        token = tokens.Seat(token.match, token.seat, token.generation)
    number = seating.demand_seat(session, row, token).number
    return seating.demand_number(session, row, number)


def look(token: tokens.Return) -> tuple[Standing, bool]:
    """Where the match stands, and whether anybody plays for this seat's holder."""
    with reading() as session:
        row = seating.read(session, token.match)
        seat = _demand_seat(session, row, token)
        return lobby.standing(session, row), seat.stand_in is not None


def acted(session: Session, row: Held, chair: Chair, now: datetime) -> None:
    """Before an own action counts: who acts is not away, whatever was missed before."""
    if chair.stand_in is None and not chair.defaults:
        return
    whole = seating.read(session, row.id)
    end(session, whole, seating.demand_number(session, whole, chair.number), now)
    session.flush()
    row.unasked, row.restless, row.revision = whole.unasked, whole.restless, whole.revision


def _left(seat: Seat) -> bool:
    return seat.stand_in is not None or seat.defaults > 0


def _away(session: Session, row: Match, seat: Seat, now: datetime) -> bool:
    holder = due.holders(session, row).get(seat.number)
    return holder is not None and not _waits(row) and holder.away(now) is not None


def _waits(row: Match) -> bool:
    """Whether the table simply waits for who is away: then there is nothing to come back from."""
    return pacing.read(row.pace).absence == "wait"


def end(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """Nothing is left of the absence at this seat, though it may go on at others."""
    holder = due.holders(session, row)[seat.number]
    absence = holder.away(now)
    if absence is not None and not _waits(row):
        seat.present = absence.id
    seat.stand_in, seat.stand_in_until, seat.defaults = None, None, 0
    seat.revision += 1
    row.revision += 1
    row.unasked = [number for number in row.unasked if number != seat.number]
    session.flush()
    stand_ins.attend(session, row, anew=seat.number)


def give_turn(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """Who comes back in its turn has its full time for it, and a letter with the link."""
    if due.waits_for(row, seat) and seat.due_at is None:
        turn = Telling(seat.number, "your_turn", f"return:{row.revision}")
        notices.write(session, row, [turn], now)
    due.settle(session, row, now)


# --- when the days are over


def welcome(now: datetime) -> int:
    """For the sweep: whose absence is over plays again; how many there were."""
    return one_by_one.see_to("return", waiting.back(now), lambda one: _welcomed(*one, now))


def _welcomed(match_id: str, number: int, now: datetime) -> bool:
    with writing() as session:
        row = matches.locked(session, match_id)
        seat = matches.seat_of(session, match_id, number)
        if row is None or seat is None or seat.stand_in_until is None or seat.stand_in_until > now:
            return False
        end(session, row, seat, now)
        if row.status == "running":
            give_turn(session, row, seat, now)
        return True
