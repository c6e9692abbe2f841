"""How fast Giants' rules are: moves a second beside python-chess, both in random play-outs.

The two take turns (chess, Giants, chess), so that a busy machine slows both; a pair's ratio is
Giants' rate over the mean of the chess rates around it, and the median of the pairs counts.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from statistics import mean, median
from time import process_time
from typing import Any, TypeAlias

import chess

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


@dataclass(frozen=True, slots=True)
class Figures:
    """Moves a second at the median, and the ratios to python-chess that have a target."""

    chess: float
    chosen: float  # Giants: choices and play
    replayed: float  # Giants: play alone
    chosen_ratio: float  # at least 0.5, aim 1.0
    replayed_ratio: float  # at least 1.0


def figures(pairs: int = 5, seconds: float = 1.0) -> Figures:
    """Measure so many pairs of each kind, each run for so many seconds."""
    kept = [(number, giants(number)) for number in range(KEPT)]
    measured = [_pair(kept, seconds) for _ in range(pairs)]
    beside, chosen, replayed = zip(*measured, strict=True)
    return Figures(
        median(beside),
        median(chosen),
        median(replayed),
        median(own / other for own, other in zip(chosen, beside, strict=True)),
        median(own / other for own, other in zip(replayed, beside, strict=True)),
    )


def _pair(kept: list[tuple[int, Written]], seconds: float) -> tuple[float, float, float]:
    """Chess, Giants with choices, Giants replayed, chess again."""
    before = _rate(random_chess, seconds)
    chosen = _rate(lambda number: moves(giants(number)), seconds)
    replayed = _rate(lambda number: replay(*kept[number % KEPT]), seconds)
    after = _rate(random_chess, seconds)
    return mean((before, after)), chosen, replayed


def _rate(play_out: Callable[[int], int], seconds: float) -> float:
    """Moves a second of whole play-outs, by this process's own clock."""
    started, made = process_time(), 0
    for number in count():
        made += play_out(number)
        if (spent := process_time() - started) >= seconds:
            return made / spent
    raise AssertionError("counting never ends")


# --- play-outs


def random_chess(seed: int) -> int:
    """A game of random moves with the library's own test for its end."""
    pick, board, made = random.Random(seed), chess.Board(), 0  # noqa: S311 - not a secret
    while not board.is_game_over():
        board.push(pick.choice(list(board.legal_moves)))
        made += 1
    return made


def giants(seed: int) -> Written:
    """A match of random choices, written down."""
    pick = random.Random(seed).randrange  # noqa: S311 - not a secret
    state, written = _dealt(seed), Written()
    while _GIANTS.outcome(state) is None:
        seats = sorted(_GIANTS.awaiting(state))
        chosen = {seat: _GIANTS.choices(state, seat).sample(pick) for seat in seats}
        sealed = _GIANTS.sealed(state)
        written.append((None, chosen) if sealed else (seats[0], chosen[seats[0]]))
        state = _stepped(state, *written[-1])
    return written


def replay(seed: int, written: Written) -> int:
    state = _dealt(seed)
    for seat, action in written:
        state = _stepped(state, seat, action)
    return moves(written)


def moves(written: Written) -> int:
    return sum(len(action) if seat is None else 1 for seat, action in written)


def _dealt(seed: int) -> State:
    return _GIANTS.deal(_SETUP, Luck(mix(seed.to_bytes(8, "big"), ()), "bench")).state


def _stepped(state: State, seat: int | None, action: Any) -> State:
    if seat is None:
        return _GIANTS.resolve(state, action).state
    return _GIANTS.play(state, seat, action).state


if __name__ == "__main__":
    print(figures())  # noqa: T201 - what it is run for
