"""How fast Giants' rules are: moves of random play-outs beside python-chess's, a move a call."""

import random
from collections.abc import Iterator, Mapping
from itertools import count, cycle
from typing import Any, TypeAlias

import chess

from bench.harness import Bench
from engine.chance import Luck, mix
from engine.game import Setup
from engine.giants import Giants
from engine.giants.state import State
from engine.options import agreed

SEATS = 4
KEPT = 12  # play-outs that are written down and replayed

Written: TypeAlias = list[tuple[int | None, Any]]  # a seat and its action, or sealed actions

_GIANTS = Giants()
_SETUP = agreed(_GIANTS.meta, Setup(SEATS))


def benches() -> Iterator[Bench]:
    """Targets: choices and play at least 0.5 (aim 1.0), play alone at least 1.0."""
    beside = "python-chess: a random move and its game-over test"
    yield Bench("giants: choices and play", giants().__next__, chess_moves().__next__, beside)
    kept = {seed: played(seed) for seed in range(KEPT)}
    yield Bench("giants: play alone", replays(kept).__next__, chess_moves().__next__, beside)


def chess_moves() -> Iterator[None]:
    """Games of random moves, one after another, with the library's own test for their end."""
    for seed in count():
        pick, board = random.Random(seed), chess.Board()  # noqa: S311 - not a secret
        while not board.is_game_over():
            board.push(pick.choice(list(board.legal_moves)))
            yield


def giants(written: Written | None = None, seeds: Iterator[int] | None = None) -> Iterator[None]:
    """Matches of random choices, one after another; perhaps written down."""
    for seed in seeds or count():
        pick, state = random.Random(seed).randrange, dealt(seed)  # noqa: S311 - not a secret
        while _GIANTS.outcome(state) is None:
            seats, chosen = sorted(_GIANTS.awaiting(state)), {}
            for seat in seats[:-1]:
                chosen[seat] = _GIANTS.choices(state, seat).sample(pick)
                yield
            chosen[seats[-1]] = _GIANTS.choices(state, seats[-1]).sample(pick)
            step = (None, chosen) if _GIANTS.sealed(state) else (seats[-1], chosen[seats[-1]])
            if written is not None:
                written.append(step)
            state = stepped(state, *step)
            yield


def replays(kept: Mapping[int, Written]) -> Iterator[None]:
    """Such matches again, with every action known beforehand."""
    for seed, written in cycle(kept.items()):
        state = dealt(seed)
        for seat, action in written:
            state = stepped(state, seat, action)
            yield from [None] * (len(action) if seat is None else 1)


def played(seed: int) -> Written:
    written = Written()
    for _ in giants(written, iter([seed])):
        pass
    return written


def dealt(seed: int) -> State:
    return _GIANTS.deal(_SETUP, Luck(mix(seed.to_bytes(8, "big"), ()), "bench")).state


def stepped(state: State, seat: int | None, action: Any) -> State:
    if seat is None:
        return _GIANTS.resolve(state, action).state
    return _GIANTS.play(state, seat, action).state
