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
from engine.changing import replace
from engine.giants import Giants
from engine.giants.state import Crew, Crowd, State
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
    state, seat = worst_transport()
    yield from _choosing("the worst of random matches", state, seat)
    yield from _choosing("everyone on every hex", crowded(state), seat)
    its = held(lambda seed: strangers.long_game(seed, ACTIONS))
    for slug, seats in SEATS.items():
        outs = PlayOuts(GAMES[slug], seats)
        ours = held(lambda seed, outs=outs: _aged(outs, seed))  # type: ignore[misc]  # its own game
        yield Amount(f"{slug}: a state in memory", BOARD, "bytes", ours, its)


def _choosing(where: str, state: Any, seat: int) -> Iterator[Bench]:
    board, choices = strangers.crowded_board(), GIANTS.choices
    most = sum(1 for _ in choices(state, seat))

    def bench(name: str, ours: Callable[[], object]) -> Bench:
        title = f"giants: {most} transports ({where}), {name}"
        return Bench(title, ours, lambda: list(board.legal_moves), CROWDED, inside=True)

    yield bench("listed", lambda: list(choices(state, seat)))
    yield bench("as facts", lambda: choices(state, seat).facts())
    yield bench("one drawn", lambda: choices(state, seat).sample(lambda below: below // 2))


def crowded(state: State) -> State:
    """More than the box holds: a worker of each colour and three logs wherever one can stand."""
    crowds = (Crowd(workers=1),) * MOST_SEATS
    land = Giants().islands[state.options.island].labels
    return replace(state, crews=tuple(Crew(place, crowds, 3) for place in sorted(land)))


def worst_transport() -> tuple[Any, int]:
    """Of random matches with a full table the transport with the most choices."""
    outs = PlayOuts(GIANTS, MOST_SEATS)
    found = (
        (state, seat)
        for seed in range(SEARCHED)
        for state in outs.states(seed)
        if GIANTS.phase(state).name == "transport"
        for seat in GIANTS.awaiting(state)
    )
    counted = ((sum(1 for _ in GIANTS.choices(*one)), one) for one in found)
    return max(counted, key=lambda pair: pair[0])[1]


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
