"""The engine at its worst: transport with the most choices; and what a match holds in memory."""

import gc
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from bench import strangers
from bench.engine import SEATS, PlayOuts
from bench.harness import Bench
from bench.scale import times
from bench.waits import Amount
from engine.registry import GAMES

TITLE = "Engine: worst cases and memory"
GIANTS = GAMES["giants"]
MOST_SEATS = max(GIANTS.meta.seats)
SEARCHED = times(1, 8)  # matches that the worst state is looked for in
CROWDED = "python-chess: the legal moves of the position that has most, 218"
HELD = times(5, 40)  # matches held at once
ACTIONS = 60  # that each is old
BOARD = f"python-chess: a board that knows its {ACTIONS} moves"


def benches() -> Iterator[Bench | Amount]:
    board = strangers.crowded_board()
    state, seat, most = worst_transport()
    choices = GIANTS.choices

    def bench(name: str, ours: Callable[[], object]) -> Bench:
        title = f"giants: transport with {most} choices, {name}"
        return Bench(title, ours, lambda: list(board.legal_moves), CROWDED, inside=True)

    yield bench("all listed", lambda: list(choices(state, seat)))
    yield bench("as facts", lambda: choices(state, seat).facts())
    yield bench("one drawn", lambda: choices(state, seat).sample(lambda below: below // 2))
    its = held(lambda seed: strangers.long_game(seed, ACTIONS))
    for slug, seats in SEATS.items():
        outs = PlayOuts(GAMES[slug], seats)
        ours = held(lambda seed, outs=outs: _aged(outs, seed))  # type: ignore[misc]  # its own game
        yield Amount(f"{slug}: a state in memory", BOARD, "bytes", ours, its)


def worst_transport() -> tuple[Any, int, int]:
    """Of random matches with a full table the transport with the most choices, and their number."""
    outs = PlayOuts(GIANTS, MOST_SEATS)
    found = (
        (state, seat)
        for seed in range(SEARCHED)
        for state in outs.states(seed)
        if GIANTS.phase(state).name == "transport"
        for seat in GIANTS.awaiting(state)
    )
    counted = ((sum(1 for _ in GIANTS.choices(*one)), one) for one in found)
    most, (state, seat) = max(counted, key=lambda pair: pair[0])
    return state, seat, most


def _aged(outs: PlayOuts, seed: int) -> Any:
    """After so many actions, or at its end."""
    return deque(islice(outs.states(seed), ACTIONS + 1), maxlen=1)[0]


def held(make: Callable[[int], object]) -> float:
    """Bytes for each of several that are held at once; what they share is counted once."""
    kept = [make(HELD)]  # what is loaded on first use is no part of it
    gc.collect()
    tracemalloc.start()
    kept += [make(seed) for seed in range(HELD)]
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / (len(kept) - 1)
