"""Turns, looks and their growth on PostgreSQL under the shipped server, beside bare routes."""

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from bench import bare_store, growth, letters, postgres, stored
from bench.harness import Bench, Timing, Work
from bench.load import Load, generator, request
from bench.servers import getting, serving_as_shipped
from service import embedded

BATCH = 240  # requests of one call: about a segment
BATCHES = 40  # more than the harness asks for
WRITE, READ = "bare lock, update, insert", "bare row by key"
GIANTS, RAPA_NUI, LOOKED_AT = 0x1, 0x100000, 0x200000  # where each sort's ids begin


@dataclass(frozen=True)
class Site:
    """A port that answers, and what to ask it."""

    load: Load
    port: int

    def asking(self, requests: Sequence[bytes], status: int) -> Work:
        """Work that asks the next batch each time; a list of one batch is asked again."""
        batches = cycle(requests[at : at + BATCH] for at in range(0, len(requests), BATCH))
        return lambda: self.load.pour(self.port, next(batches), status)


def benches() -> Iterator[Bench]:
    with ExitStack() as stack:
        server = stack.enter_context(postgres.running())
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        load = stack.enter_context(generator())
        with site(server, data, load) as (ours, bare, asked):
            yield from _against_bare(ours, bare, asked)
        yield from growth.benches(server, data, load)


def timings() -> Iterator[Timing]:
    yield from letters.timings()


@dataclass(frozen=True)
class Asked:
    bids: list[bytes]
    turns: list[bytes]
    view: tuple[str, dict[str, str]]


@contextmanager
def site(server: postgres.Postgres, data: Path, load: Load) -> Iterator[tuple[Site, Site, Asked]]:
    url = server.database()
    bare_store.prepare(url)
    with stored.inside(url, data / "laying"):
        asked = Asked(bids(BATCH * BATCHES), turns(BATCH * BATCHES), look())
    with (
        embedded.running(data / "broker") as broker,
        serving_as_shipped(
            "wsgi:app", stored.environment(url, data / "ours", REDIS_URL=broker.url)
        ) as ours_port,
        serving_as_shipped(
            "bench.bare_store:app()", stored.environment(url, data / "bare")
        ) as bare_port,
    ):
        yield Site(load, ours_port), Site(load, bare_port), asked


def bids(count: int) -> list[bytes]:
    """First bids at tables of five, none of which is the last."""
    stock = stored.lay("giants", 5, GIANTS, -(-count // 4))
    body = acting(stock, stored.first_actions("giants", 5, 0))
    return [posting(stock, match, seat, body) for seat in range(4) for match in stock.ids()]


def turns(count: int) -> list[bytes]:
    """The first open turn at tables of four."""
    stock = stored.lay("rapa-nui", 4, RAPA_NUI, count)
    seat = stock.awaited[0]
    body = acting(stock, stored.first_actions("rapa-nui", 4, seat))
    return [posting(stock, match, seat, body) for match in stock.ids()]


def look() -> tuple[str, dict[str, str]]:
    stock = stored.lay("giants", 5, LOOKED_AT, 1)
    match = next(stock.ids())
    return f"/api/v1/matches/{match}/view", {"Authorization": stock.bearer(match, 0)}


def acting(stock: stored.Stock, action: dict[str, Any]) -> bytes:
    return json.dumps({"turn": stock.turn, "action": action}).encode()


def posting(stock: stored.Stock, match: str, seat: int, body: bytes) -> bytes:
    headers = {"Authorization": stock.bearer(match, seat)}
    return request("POST", f"/api/v1/matches/{match}/turns", headers, body)


def _against_bare(ours: Site, bare: Site, asked: Asked) -> Iterator[Bench]:
    keys = range(bare_store.ROWS)
    writing = bare.asking([request("POST", f"/bid/{key}", body=b'{"turn":0}') for key in keys], 202)
    reading = bare.asking([request("GET", f"/row/{key}") for key in keys], 200)
    path, headers = asked.view
    tag = getting(ours.port, path, headers)().getheader("ETag") or ""
    held = request("GET", path, {**headers, "If-None-Match": tag})

    def bench(name: str, work: Work, beside: str, least: float | None = None) -> Bench:
        baseline = writing if beside == WRITE else reading
        return Bench(name, work, baseline, beside, BATCH, disk=beside == WRITE, least=least)

    yield bench("sealed bids", ours.asking(asked.bids, 202), WRITE, 0.5)
    yield bench("open turns", ours.asking(asked.turns, 201), WRITE)
    yield bench("view, 304", ours.asking([held] * BATCH, 304), READ, 0.8)
    yield bench("view, whole", ours.asking([request("GET", path, headers)] * BATCH, 200), READ)
