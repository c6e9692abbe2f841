"""Dry runs: what an action would do, without a trace of having asked."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from engine import codec
from engine.match import Done, Match as Played
from engine.words import ENGLISH, Tongue, tell
from service import driving, looking, seating, table
from service.sealed import demand_unclosed
from service.sent import Asked
from service.store.database import reading
from service.store.matches import Match


@dataclass(frozen=True)
class Warned:
    """Why a legal action may be a mistake: a stable code, and the same in a sentence."""

    code: str
    sentence: str


@dataclass(frozen=True)
class Checked:
    """A legal action in both forms, and what would follow where that can be known."""

    action: dict[str, Any]
    text: str
    foreseen: bool
    events: list[dict[str, Any]]
    sentences: list[str]
    warnings: list[Warned]  # it may be played, and a player is asked once more
    aside: bool = False  # done at once, in turn or out of it


def warnings(
    token: seating.AnyActor, asked: Asked, now: datetime, tongue: Tongue = ENGLISH
) -> list[Warned]:
    """What to ask once more about, before it is played; nothing of what it would lead to."""
    with reading() as session:
        row, seat = _asking(session, token, asked, now)
        played = table.load(row)
        action = driving.read_action(row, played, seat, asked)
        driving.check(row, played, seat, action)
        return _warned(played, seat, action, tongue)


def check(
    token: seating.AnyActor, asked: Asked, now: datetime, tongue: Tongue = ENGLISH
) -> Checked:
    """What an action would do; nothing is recorded. A sealed one is only checked."""
    with reading() as session:
        row, seat = _asking(session, token, asked, now)
        played = table.load(row)
        action = driving.read_action(row, played, seat, asked)
        if row.sealed or played.game.aside(action):
            driving.check(row, played, seat, action)
            return _shown(played, action, _warned(played, seat, action, tongue))
        done = _foreseen(row, played, seat, action)
        warned = _warned(played, seat, action, tongue)
        if done is None:
            return _shown(played, action, warned)
        told = looking.sentences(done.match, seat, done.events, tongue)
        return _shown(played, action, warned, done, tuple(told))


def _asking(
    session: Session, token: seating.AnyActor, asked: Asked, now: datetime
) -> tuple[Match, int]:
    """The match and the seat, once all is in order that a turn would be asked for."""
    row = seating.read(session, token.match)
    seat = seating.demand_seat(session, row, token)
    seating.demand_running(row)
    seating.demand_phase(row, token)
    seating.demand_turn(row, asked.turn)
    demand_unclosed(row, now)
    return row, seat.number


def _foreseen(row: Match, played: Played[Any], seat: int, action: Any) -> Done[Any] | None:
    """Only what the seat could work out itself: nothing that a die, a card or a base answers."""
    done = driving.play(row, played, seat, action)
    return None if done.final or done.entry.public["draws"] else done


def _warned(played: Played[Any], seat: int, action: Any, tongue: Tongue) -> list[Warned]:
    game, state = played.game, played.state
    show = partial(game.show, game.view(state, seat), tongue=tongue)
    return [
        Warned(one.code, tell(game.words, one.code, one.facts, show, tongue))
        for one in game.cautions(state, seat, action)
    ]


def _shown(
    played: Played[Any],
    action: Any,
    warned: list[Warned],
    done: Done[Any] | None = None,
    told: tuple[str, ...] = (),
) -> Checked:
    events = done.events if done else ()
    return Checked(
        action=codec.write(type(action), action),
        text=played.game.say(played.state, action),
        foreseen=done is not None,
        events=[codec.write(type(event), event) for event in events],
        sentences=list(told),
        warnings=warned,
        aside=played.game.aside(action),
    )
