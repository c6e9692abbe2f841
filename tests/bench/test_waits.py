"""Waits: percentiles by rank, and batches beside a busy neighbour left out."""

from itertools import chain, repeat

import pytest

from bench import harness, machine, waits
from bench.waits import Wait


def quiet(_: str) -> None:
    """Whoever looks on is told nothing."""


def test_percentiles_of_two_hundred_are_the_100th_190th_and_198th() -> None:
    found = waits.percentiles([number / 1000 for number in range(200, 0, -1)])

    assert (found.p50, found.p95, found.p99, found.most) == (100, 190, 198, 200)


def test_a_single_event_is_every_percentile() -> None:
    found = waits.percentiles([0.005])

    assert (found.p50, found.p95, found.p99, found.most) == (5, 5, 5, 5)


def test_ours_is_put_beside_the_baseline_by_medians(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "foreign", lambda: 0.0)
    wait = Wait("slow", lambda: [0.03] * 20, lambda: [0.01] * 20, "quick", events=60)

    result = waits.measure(wait, quiet)

    assert result.ratio == pytest.approx(3)
    assert (result.events, result.dropped, result.noisy) == (60, 0, False)


def test_a_batch_beside_a_busy_neighbour_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Foreign CPU is read at both ends of a batch: it grows in the second, which is ours."""
    monkeypatch.setattr(machine, "foreign", chain([0, 0, 0, 9], repeat(9.0)).__next__)
    batches = chain([[9.0] * 20], repeat([0.03] * 20))
    wait = Wait("slow", batches.__next__, lambda: [0.01] * 20, "quick", events=40)

    result = waits.measure(wait, quiet)

    assert (result.events, result.dropped, result.noisy) == (40, 1, False)
    assert result.ours.most == pytest.approx(30)


def test_where_nothing_is_quiet_all_is_taken_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "FOREIGN_CPU", -1.0)
    wait = Wait("slow", lambda: [0.03] * 20, lambda: [0.01] * 20, "quick", events=40, spare=1)

    result = waits.measure(wait, quiet)

    assert (result.events, result.dropped, result.noisy) == (40, 2, True)
