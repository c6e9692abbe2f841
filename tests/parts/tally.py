"""What a long test counts: told on the terminal as it grows in a soak, and kept in var/soak."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.parts.site import ROOT
from tests.scale import SEED, SOAK

KEPT = ROOT / "var" / "soak"
EVERY = 10.0  # seconds from one word on the terminal to the next


@dataclass
class Tally:
    """One test's; each of its files in `KEPT` says that the test came to its end."""

    test: str
    capture: Any
    began: float = field(default_factory=time.monotonic)
    said: float = 0.0

    def step(self, number: int, of: int, what: str) -> None:
        """So many of so many are done, `what` the last of them."""
        line = f"{self.test}: {number} of {of}, seed {SEED}: {what}\n"
        with self._terminal():
            sys.stderr.write(line)

    @contextmanager
    def _terminal(self) -> Iterator[None]:
        """Now and then in a soak the terminal, past pytest's capture; else what a failure shows."""
        if SOAK == 1 or time.monotonic() - self.said < EVERY:
            yield
            return
        self.said = time.monotonic()
        with self.capture.global_and_fixture_disabled():
            yield

    def keep(self, **figures: int) -> None:
        """What it came to; the last thing that a test does."""
        if SOAK == 1:
            return
        seconds = round(time.monotonic() - self.began)
        on = datetime.now(UTC).isoformat(timespec="seconds")
        kept = {"test": self.test, "on": on, "seed": SEED, "seconds": seconds, **figures}
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / f"{self.test}.json").write_text(json.dumps(kept) + "\n")


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Tally:
    capture = request.config.pluginmanager.getplugin("capturemanager")
    return Tally(request.node.name, capture)


# --- what pytest calls


def pytest_report_header() -> str:
    return f"seed: {SEED}; SEED={SEED} begins with the same"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The figures of this run, which its seed tells from others'."""
    kept = [json.loads(path.read_text()) for path in sorted(KEPT.glob("*.json"))]
    ours = [one for one in kept if SOAK > 1 and one.pop("seed") == SEED]
    if ours:
        terminalreporter.section("figures, kept in var/soak")
    for one in ours:
        terminalreporter.write_line(_row(one))


def _row(figures: dict[str, Any]) -> str:
    test = figures.pop("test")
    return f"{test}: " + ", ".join(f"{name} {value}" for name, value in figures.items())
