"""What is counted: requests by route template, lost rings, and the state of each part."""

import os
from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY, Collector
from typing_extensions import override

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

REQUESTS = Counter("moai_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "moai_request_seconds",
    "Time to answer.",
    ["route"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
LOST_RINGS = Counter("moai_lost_rings", "Rings that the broker did not hear.")


class LettersCollector(Collector):
    """Letters by state, counted where every process writes them: in the database."""

    def __init__(self, letters: Mapping[str, int]) -> None:
        self.letters = letters

    @override
    def collect(self) -> Iterator[Metric]:
        gauge = GaugeMetricFamily("moai_letters", "Letters by state.", labels=["status"])
        for status, count in self.letters.items():
            gauge.add_metric([status], float(count))
        yield gauge


class OutagesCollector(Collector):
    """Stretches without a sweep, counted where they are noted: in the database."""

    def __init__(self, outages: Mapping[str, float]) -> None:
        self.outages = outages

    @override
    def collect(self) -> Iterator[Metric]:
        if self.outages:
            count = CounterMetricFamily("moai_outages", "Outages whose time was given back.")
            count.add_metric([], self.outages["count"])
            yield count
            seconds = CounterMetricFamily("moai_outage_seconds", "How long they were together.")
            seconds.add_metric([], self.outages["seconds"])
            yield seconds


class HoldsCollector(Collector):
    """How often deadlines were held, counted where it is noted: in the database."""

    def __init__(self, holds: Mapping[str, float]) -> None:
        self.holds = holds

    @override
    def collect(self) -> Iterator[Metric]:
        if self.holds:
            count = CounterMetricFamily("moai_deadline_holds", "Times that deadlines were held.")
            count.add_metric([], self.holds["count"])
            yield count


class PartsCollector(Collector):
    """The parts' states as gauges, made at each scrape."""

    def __init__(self, states: Mapping[str, tuple[bool, float | None]]) -> None:
        self.states = states

    @override
    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("moai_part_up", "1 where the part works.", labels=["part"])
        age = GaugeMetricFamily(
            "moai_part_age_seconds", "Since the part's last sign of life.", labels=["part"]
        )
        for part, (works, seconds) in self.states.items():
            up.add_metric([part], float(works))
            if seconds is not None:
                age.add_metric([part], seconds)
        yield up
        yield age


def exposition(
    states: Mapping[str, tuple[bool, float | None]],
    letters: Mapping[str, int],
    outages: Mapping[str, float],
    holds: Mapping[str, float],
) -> bytes:
    """All figures of all web processes, in Prometheus' text format."""
    parts = CollectorRegistry()
    parts.register(LettersCollector(letters))
    parts.register(OutagesCollector(outages))
    parts.register(HoldsCollector(holds))
    parts.register(PartsCollector(states))
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY) + generate_latest(parts)
    MultiProcessCollector(parts)  # type: ignore[no-untyped-call]  # the library left it untyped
    return generate_latest(parts)
