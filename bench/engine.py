"""How fast the rules are: actions of random matches and of their replay, beside other engines'."""

import random
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, cycle, islice
from typing import Any, TypeAlias

from bench import node, strangers
from bench.harness import PAIRS, Bench, Work
from bench.scale import times
from engine.chance import Luck, mix
from engine.game import Game, Setup
from engine.options import agreed
from engine.registry import GAMES

TITLE = "Engine: actions a second"
SEATS = {"giants": 4, "rapa-nui": 3}
AIMS = {"giants": 1.0, "rapa-nui": 2.0}
KEPT = times(2, 12)  # matches that are written down and replayed
BATCH = times(50, 500)  # actions of one call
CHESS = "python-chess: a random move and its game-over test"
SPIEL = "OpenSpiel: a move of its Python tic-tac-toe"
REDUCER = "boardgame.io's reducer: a sealed bid of a toy"

Written: TypeAlias = list[tuple[int | None, Any]]  # a seat and its action, or sealed actions


def benches() -> Iterator[Bench]:
    with ExitStack() as stack:
        reducer = stack.enter_context(node.running("reducer"))
        beside: dict[str, Work] = {
            CHESS: many(strangers.chess_moves()),
            SPIEL: many(strangers.spiel_moves()),
            REDUCER: partial(reducer.ask, BATCH),
        }
        for slug, seats in SEATS.items():
            yield from _of_game(slug, PlayOuts(GAMES[slug], seats), beside)


def _of_game(slug: str, outs: "PlayOuts", beside: Mapping[str, Work]) -> Iterator[Bench]:
    kept = {seed: outs.written(seed) for seed in range(KEPT)}
    played, replayed = many(outs.random()), many(outs.again(kept))
    for name, baseline in beside.items():
        title = f"{slug}: choices and play"
        bench = Bench(title, played, baseline, name, BATCH, inside=True)
        yield replace(bench, aim=AIMS[slug], pairs=PAIRS) if name == CHESS else bench
    yield Bench(f"{slug}: replay", replayed, beside[CHESS], CHESS, BATCH, aim=1.0, inside=True)


def many(moves: Iterator[None]) -> Work:
    """Work that takes a batch of them each time."""
    return lambda: deque(islice(moves, BATCH), maxlen=0)


@dataclass(frozen=True)
class PlayOuts:
    """Random matches of one game, with the rules alone: no log is written."""

    game: Game[Any, Any]
    seats: int

    def random(
        self, written: Written | None = None, seeds: Iterator[int] | None = None
    ) -> Iterator[None]:
        """Matches of random choices, one after another; perhaps written down."""
        game = self.game
        for seed in seeds or count():
            pick, state = random.Random(seed).randrange, self.dealt(seed)  # noqa: S311  # not a secret
            while game.outcome(state) is None:
                seats, chosen = sorted(game.awaiting(state)), {}
                for seat in seats[:-1]:
                    chosen[seat] = game.choices(state, seat).sample(pick)
                    yield
                chosen[seats[-1]] = game.choices(state, seats[-1]).sample(pick)
                step = (None, chosen) if game.sealed(state) else (seats[-1], chosen[seats[-1]])
                if written is not None:
                    written.append(step)
                state = self.stepped(state, *step)
                yield

    def again(self, kept: Mapping[int, Written]) -> Iterator[None]:
        """Such matches once more, with every action known beforehand."""
        for seed, written in cycle(kept.items()):
            state = self.dealt(seed)
            for seat, action in written:
                state = self.stepped(state, seat, action)
                yield from [None] * (len(action) if seat is None else 1)

    def states(self, seed: int) -> Iterator[Any]:
        """Every state of one such match."""
        state = self.dealt(seed)
        yield state
        for seat, action in self.written(seed):
            state = self.stepped(state, seat, action)
            yield state

    def written(self, seed: int) -> Written:
        written = Written()
        deque(self.random(written, iter([seed])), maxlen=0)
        return written

    def dealt(self, seed: int) -> Any:
        setup = agreed(self.game.meta, Setup(self.seats))
        return self.game.deal(setup, Luck(mix(seed.to_bytes(8, "big"), ()), "bench")).state

    def stepped(self, state: Any, seat: int | None, action: Any) -> Any:
        if seat is None:
            return self.game.resolve(state, action).state
        return self.game.play(state, seat, action).state
