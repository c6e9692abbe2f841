"""How fast the rules are: moves of random play-outs beside python-chess's, a move a call."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, cycle
from typing import Any, TypeAlias

import chess

from bench.harness import Bench
from engine.chance import Luck, mix
from engine.game import Game, Setup
from engine.options import agreed
from engine.registry import GAMES

SEATS = {"giants": 4, "rapa-nui": 3}
KEPT = 12  # play-outs that are written down and replayed
BESIDE = "python-chess: a random move and its game-over test"

Written: TypeAlias = list[tuple[int | None, Any]]  # a seat and its action, or sealed actions


def benches() -> Iterator[Bench]:
    """Targets: Giants' choices and play 0.5 (aim 1.0), play alone 1.0; Rapa Nui's 1.0 (aim 2.0)."""
    for slug, seats in SEATS.items():
        outs = PlayOuts(GAMES[slug], seats)
        kept = {seed: outs.written(seed) for seed in range(KEPT)}
        moves, again = outs.random().__next__, outs.again(kept).__next__
        yield Bench(f"{slug}: choices and play", moves, chess_moves().__next__, BESIDE)
        yield Bench(f"{slug}: play alone", again, chess_moves().__next__, BESIDE)


def chess_moves() -> Iterator[None]:
    """Games of random moves, one after another, with the library's own test for their end."""
    for seed in count():
        pick, board = random.Random(seed), chess.Board()  # noqa: S311 - not a secret
        while not board.is_game_over():
            board.push(pick.choice(list(board.legal_moves)))
            yield


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
            pick, state = random.Random(seed).randrange, self._dealt(seed)  # noqa: S311 - not a secret
            while game.outcome(state) is None:
                seats, chosen = sorted(game.awaiting(state)), {}
                for seat in seats[:-1]:
                    chosen[seat] = game.choices(state, seat).sample(pick)
                    yield
                chosen[seats[-1]] = game.choices(state, seats[-1]).sample(pick)
                step = (None, chosen) if game.sealed(state) else (seats[-1], chosen[seats[-1]])
                if written is not None:
                    written.append(step)
                state = self._stepped(state, *step)
                yield

    def again(self, kept: Mapping[int, Written]) -> Iterator[None]:
        """Such matches once more, with every action known beforehand."""
        for seed, written in cycle(kept.items()):
            state = self._dealt(seed)
            for seat, action in written:
                state = self._stepped(state, seat, action)
                yield from [None] * (len(action) if seat is None else 1)

    def written(self, seed: int) -> Written:
        written = Written()
        for _ in self.random(written, iter([seed])):
            pass
        return written

    def _dealt(self, seed: int) -> Any:
        setup = agreed(self.game.meta, Setup(self.seats))
        return self.game.deal(setup, Luck(mix(seed.to_bytes(8, "big"), ()), "bench")).state

    def _stepped(self, state: Any, seat: int | None, action: Any) -> Any:
        if seat is None:
            return self.game.resolve(state, action).state
        return self.game.play(state, seat, action).state
