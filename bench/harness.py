"""Measures ours beside a baseline: interleaved B X B, median of several, spread and ratio.

A bench is a module of this package with a function `benches()`. It yields `Bench` values, which
name two callables that do the same work and leave it to the harness how often they are called;
`Wait` values, which time single events; and `Amount` values, which were counted already.
"""

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bench import machine
from bench.scale import QUICK, times

Work = Callable[[], object]

PAIRS = times(1, 7)  # where much hangs on it
LEAST_PAIRS = times(1, 5)  # elsewhere, and with fewer a figure is called noisy
MOST_TRIES = times(1, 10)
SEGMENT_SECONDS = 0.02 if QUICK else 0.3
# A run stays below a quarter of an hour: after so many seconds no dropped pair is tried again.
PATIENCE = 420
BEGAN = time.monotonic()
# Thresholds set before looking: a pair is dropped if others took this share of a core meanwhile,
# if the baselines on its two sides differ by more than this factor, or if the disk is in its slow
# mode (fsync takes 0.2 to 0.3 ms in the quick one, 2 to 4 in the slow).
FOREIGN_CPU = 0.5
DRIFT = 1.35
FSYNC = 0.001


@dataclass(frozen=True)
class Bench:
    """`ours` and `baseline` do the same work; a call of either counts for `per_call` units.

    `disk` says that the work waits for fsync, so that a slow disk drops the pair; `inside` that it
    is done in this process, whose CPU counts then. `aim` is the ratio to be reached, where there is
    one; `pairs` are to be kept. `prepare` comes before each segment, untimed.
    """

    name: str
    ours: Work
    baseline: Work
    beside: str
    per_call: int = 1
    disk: bool = False
    aim: float | None = None
    prepare: Work = bool
    inside: bool = False
    pairs: int = LEAST_PAIRS


@dataclass(frozen=True)
class Figure:
    """The median of the kept segments and their range."""

    median: float
    least: float
    most: float


@dataclass(frozen=True)
class Result:
    """What was measured; `dropped` pairs were not quiet, and count only if it is `noisy`."""

    name: str
    beside: str
    ours: Figure
    baseline: Figure
    ratio: Figure
    kept: int
    dropped: int
    noisy: bool
    # The same ratio by the CPU that ours and the baseline used: it hardly feels a neighbour.
    cpu: Figure | None = None
    aim: float | None = None


@dataclass(frozen=True)
class Segment:
    rate: float
    foreign: float
    cpu: float = 0.0  # seconds for each call
    slow: bool = False  # the disk was


@dataclass(frozen=True)
class Pair:
    """Ours, and the mean of the baselines on its two sides."""

    ours: float
    baseline: float
    cpu: float | None


def measure(bench: Bench, say: Callable[[str], None]) -> Result:
    """Baseline, ours, baseline, ours … until enough of ours had quiet neighbours."""
    calls = {work: _calls(work, bench.prepare) for work in (bench.baseline, bench.ours)}
    pairs: list[Pair] = []
    dropped: list[Pair] = []
    before = _segment(bench, bench.baseline, calls[bench.baseline])
    while len(pairs) < bench.pairs and len(pairs) + len(dropped) < most_tries(bench.pairs):
        ours = _segment(bench, bench.ours, calls[bench.ours])
        after = _segment(bench, bench.baseline, calls[bench.baseline])
        (pairs if quiet(before, ours, after) else dropped).append(_pair(bench, before, ours, after))
        say(f"{bench.name}: {len(pairs)} of {bench.pairs} pairs, {len(dropped)} dropped")
        before = after
    # On a machine that is never quiet a figure is still given, and says what it is worth.
    noisy = len(pairs) < LEAST_PAIRS
    return _result(bench, pairs + dropped if noisy else pairs, dropped=len(dropped), noisy=noisy)


def most_tries(wanted: int) -> int:
    return wanted if time.monotonic() - BEGAN > PATIENCE else MOST_TRIES


def quiet(before: Segment, ours: Segment, after: Segment) -> bool:
    drift = max(before.rate, after.rate) / min(before.rate, after.rate)
    segments = (before, ours, after)
    return drift <= DRIFT and all(undisturbed(one) for one in segments)


def undisturbed(segment: Segment) -> bool:
    return segment.foreign <= FOREIGN_CPU and not segment.slow


def _pair(bench: Bench, before: Segment, ours: Segment, after: Segment) -> Pair:
    baseline = (before.rate + after.rate) / 2
    spent = (before.cpu + after.cpu) / 2
    return Pair(
        ours.rate * bench.per_call,
        baseline * bench.per_call,
        spent / ours.cpu if ours.cpu else None,
    )


def _calls(work: Work, prepare: Work) -> int:
    """How many calls fill a segment; this warms up as well."""
    calls = 1
    while True:
        prepare()
        began = time.perf_counter()
        for _ in range(calls):
            work()
        seconds = time.perf_counter() - began
        if seconds > SEGMENT_SECONDS / 4:
            return max(1, round(calls * SEGMENT_SECONDS / seconds))
        calls *= 2


def _segment(bench: Bench, work: Work, calls: int) -> Segment:
    bench.prepare()

    def run() -> None:
        for _ in range(calls):
            work()

    seconds, segment = watched(run, disk=bench.disk, inside=bench.inside)
    return Segment(calls / seconds, segment.foreign, segment.cpu / calls, segment.slow)


def watched(run: Work, *, disk: bool = False, inside: bool = False) -> tuple[float, Segment]:
    """The seconds that it took, with what others and the disk did meanwhile; its rate is one."""
    foreign, used, began = machine.foreign(), _cpu(inside=inside), time.perf_counter()
    run()
    seconds = time.perf_counter() - began
    others = max(0.0, (machine.foreign() - foreign) / seconds)
    slow = disk and machine.fsync_seconds() > FSYNC
    return seconds, Segment(1.0, others, _cpu(inside=inside) - used, slow)


def _cpu(*, inside: bool) -> float:
    return machine.measured() + (machine.own() if inside else 0.0)


def _result(bench: Bench, pairs: list[Pair], *, dropped: int, noisy: bool) -> Result:
    return Result(
        bench.name,
        bench.beside,
        ours=figure(pair.ours for pair in pairs),
        baseline=figure(pair.baseline for pair in pairs),
        ratio=figure(pair.ours / pair.baseline for pair in pairs),
        kept=len(pairs),
        dropped=dropped,
        noisy=noisy,
        cpu=_by_cpu(pairs),
        aim=bench.aim,
    )


def _by_cpu(pairs: list[Pair]) -> Figure | None:
    known = [pair.cpu for pair in pairs if pair.cpu]
    return figure(known) if len(known) == len(pairs) else None


def figure(values: Iterable[float]) -> Figure:
    kept = sorted(values)
    return Figure(statistics.median(kept), kept[0], kept[-1])
