"""From the last bid's answer to its resolution, and to the last letter of it at the mail server."""

import json
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from smtplib import SMTP

import psycopg
from sqlalchemy import make_url

from bench import bare_letter, mailbox, postgres, stored
from bench.machine import MEASURED
from bench.mailbox import Sink
from bench.scale import times
from bench.servers import running, serving_as_shipped
from bench.waits import EVENTS, Wait
from service import embedded

TITLE = "Workers: from the last bid to its letters"
SEATS = 3
CLIENTS = 20
WARM_UP = times(2, 10)
ALONE = times(2, 10)  # events of a batch, one after the other
TOGETHER = times(4, 100)  # and of a batch of twenty clients
LOOK_SECONDS = 0.002
BESIDE = "three bare letters on a kept SMTP connection"
NAME = "last bid to three letters at SMTP"
WORKER = "--quiet --app workers.app worker --concurrency 2 --without-gossip --without-mingle"


@dataclass(frozen=True)
class Table:
    """A match in which one bid is missing, and that bid."""

    match: str
    bearer: str
    body: bytes


@dataclass
class Place:
    """Web, worker, broker, database and mail server, and tables that wait for their last bid."""

    sink: Sink
    url: str
    web: int
    tables: Iterator[Table]
    resolved: list[float] = field(default_factory=list)  # seconds, of those that were watched

    def alone(self, watch: psycopg.Connection[tuple[int]]) -> list[float]:
        return [_close(self, table, watch) for table in islice(self.tables, ALONE)]

    def together(self, pool: ThreadPoolExecutor) -> list[float]:
        return list(pool.map(partial(_close, self), islice(self.tables, TOGETHER)))

    def noted(self) -> list[float]:
        taken, self.resolved = self.resolved[:ALONE], self.resolved[ALONE:]
        return taken


def benches() -> Iterator[Wait]:
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        place = stack.enter_context(_place(server, data))
        bare = partial(_bare, stack.enter_context(SMTP("127.0.0.1", place.sink.port)))
        watch = stack.enter_context(psycopg.connect(_plain(place.url), autocommit=True))
        for table in islice(place.tables, WARM_UP):
            _close(place, table)
        yield Wait(f"{NAME}, unloaded", partial(place.alone, watch), bare, BESIDE, spare=1)
        # Of the same events: to close another before its letters are out would be a load.
        yield Wait("last bid to resolution, unloaded", place.noted, bare, BESIDE, spare=1)
        pool = stack.enter_context(ThreadPoolExecutor(CLIENTS))
        together = partial(place.together, pool)
        yield Wait(f"{NAME}, {CLIENTS} clients", together, bare, BESIDE, spare=1)


@contextmanager
def _place(server: postgres.Postgres, data: Path) -> Iterator[Place]:
    url = server.database()
    with stored.inside(url, data / "laying"):
        tables = _tables()
    with mailbox.taking(SEATS) as sink, embedded.running(data / "broker") as broker:
        MEASURED.add(broker.process.pid)
        given = stored.environment(url, data / "ours", REDIS_URL=broker.url, SMTP_URL=sink.url)
        with (
            serving_as_shipped("wsgi:app", given) as web,
            running(["celery", *WORKER.split()], given),
        ):
            yield Place(sink, url, web, iter(tables))
        MEASURED.discard(broker.process.pid)


def _tables() -> list[Table]:
    count = WARM_UP + 2 * EVENTS + ALONE + TOGETHER
    stock = stored.lay("giants", SEATS, 1, count, bids=SEATS - 1)
    seat = SEATS - 1
    action = stored.first_actions("giants", SEATS, seat)
    body = json.dumps({"turn": stock.turn, "action": action}).encode()
    return [Table(match, stock.bearer(match, seat), body) for match in stock.ids()]


def _close(
    place: Place, table: Table, watch: psycopg.Connection[tuple[int]] | None = None
) -> float:
    """Seconds from the answer to the last bid until every seat's letter was handed over."""
    connection = HTTPConnection("127.0.0.1", place.web, timeout=30)
    headers = {"Authorization": table.bearer, "Content-Type": "application/json"}
    connection.request("POST", f"/api/v1/matches/{table.match}/turns", table.body, headers)
    status = connection.getresponse().status
    answered = time.monotonic()
    connection.close()
    if status != 202:  # noqa: PLR2004  # accepted
        raise RuntimeError(f"a last bid was answered with {status}")
    if watch is not None:
        place.resolved.append(_resolution(watch, table.match) - answered)
    return max(0.0, place.sink.wait(table.match) - answered)


def _resolution(watch: psycopg.Connection[tuple[int]], match: str) -> float:
    """When the auction's entry was in the log."""
    query = "SELECT count(*) FROM entry WHERE match_id = %s AND number > 1"
    while not (watch.execute(query, (match,)).fetchone() or (0,))[0]:
        time.sleep(LOOK_SECONDS)
    return time.monotonic()


def _bare(connection: SMTP) -> list[float]:
    return [_three(connection) for _ in range(ALONE)]


def _three(connection: SMTP) -> float:
    began = time.monotonic()
    for _ in range(SEATS):
        connection.sendmail("moai@moai.example", "p.bare@players.example", bare_letter.letter())
    return time.monotonic() - began


def _plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
