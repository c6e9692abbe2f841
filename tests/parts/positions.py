"""Matches brought to a wanted position, with luck that can be had again."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

from sqlalchemy import update

from engine import match as engine
from engine.game import Setup
from engine.match import Done, Match as Played
from engine.registry import BOTS, GAMES
from service import table, tokens
from service.store import matches, outbox
from service.store.database import writing
from service.store.letters import Notice
from service.store.matches import Match
from tests.parts.choosing import dice
from tests.parts.tables import SEED, Table, lay

SMALL: dict[str, Any] = {"island": "motu-nui", "quick": True}
PEOPLE = ("Anna", "Bruno", "Carla")
KEEN = 0.7  # how often a step is the greedy player's; else it is chance's
Wanted = Callable[[Played[Any], int], bool]


@dataclass(frozen=True)
class Position:
    """A table, and the seat that has what was wanted."""

    table: Table
    seat: int

    @property
    def seat_token(self) -> str:
        return tokens.sign(tokens.Seat(self.table.id, self.seat, 1))

    @property
    def turn_token(self) -> str:
        return tokens.sign(self.table.turn_token(self.seat))


def stage(name: str) -> Wanted:
    """A seat that is to act in this stage."""
    return lambda played, _: str(played.state.stage) == name


def hauling(played: Played[Any], seat: int) -> bool:
    """A seat that is to act in transport, and has an item to move."""
    return stage("transport")(played, seat) and bool(
        played.game.choices(played.state, seat).facts().items
    )


def anything(played: Played[Any], seat: int) -> bool:
    """As it was dealt."""
    return True


def peeking(played: Played[Any], seat: int) -> bool:
    """A seat that is to act, and might look under a moai (G22)."""
    return bool(played.game.asides(played.state, seat))


def brought(
    name: str, game: str, wanted: Wanted, options: dict[str, Any] | None = None
) -> Position:
    """The same name leads to the same position; inside an app's context."""
    setup = Setup(len(PEOPLE), options or {})
    for number in count():
        match_id = f"{name}{number}"
        steps: list[Done[Any]] = []
        for done in _played(game, match_id, setup):
            steps.append(done)
            if (seat := _wants(done.match, wanted)) is not None:
                return Position(_kept(match_id, game, setup, steps), seat)
    raise AssertionError(name)


def played_out(name: str, game: str, options: dict[str, Any] | None = None) -> Position:
    """A match that is over, and its first seat."""
    setup = Setup(len(PEOPLE), options or {})
    return Position(_kept(name, game, setup, list(_played(game, name, setup))), 0)


def _wants(played: Played[Any], wanted: Wanted) -> int | None:
    awaited = sorted(played.game.awaiting(played.state))
    return next((seat for seat in awaited if wanted(played, seat)), None)


def _played(game: str, match_id: str, setup: Setup) -> Iterator[Done[Any]]:
    luck = dice(len(match_id))
    done = engine.start(GAMES[game], match_id, setup, SEED)
    yield done
    while done.match.game.outcome(done.match.state) is None:
        done = _step(done.match, luck)
        yield done


def _step(played: Played[Any], luck: Random) -> Done[Any]:
    chosen = {seat: _chosen(played, seat, luck) for seat in played.game.awaiting(played.state)}
    if played.game.sealed(played.state):
        sealed = {seat: engine.seal(played, seat, action) for seat, action in chosen.items()}
        return engine.resolve(played, sealed)
    ((seat, action),) = chosen.items()
    return engine.play(played, seat, action)


def _chosen(played: Played[Any], seat: int, luck: Random) -> Any:
    game = played.game
    bot = BOTS[game.meta.slug]["greedy" if luck.random() < KEEN else "random"]
    return bot(game.view(played.state, seat), game.choices(played.state, seat), luck.randrange)


def _kept(match_id: str, game: str, setup: Setup, steps: list[Done[Any]]) -> Table:
    """The steps in the rows, as of now: no deadline is over."""
    now = datetime.now(UTC)
    laid = lay(match_id, game, PEOPLE, start=False, now=now, options=dict(setup.options))
    with writing() as session, session.no_autoflush:
        row = session.get_one(Match, match_id)
        row.status, row.started_at, row.public = "running", now, True
        for seat in matches.seats_of(session, match_id):
            seat.status = "accepted"
        for done in steps:
            # As it was recorded: nobody is passed over who passed then.
            table._keep(session, row, done, tuple(row.awaited), row.phase, now)
        # Nobody reads what led here: letters of it, each with a picture, would be for nothing.
        session.execute(
            update(Notice).where(Notice.match_id == match_id).values(status=outbox.DROPPED)
        )
    return laid
