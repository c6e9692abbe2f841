"""Figures are fair: a known ratio is found, noise is dropped, and it is said when it was not."""

import pytest

from bench import harness
from bench.harness import Bench, Segment


def spin(times: int) -> int:
    return sum(range(times))


class Stopwatch:
    """A clock that only work moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def perf_counter(self) -> float:
        return self.seconds

    def work(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def stopwatch(monkeypatch: pytest.MonkeyPatch) -> Stopwatch:
    """On a machine that nobody else uses."""
    found = Stopwatch()
    monkeypatch.setattr(harness, "time", found)
    monkeypatch.setattr(harness, "_busy", lambda: 0.0)
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "SEGMENT_SECONDS", 0.02)


def test_work_that_is_four_times_as_long_has_a_quarter_of_the_rate(stopwatch: Stopwatch) -> None:
    bench = Bench(
        "steps", lambda: stopwatch.work(0.004), lambda: stopwatch.work(0.001), "a quarter of it"
    )

    result = harness.measure(bench, lambda _: None)

    assert result.ratio.least == pytest.approx(0.25)
    assert result.ratio.most == pytest.approx(0.25)
    assert result.baseline.median == pytest.approx(1_000)
    assert (result.kept, result.dropped, result.noisy) == (harness.PAIRS, 0, False)


def test_a_pair_beside_a_busy_neighbour_or_a_drifting_baseline_is_dropped() -> None:
    calm, busy, other = Segment(100, 0.1), Segment(100, 0.9), Segment(150, 0.1)

    assert harness._quiet(calm, calm, calm)
    assert not harness._quiet(calm, busy, calm)
    assert not harness._quiet(calm, calm, other)


def test_when_nothing_was_quiet_the_figure_says_so(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness, "DRIFT", 0.0)
    bench = Bench("spin", lambda: spin(1_000), lambda: spin(1_000), "itself")

    result = harness.measure(bench, lambda _: None)

    assert (result.kept, result.noisy) == (harness.MOST_TRIES, True)
    assert "NOISY" in harness.table([result])
