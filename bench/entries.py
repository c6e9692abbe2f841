"""What a long log costs a turn and a look: matches of up to two thousand entries, beside ten."""

from collections.abc import Iterator

from bench import growth
from bench.harness import Bench
from bench.scale import times
from bench.shop import AT_ONCE

TITLE = "Growth: entries in a match"
FEW = 10
MORE = (100, times(150, 500), times(200, 2_000))


def benches() -> Iterator[Bench]:
    with growth.opener() as opening:
        yield from growth.steps(lambda count: opening(AT_ONCE, count), FEW, MORE, "entries")
