"""A mail server that takes every letter, and knows when each match had its last."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller

from bench.servers import free_port

PATIENCE = 120.0


@dataclass
class Sink:
    seats: int
    port: int
    arrived: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    complete: dict[str, float] = field(default_factory=dict)
    came: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd calls it so
        now = time.monotonic()
        with self.came:
            for address in envelope.rcpt_tos:
                match = address.partition("@")[0].partition(".")[2]
                self.arrived[match] += 1
                if self.arrived[match] == self.seats:
                    self.complete[match] = now
            self.came.notify_all()
        return "250 taken"

    def wait(self, match: str) -> float:
        """When the match's last letter was here."""
        with self.came:
            if not self.came.wait_for(lambda: match in self.complete, PATIENCE):
                raise TimeoutError(f"no letters of {match} within {PATIENCE:.0f} s")
            return self.complete[match]


@contextmanager
def taking(seats: int) -> Iterator[Sink]:
    sink = Sink(seats, free_port())
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port, ready_timeout=30)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()
