"""Dry runs: what an action would do, without a trace of having asked."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine import codec
from engine.match import Done, Match as Played
from engine.words import ENGLISH, Tongue
from service import driving, looking, seating, table
from service.sealed import demand_unclosed
from service.sent import Asked
from service.store.database import reading
from service.store.matches import Match


@dataclass(frozen=True)
class Checked:
    """A legal action in both forms, and what would follow where that can be known."""

    action: dict[str, Any]
    text: str
    foreseen: bool
    events: list[dict[str, Any]]
    sentences: list[str]


def check(
    token: seating.AnyActor, asked: Asked, now: datetime, tongue: Tongue = ENGLISH
) -> Checked:
    """What an action would do; nothing is recorded. A sealed one is only checked."""
    with reading() as session:
        row = seating.read(session, token.match)
        seat = seating.demand_seat(session, row, token)
        seating.demand_running(row)
        seating.demand_phase(row, token)
        seating.demand_turn(row, asked.turn)
        demand_unclosed(row, now)
        played = table.load(row)
        action = driving.read_action(row, played, seat.number, asked)
        if row.sealed or played.game.aside(action):
            driving.check(row, played, seat.number, action)
            return _shown(played, action)
        done = _foreseen(row, played, seat.number, action)
        if done is None:
            return _shown(played, action)
        told = looking.sentences(done.match, seat.number, done.events, tongue)
        return _shown(played, action, done, tuple(told))


def _foreseen(row: Match, played: Played[Any], seat: int, action: Any) -> Done[Any] | None:
    """Only what the seat could work out itself: nothing that a die, a card or a base answers."""
    done = driving.play(row, played, seat, action)
    return None if done.final or done.entry.public["draws"] else done


def _shown(
    played: Played[Any], action: Any, done: Done[Any] | None = None, told: tuple[str, ...] = ()
) -> Checked:
    events = done.events if done else ()
    return Checked(
        action=codec.write(type(action), action),
        text=played.game.say(played.state, action),
        foreseen=done is not None,
        events=[codec.write(type(event), event) for event in events],
        sentences=list(told),
    )
