"""Acting for a seat: bots, plans, preferences and whatever else has a hand in its turns."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine import match as engine
from engine.match import Match as Played
from engine.record import By
from engine.registry import BOTS
from service import notices, plans, preferences, resolution, sealed, sent as sent_, table
from service.notices import Telling
from service.sent import Sent
from service.store import matches, submissions
from service.store.database import writing
from service.store.matches import Match, Seat

BY_WORKER = Sent(body=b"", method="", authority="", path="")


@dataclass(frozen=True)
class Move:
    """What is to be done for a seat, and in whose name."""

    action: Any
    by: By
    sent: Sent | None = None  # what its seat sent for it, beforehand


@dataclass(frozen=True)
class Hand:
    """Somebody or something that may act for a seat.

    `ready` says whether it might, once the seat is awaited; `choose` what it does now, or None:
    then the next is tried, and in the end the seat is asked.
    """

    ready: Callable[[Session, Match, Seat], bool]
    choose: Callable[[Session, Match, Seat, Played[Any]], Move | None]


def act(match_id: str, now: datetime) -> bool:
    """One step for one awaited seat; whether there may be another."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not _may_act(row):
            return False
        tried = [number for number in row.unasked if number not in row.submitted]
        stepped = any(_step(session, row, number, now) for number in tried)
        if not stepped:
            _ask(session, row, tried, now)
        return stepped or row.restless


def attend(session: Session, row: Match, anew: int | None = None) -> None:
    """Note whom a worker acts for: whenever something changed that a hand looks at.

    Who is awaited and was not tried for yet is, from now on; `anew` is a seat to try for again.
    The bell rings for it.
    """
    seats = matches.seats_of(session, row.id)
    helped = [
        seat.number for seat in seats if any(hand.ready(session, row, seat) for hand in HANDS)
    ]
    fresh = {number for number in helped if number not in row.helped or number == anew}
    row.helped = helped
    row.unasked = [number for number in row.awaited if number in fresh or number in row.unasked]
    row.restless = table.restless(row)
    table.wake(session, row)


def _ask(session: Session, row: Match, tried: list[int], now: datetime) -> None:
    """No hand has anything to do: who was left to them is told after all."""
    row.unasked = []
    attend(session, row)
    cause = f"entry:{row.number}"
    notices.write(session, row, [Telling(seat, "your_turn", cause) for seat in tried], now)


def stumbled(match_id: str, now: datetime) -> None:
    """A step failed: count it, and take the match out of play when it keeps failing."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or not _may_act(row):
            return
        row.attempts += 1
        if row.attempts >= resolution.MOST_ATTEMPTS:
            resolution.quarantine(session, row, "a worker could not act for a seat", now)


def _may_act(row: Match) -> bool:
    running = row.status == "running" and row.restless
    return running and row.quarantined_at is None and row.paused_at is None


def _step(session: Session, row: Match, number: int, now: datetime) -> bool:
    """The first hand that has something to do does it."""
    played = table.load(row)
    seat = session.get_one(Seat, (row.id, number))
    ready = (hand for hand in HANDS if hand.ready(session, row, seat))
    move = next(
        (found for hand in ready if (found := hand.choose(session, row, seat, played))), None
    )
    move = move or _forced(row, number, played)
    if seat.player_id is not None:
        plans.tell_stop(session, row, seat, now)
    if move is not None:
        do(session, row, seat, played, move, now)
    return move is not None


def do(
    session: Session, row: Match, seat: Seat, played: Played[Any], move: Move, now: datetime
) -> None:
    """Play a move in the seat's name, or seal it, by the same rules as its holder."""
    if not row.sealed:
        _play(session, row, seat, played, move, now)
        return
    made = sealed.submission(row, seat.number, played, move.action, BY_WORKER, now)
    made.by = move.by
    session.add(made)
    sealed.note_submitted(session, row, seat.number, now)


def _play(
    session: Session, row: Match, seat: Seat, played: Played[Any], move: Move, now: datetime
) -> None:
    number = None
    if move.sent is not None:
        made = sent_.row_of(row, seat.number, "plan", move.sent, now)
        made.by, made.status = move.by, submissions.PLAYED
        number, made.entry = made.number, played.number + 1
        session.add(made)
    done = engine.play(played, seat.number, move.action, move.by, number)
    table.keep(session, row, done, now)
    if seat.number in row.awaited and seat.number not in row.unasked:
        # It was awaited all the time and nobody told it: what it has left to do, it must hear of.
        row.unasked = sorted([*row.unasked, seat.number])
        row.restless = table.restless(row)
        table.wake(session, row)


# --- bots


def _is_bot(_session: Session, _row: Match, seat: Seat) -> bool:
    return seat.bot is not None


def _as_bot(_session: Session, _row: Match, seat: Seat, played: Played[Any]) -> Move:
    return Move(choose(played, seat.number, str(seat.bot)), "bot")


def choose(played: Played[Any], seat: int, name: str) -> object:
    """From the seat's view alone; its luck is its own, not the match's."""
    game = played.game
    bot = BOTS[game.meta.slug][name]
    return bot(game.view(played.state, seat), game.choices(played.state, seat), secrets.randbelow)


# --- what a person laid down


def _has_plan(session: Session, row: Match, seat: Seat) -> bool:
    return plans.waiting(session, row, seat.number)


def _as_planned(session: Session, row: Match, seat: Seat, played: Played[Any]) -> Move | None:
    turn = plans.next_turn(session, row, seat, played)
    return None if turn is None else Move(turn.action, "plan", turn.sent)


def _has_preferences(session: Session, row: Match, seat: Seat) -> bool:
    return preferences.said(session, row, seat.number)


def _as_preferred(session: Session, row: Match, seat: Seat, played: Played[Any]) -> Move | None:
    action = preferences.preferred(session, row, seat.number, played)
    return None if action is None else Move(action, "plan")


# --- what nobody need be asked


def _forced(row: Match, seat: int, played: Played[Any]) -> Move | None:
    action = table.only_choice(row, played, seat)
    return None if action is None else Move(action, "plan")


# --- bots that play for a person who is away


def usual(game: str) -> str:
    """The bot that stands in: whoever comes back should find the seat well kept."""
    return "greedy" if "greedy" in BOTS[game] else min(BOTS[game])


def _stands_in(_session: Session, _row: Match, seat: Seat) -> bool:
    return seat.stand_in is not None


def _as_stand_in(_session: Session, _row: Match, seat: Seat, played: Played[Any]) -> Move:
    return Move(choose(played, seat.number, str(seat.stand_in)), "bot")


# What the holder has laid down comes before what a bot would do in its place.
HANDS: tuple[Hand, ...] = (
    Hand(_is_bot, _as_bot),
    Hand(_has_plan, _as_planned),
    Hand(_has_preferences, _as_preferred),
    Hand(_stands_in, _as_stand_in),
)
