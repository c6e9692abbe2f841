"""What stored matches cost a turn, a look and the list: a thousand and more, beside a hundred."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
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
            with (
                tempfile.TemporaryDirectory() as data,
                shop.opened(server, Path(data), load, count, entries) as one,
            ):
                yield one

        yield opening


def steps(opening: Open, few: int, more: Sequence[int], of: str) -> Iterator[Bench]:
    """Each step beside the first; once more without waiting for the disk, which could hide it."""
    with opening(few) as small, opening(few) as hasty:
        hasty.hurry()
        for count in more:
            with opening(count) as large:
                step = Step(large, f"{count:,} {of}", f"{few} {of}")
                yield step.bench(small, "sealed bids", "bid", BIDS)
                if count == more[-1]:
                    yield step.bench(small, "open turns", "turn", AT_ONCE)
                    yield step.bench(small, "one sweep", "sweep", 1)
                    yield step.bench(small, "view, 304", "look", AT_ONCE)
                    yield step.bench(small, "list of matches", "browse", PAGES)
                large.hurry()
                yield step.bench(hasty, "sealed bids without fsync", "bid", BIDS)
                yield step.bench(hasty, "open turns without fsync", "turn", AT_ONCE)


@dataclass(frozen=True)
class Step:
    """A shop that has grown, and by how much."""

    large: Shop
    much: str
    little: str

    def bench(self, small: Shop, name: str, what: str, units: int) -> Bench:
        def prepare() -> None:
            self.large.restock(what)
            small.restock(what)

        return Bench(
            f"{name}, {self.much}",
            getattr(self.large, what),
            getattr(small, what),
            self.little,
            units,
            disk=what in ("bid", "turn") and not small.hasty,
            aim=AIM,
            prepare=prepare,
            inside=what == "sweep",
        )
