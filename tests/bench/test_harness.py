"""Figures are fair: a known ratio is found, noise is dropped, and it is said when it was not."""

from dataclasses import replace
from functools import partial
from itertools import chain, repeat

import pytest

from bench import harness, machine
from bench.harness import Bench, Segment


class Stopwatch:
    """A clock that only work moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def perf_counter(self) -> float:
        return self.seconds

    def monotonic(self) -> float:
        return self.seconds

    def work(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def stopwatch(monkeypatch: pytest.MonkeyPatch) -> Stopwatch:
    """On a machine that nobody else uses."""
    found = Stopwatch()
    monkeypatch.setattr(harness, "time", found)
    monkeypatch.setattr(harness, "BEGAN", 0.0)
    monkeypatch.setattr(machine, "foreign", lambda: 0.0)
    return found


@pytest.fixture
def steps(stopwatch: Stopwatch) -> Bench:
    """Ours takes four times as long."""
    ours, baseline = (lambda: stopwatch.work(0.004)), (lambda: stopwatch.work(0.001))
    return Bench("steps", ours, baseline, "a quarter of it", pairs=harness.PAIRS)


def quiet(_: str) -> None:
    """Whoever looks on is told nothing."""


def test_work_that_is_four_times_as_long_has_a_quarter_of_the_rate(steps: Bench) -> None:
    result = harness.measure(steps, quiet)

    assert result.ratio.least == pytest.approx(0.25)
    assert result.ratio.most == pytest.approx(0.25)
    assert result.baseline.median == pytest.approx(1_000)
    assert (result.kept, result.dropped, result.noisy) == (harness.PAIRS, 0, False)


def test_a_call_that_does_several_counts_for_so_many(stopwatch: Stopwatch) -> None:
    ours, baseline = (lambda: stopwatch.work(0.002)), (lambda: stopwatch.work(0.001))

    result = harness.measure(Bench("batches", ours, baseline, "half", per_call=10), quiet)

    assert result.ours.median == pytest.approx(5_000)
    assert result.kept == harness.LEAST_PAIRS  # where nothing else is said


def test_a_pair_beside_a_busy_neighbour_a_drifting_baseline_or_a_slow_disk_is_dropped() -> None:
    calm, busy, other = Segment(100, 0.1), Segment(100, 0.9), Segment(150, 0.1)
    slow = Segment(100, 0.1, slow=True)

    assert harness.quiet(calm, calm, calm)
    assert not harness.quiet(calm, busy, calm)
    assert not harness.quiet(calm, calm, other)
    assert not harness.quiet(calm, slow, calm)


def test_a_neighbour_for_a_while_costs_pairs_and_no_figure(
    steps: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Foreign CPU is read at both ends of a segment: it grows in the second, which is ours."""
    monkeypatch.setattr(machine, "foreign", chain([0, 0, 0, 9], repeat(9.0)).__next__)

    result = harness.measure(steps, quiet)

    assert (result.kept, result.dropped, result.noisy) == (harness.PAIRS, 1, False)


def test_a_slow_disk_drops_pairs_of_what_waits_for_it_alone(
    stopwatch: Stopwatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "fsync_seconds", lambda: 0.003)
    bench = Bench("sums", partial(stopwatch.work, 0.001), partial(stopwatch.work, 0.001), "itself")

    waiting = harness.measure(replace(bench, disk=True), quiet)
    thinking = harness.measure(bench, quiet)

    assert (waiting.dropped, waiting.noisy) == (harness.MOST_TRIES, True)
    assert (thinking.dropped, thinking.noisy) == (0, False)


def test_when_nothing_was_quiet_the_figure_counts_all_and_says_so(
    steps: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "DRIFT", 0.0)

    result = harness.measure(steps, quiet)

    assert (result.kept, result.dropped) == (harness.MOST_TRIES, harness.MOST_TRIES)
    assert result.noisy


def test_late_in_a_run_no_dropped_pair_is_tried_again(
    steps: Bench, stopwatch: Stopwatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "DRIFT", 0.0)
    stopwatch.seconds = harness.PATIENCE + 1

    assert harness.measure(steps, quiet).kept == harness.PAIRS


def test_what_is_done_before_a_segment_is_not_timed(stopwatch: Stopwatch) -> None:
    bench = Bench("sums", partial(stopwatch.work, 0.001), partial(stopwatch.work, 0.001), "itself")
    restocked = replace(bench, prepare=partial(stopwatch.work, 5))

    assert harness.measure(restocked, quiet).ours.median == pytest.approx(1_000)
