"""From the last bid's answer to the last letter of its auction at the mail server."""

import json
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from bench import harness, postgres, stored
from bench.harness import MEASURED, Timing
from bench.servers import free_port, running, serving_as_shipped
from service import embedded

SEATS = 3
EVENTS = 200
CLIENTS = 20
WARM_UP = 10
PATIENCE = 120.0
WORKER = "--quiet --app workers.app worker --concurrency 2 --without-gossip --without-mingle"


@dataclass
class Sink:
    """Takes every letter, and notes when each match had its last."""

    arrived: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    complete: dict[str, float] = field(default_factory=dict)
    came: threading.Condition = field(default_factory=threading.Condition)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd calls it so
        now = time.monotonic()
        with self.came:
            for address in envelope.rcpt_tos:
                match = address.partition("@")[0].partition(".")[2]
                self.arrived[match] += 1
                if self.arrived[match] == SEATS:
                    self.complete[match] = now
            self.came.notify_all()
        return "250 taken"

    def wait(self, match: str) -> float:
        """When the match's last letter was here."""
        with self.came:
            if not self.came.wait_for(lambda: match in self.complete, PATIENCE):
                raise TimeoutError(f"no letters of {match} within {PATIENCE:.0f} s")
            return self.complete[match]


@dataclass(frozen=True)
class Table:
    """A match in which one bid is missing, and that bid."""

    match: str
    bearer: str
    body: bytes


def timings() -> Iterator[Timing]:
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sink, tables, port = stack.enter_context(_site(server, data))
        close = partial(_close, sink, port)
        harness.progress("from the last bid to its letters: one at a time")
        for table in islice(tables, WARM_UP):
            close(table)
        alone = [*islice(tables, EVENTS)]
        name = "last bid to letters at SMTP"
        yield harness.timing(f"{name}, unloaded", lambda: [close(table) for table in alone])
        harness.progress(f"from the last bid to its letters: {CLIENTS} clients")
        crowd = [*islice(tables, EVENTS)]
        with ThreadPoolExecutor(CLIENTS) as pool:
            together = harness.timing(
                f"{name}, {CLIENTS} clients", lambda: list(pool.map(close, crowd))
            )
        yield together


@contextmanager
def _site(server: postgres.Postgres, data: Path) -> Iterator[tuple[Sink, Iterator[Table], int]]:
    url, sink, port = server.database(), Sink(), free_port()
    controller = Controller(sink, hostname="127.0.0.1", port=port, ready_timeout=30)
    controller.start()
    try:
        with stored.inside(url, data / "laying"):
            tables = _tables()
        with embedded.running(data / "broker") as broker:
            MEASURED.add(broker.process.pid)
            given = stored.environment(
                url, data / "ours", REDIS_URL=broker.url, SMTP_URL=f"smtp://127.0.0.1:{port}"
            )
            with (
                serving_as_shipped("wsgi:app", given) as web,
                running(["celery", *WORKER.split()], given),
            ):
                yield sink, iter(tables), web
            MEASURED.discard(broker.process.pid)
    finally:
        controller.stop()


def _tables() -> list[Table]:
    stock = stored.lay("giants", SEATS, 1, WARM_UP + 2 * EVENTS, bids=SEATS - 1)
    seat = SEATS - 1
    action = stored.first_actions("giants", SEATS, seat)
    body = json.dumps({"turn": stock.turn, "action": action}).encode()
    return [Table(match, stock.bearer(match, seat), body) for match in stock.ids()]


def _close(sink: Sink, port: int, table: Table) -> float:
    """Seconds from the answer to the last bid until every seat's letter was handed over."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Authorization": table.bearer, "Content-Type": "application/json"}
    connection.request("POST", f"/api/v1/matches/{table.match}/turns", table.body, headers)
    status = connection.getresponse().status
    answered = time.monotonic()
    connection.close()
    if status != 202:  # noqa: PLR2004  # accepted
        raise RuntimeError(f"a last bid was answered with {status}")
    return max(0.0, sink.wait(table.match) - answered)
