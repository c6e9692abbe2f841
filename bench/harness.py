"""Measures ours beside a baseline: interleaved B X B, median of several, spread and ratio.

A bench is a module in this package with a function `benches()` that yields `Bench` values. Each
names two callables that do one unit of work; the harness decides how often to call them.
"""

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

Work = Callable[[], object]

PAIRS = 7
LEAST_PAIRS = 5
MOST_TRIES = 21
SEGMENT_SECONDS = 0.4
# Thresholds set before looking: a pair is dropped if others took this share of a core meanwhile,
# if the baselines on its two sides differ by more than this factor, or if the disk is in its slow
# mode (fsync takes 0.2 to 0.3 ms in the quick one, 2 to 4 in the slow).
FOREIGN_CPU = 0.5
DRIFT = 1.35
FSYNC = 0.001


@dataclass(frozen=True)
class Bench:
    """`ours` and `baseline` do the same work; a call of either counts for `per_call` units.

    `disk` says that the work waits for fsync, so that a slow disk drops the pair. `least` is the
    ratio that must be reached, where one is promised. `prepare` comes before each segment, untimed.
    """

    name: str
    ours: Work
    baseline: Work
    beside: str
    per_call: int = 1
    disk: bool = False
    least: float | None = None
    prepare: Work = bool


@dataclass(frozen=True)
class Figure:
    """The median of the kept segments and their range."""

    median: float
    least: float
    most: float


@dataclass(frozen=True)
class Result:
    name: str
    beside: str
    ours: Figure
    baseline: Figure
    ratio: Figure
    kept: int
    dropped: int
    noisy: bool
    # The same ratio by the CPU that servers under measurement used: it hardly feels a neighbour.
    cpu: Figure | None = None
    least: float | None = None


@dataclass(frozen=True)
class Timing:
    """How long something took from one sign to another, in milliseconds, over so many events."""

    name: str
    events: int
    p50: float
    p95: float
    most: float
    foreign: float  # cores that others had meanwhile
    noisy: bool


@dataclass(frozen=True)
class Segment:
    rate: float
    foreign: float
    cpu: float = 0.0  # seconds of the measured servers for each call


@dataclass(frozen=True)
class Pair:
    """Ours, and the mean of the baselines on its two sides."""

    ours: float
    baseline: float
    cpu: float | None


def measure(bench: Bench, say: Callable[[str], None]) -> Result:
    """Baseline, ours, baseline again, until enough quiet pairs are kept."""
    calls = {work: _calls(work, bench.prepare) for work in (bench.baseline, bench.ours)}
    pairs: list[Pair] = []
    noisy: list[Pair] = []
    while len(pairs) < PAIRS and len(pairs) + len(noisy) < MOST_TRIES:
        before, ours, after = (
            _segment(work, calls[work], bench.prepare)
            for work in (bench.baseline, bench.ours, bench.baseline)
        )
        pair = _pair(bench, before, ours, after)
        quiet = _quiet(before, ours, after) and not (bench.disk and fsync_seconds() > FSYNC)
        (pairs if quiet else noisy).append(pair)
        say(f"{bench.name}: {len(pairs)} of {PAIRS} pairs, {len(noisy)} dropped")
    # On a machine that is never quiet a figure is still given, and says what it is worth.
    if len(pairs) < LEAST_PAIRS:
        return _result(bench, pairs + noisy, dropped=0, noisy=True)
    return _result(bench, pairs, dropped=len(noisy), noisy=False)


def _pair(bench: Bench, before: Segment, ours: Segment, after: Segment) -> Pair:
    baseline = (before.rate + after.rate) / 2
    spent = (before.cpu + after.cpu) / 2
    return Pair(
        ours.rate * bench.per_call,
        baseline * bench.per_call,
        spent / ours.cpu if ours.cpu else None,
    )


def _calls(work: Work, prepare: Work = bool) -> int:
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


def _segment(work: Work, calls: int, prepare: Work = bool) -> Segment:
    prepare()
    busy, used, began = _busy(), _measured(), time.perf_counter()
    for _ in range(calls):
        work()
    seconds = time.perf_counter() - began
    foreign = max(0.0, (_busy() - busy) / seconds)
    return Segment(calls / seconds, foreign, (_measured() - used) / calls)


def _busy() -> float:
    """Seconds of CPU that neither we nor our children have used, over all cores."""
    times = os.times()
    mine = times.user + times.system + _measured() + sum(_used(pid) for pid in HELPERS)
    return _machine() - mine


# Servers under measurement: their work is ours, not foreign.
MEASURED: set[int] = set()
# What makes the load or takes the letters: neither foreign nor measured.
HELPERS: set[int] = set()
TICKS = os.sysconf("SC_CLK_TCK")


def _measured() -> float:
    return sum(_used(pid) for pid in MEASURED)


def _machine() -> float:
    try:
        words = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    user, nice, system, _idle, _wait, irq, soft = (int(word) for word in words[:7])
    return (user + nice + system + irq + soft) / TICKS


def _used(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        children = [
            int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:
        return 0.0
    own = sum(int(word) for word in words[11:15]) / TICKS  # with those children that have ended
    return own + sum(_used(child) for child in children)


def timing(name: str, run: Callable[[], list[float]]) -> Timing:
    """Seconds from `run`, with what others took of the machine meanwhile."""
    busy, began = _busy(), time.perf_counter()
    taken = sorted(run())
    foreign = max(0.0, (_busy() - busy) / (time.perf_counter() - began))
    p50, p95 = (1000 * taken[int(len(taken) * share)] for share in (0.5, 0.95))
    return Timing(name, len(taken), p50, p95, 1000 * taken[-1], foreign, foreign > FOREIGN_CPU)


def fsync_seconds() -> float:
    """The median of a few small writes that wait for the disk."""
    with tempfile.NamedTemporaryFile(dir=".") as file:
        return statistics.median(_fsync(file.fileno()) for _ in range(5))


def _fsync(descriptor: int) -> float:
    os.write(descriptor, b"x" * 512)
    began = time.perf_counter()
    os.fsync(descriptor)
    return time.perf_counter() - began


def _quiet(before: Segment, ours: Segment, after: Segment) -> bool:
    drift = max(before.rate, after.rate) / min(before.rate, after.rate)
    return drift <= DRIFT and max(before.foreign, ours.foreign, after.foreign) <= FOREIGN_CPU


def _result(bench: Bench, pairs: list[Pair], *, dropped: int, noisy: bool) -> Result:
    return Result(
        bench.name,
        bench.beside,
        ours=_figure(pair.ours for pair in pairs),
        baseline=_figure(pair.baseline for pair in pairs),
        ratio=_figure(pair.ours / pair.baseline for pair in pairs),
        kept=len(pairs),
        dropped=dropped,
        noisy=noisy,
        cpu=_cpu(pairs),
        least=bench.least,
    )


def _cpu(pairs: list[Pair]) -> Figure | None:
    known = [pair.cpu for pair in pairs if pair.cpu]
    return _figure(known) if len(known) == len(pairs) else None


def _figure(values: Iterable[float]) -> Figure:
    kept = sorted(values)
    return Figure(statistics.median(kept), kept[0], kept[-1])


def table(results: list[Result]) -> str:
    rows = [("bench", "ours /s", "beside", "its /s", "ratio", "range", "by CPU", "wanted", "pairs")]
    rows += [
        (
            one.name,
            f"{one.ours.median:,.0f}",
            one.beside,
            f"{one.baseline.median:,.0f}",
            f"{one.ratio.median:.2f}",
            f"{one.ratio.least:.2f} to {one.ratio.most:.2f}",
            f"{one.cpu.median:.2f}" if one.cpu else "",
            f"{one.least:.2f}" if one.least else "",
            f"{one.kept} kept, {one.dropped} dropped{', NOISY' if one.noisy else ''}",
        )
        for one in results
    ]
    return _ruled(rows)


def timing_table(timings: list[Timing]) -> str:
    rows = [("timing", "events", "p50 ms", "p95 ms", "most ms", "foreign cores")]
    rows += [
        (
            one.name,
            str(one.events),
            f"{one.p50:,.0f}",
            f"{one.p95:,.0f}",
            f"{one.most:,.0f}",
            f"{one.foreign:.1f}{', NOISY' if one.noisy else ''}",
        )
        for one in timings
    ]
    return _ruled(rows)


def _ruled(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join((lines[0], "-" * len(lines[0]), *lines[1:]))


def as_json(results: list[Result], timings: list[Timing]) -> str:
    whole = {"results": [asdict(one) for one in results], "timings": [asdict(o) for o in timings]}
    return json.dumps(whole, indent=2)


def progress(words: str) -> None:
    """One line that is rewritten at a terminal, and one a pair elsewhere."""
    end = "\r" if sys.stderr.isatty() else "\n"
    sys.stderr.write(words.ljust(70) + end)
    sys.stderr.flush()
