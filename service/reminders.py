"""Reminders to a seat that the table waits for: by its host, and as its holder wants them."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from engine.words import N_
from service import due, notices, one_by_one, players, seating
from service.notices import Telling
from service.refusals import Refusal, say
from service.store import letters, matches
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.players import Player

MOST = 200  # of one sweep
MOST_A_TURN = 3
LONGEST = 24 * 14  # hours before a deadline


def remind(session: Session, row: Match, seat: Seat, now: datetime) -> None:
    """For the host, who is told why not; nothing of whether the player wants letters."""
    seating.demand_running(row)
    if seat.player_id is None:
        raise Refusal(
            "conflict",
            say(N_("{name} is a bot and needs no letter."), name=seat.name),
            reason="bot",
        )
    if seat.stand_in is not None:
        raise Refusal(
            "conflict", say(N_("A bot plays for {name} now."), name=seat.name), reason="stand_in"
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


def awaited(row: Match, seat: Seat) -> bool:
    """Whether nothing goes on without this seat; a sealed action that is in is not waited for."""
    return seat.number in row.awaited and seat.number not in row.submitted


def _telling(row: Match, seat: Seat) -> Telling:
    """Its turn is a fact: once the turn is made, the letter is no longer true."""
    cause = f"reminder:{row.phase}:{seat.holder}"
    return Telling(seat.number, "reminder", cause, {"turn": row.turn})


# --- before a deadline


def read_hours(hours: list[int], field: str) -> list[int]:
    """How long before a deadline somebody wants to be reminded, the first reminder first."""
    if len(hours) > MOST_A_TURN or len(set(hours)) < len(hours):
        players.wrong(
            field,
            "bad_reminders",
            say(N_("There can be at most {most} reminders, each once."), most=MOST_A_TURN),
        )
    if any(not 1 <= one <= LONGEST for one in hours):
        players.wrong(
            field,
            "bad_reminders",
            say(N_("A reminder comes 1 to {most} hours before the deadline."), most=LONGEST),
        )
    return sorted(hours, reverse=True)


def wanted(player: Player) -> list[int]:
    return list(player.policy.get(due.REMINDERS, due.USUAL_REMINDERS))


def send_due(now: datetime) -> int:
    """For the sweep: a letter for each seat whose hour has come; how many there were."""
    with reading() as session:
        found = matches.to_remind(session, now, MOST)
    return one_by_one.see_to("reminder", found, lambda one: _reminded(*one, now))


def _reminded(match_id: str, number: int, now: datetime) -> bool:
    with writing() as session:
        row = matches.locked(session, match_id)
        seat = matches.seat_of(session, match_id, number)
        if row is None or seat is None or seat.remind_at is None or seat.remind_at > now:
            return False
        if seat.due_at is None or seat.due_at <= now or not due.waits_for(row, seat):
            seat.remind_at = None
            return False
        player = session.get_one(Player, seat.player_id)
        notices.write(session, row, [_before_deadline(row, seat, player, now)], now)
        seat.remind_at = due.next_reminder(player.policy, seat.due_at, now)
        return True


def _before_deadline(row: Match, seat: Seat, player: Player, now: datetime) -> Telling:
    """Its number is how many of this turn's hours have come: more time brings none again."""
    come = sum(now >= seat.due_at - timedelta(hours=one) for one in wanted(player) if seat.due_at)
    cause = f"reminder:{row.turn}:{seat.holder}:{come}"
    return Telling(seat.number, "reminder", cause, {"turn": row.turn, "due": True})
