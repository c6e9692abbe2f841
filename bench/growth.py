"""What stored matches cost a turn, a look and the list: a thousand and more, beside a hundred."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from pathlib import Path

from bench import postgres, shop
from bench.harness import Bench
from bench.load import generator
from bench.scale import times
from bench.shop import AT_ONCE, BIDS, PAGES, Shop

TITLE = "Growth: stored matches"
FEW = 100
MORE = (times(200, 1_000), times(300, 10_000), times(400, 100_000))
AIM = 1 / 1.3  # a turn among many may cost 1.3 of one among few

Open = Callable[[int], AbstractContextManager[Shop]]


def benches() -> Iterator[Bench]:
    with opener() as opening:
        yield from steps(opening, FEW, MORE, "stored")


@contextmanager
def opener() -> Iterator[Callable[..., AbstractContextManager[Shop]]]:
    """What opens a shop beside the others."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running())
        load = stack.enter_context(generator())

        @contextmanager
        def opening(count: int, entries: int = 1) -> Iterator[Shop]:
            with tempfile.TemporaryDirectory() as data:
                with shop.opened(server, Path(data), load, count, entries) as one:
                    yield one

        yield opening


def steps(opening: Open, few: int, more: Sequence[int], of: str) -> Iterator[Bench]:
    """Each step beside the first; once more without waiting for the disk, which could hide it."""
    with opening(few) as small, opening(few) as hasty:
        hasty.hurry()
        for count in more:
            with opening(count) as large:
                compare = partial(_bench, large, f"{count:,} {of}", f"{few} {of}")
                yield compare(small, "sealed bids", "bid", BIDS, disk=True)
                yield compare(small, "open turns", "turn", AT_ONCE, disk=True)
                yield compare(small, "one sweep", "sweep", 1, inside=True)
                if count == more[-1]:
                    yield compare(small, "view, 304", "look", AT_ONCE)
                    yield compare(small, "list of matches", "browse", PAGES)
                large.hurry()
                yield compare(hasty, "sealed bids without fsync", "bid", BIDS)
                yield compare(hasty, "open turns without fsync", "turn", AT_ONCE)


def _bench(
    large: Shop,
    much: str,
    little: str,
    small: Shop,
    name: str,
    what: str,
    units: int,
    *,
    disk: bool = False,
    inside: bool = False,
) -> Bench:
    def prepare() -> None:
        large.restock(what)
        small.restock(what)

    ours, baseline = getattr(large, what), getattr(small, what)
    return Bench(f"{name}, {much}", ours, baseline, little, units, disk, AIM, prepare, inside)
