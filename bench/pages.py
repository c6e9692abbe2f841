"""Pages under a real server: asked for beside a bare page of Jinja, and timed to the first byte."""

import http.client
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench import postgres, stored
from bench.harness import Bench
from bench.scale import times
from bench.servers import PATIENCE, getting, serving
from bench.waits import Wait
from service import tokens

TITLE = "Pages"
SEATS = 4
FIRST = {"giants": 0x1, "rapa-nui": 0x100000}
BESIDE = "bare Jinja page"
EVENTS = times(4, 50)  # of a batch


@dataclass(frozen=True)
class Served:
    """Where both listen, and the pages of ours by name."""

    ours: int
    bare: int
    paths: dict[str, str]


def benches() -> Iterator[Bench | Wait]:
    with _served() as served:
        baseline = getting(served.bare, "/page")
        first = partial(_waits, served.bare, "/page")
        for name, path in served.paths.items():
            yield Bench(f"page: {name}", getting(served.ours, path), baseline, BESIDE)
            yield Wait(f"first byte: {name}", partial(_waits, served.ours, path), first, BESIDE)


@contextmanager
def _served() -> Iterator[Served]:
    """Both by one gunicorn process; tables are just dealt, as most of a board is then."""
    with postgres.running() as server, tempfile.TemporaryDirectory() as folder:
        url, data = server.database(), Path(folder)
        with stored.inside(url, data):
            paths = _paths()
        environment = stored.environment(url, data, LOG_LEVEL="error")
        with serving("wsgi:app", environment) as ours, serving("bench.bare:app", {}) as bare:
            yield Served(ours, bare, paths)


def _paths() -> dict[str, str]:
    paths = {"front": "/", "rules": "/rules/giants"}
    for game, first in FIRST.items():
        stock = stored.lay(game, SEATS, first, 1)
        (match,) = stock.ids()
        seat = tokens.sign(tokens.Seat(match, stock.awaited[0], 1))
        paths |= {f"{game}, public": f"/m/{match}", f"{game}, table": f"/s/{seat}"}
    return paths


def _waits(port: int, path: str) -> list[float]:
    """Seconds until an answer begins, over a connection that is kept."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    _wait(connection, path)  # the first has to load what all have
    return [_wait(connection, path) for _ in range(EVENTS)]


def _wait(connection: http.client.HTTPConnection, path: str) -> float:
    began = time.perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    waited = time.perf_counter() - began
    answer.read()
    return waited
