"""Ours and the bare app over one database, both as the Procfile serves, under one load."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from bench import bare_store, stored
from bench.load import Load, request
from bench.scale import times
from bench.servers import serving_as_shipped
from bench.waits import Timed
from service import embedded

BATCH = times(20, 160)  # requests of one call: about a segment
BATCHES = times(8, 40)  # more than the harness asks for


@dataclass(frozen=True)
class Site:
    """A port that answers."""

    load: Load
    port: int

    def asking(self, requests: Sequence[bytes], status: int) -> Timed:
        """Work that asks the next batch each time; a list of one batch is asked again."""
        batches = cycle(requests[at : at + BATCH] for at in range(0, len(requests), BATCH))
        return lambda: self.load.pour(self.port, next(batches), status)


@dataclass(frozen=True)
class Bare:
    """The bare app's two routes."""

    site: Site

    def writing(self) -> Timed:
        keys = range(bare_store.ROWS)
        asked = [request("POST", f"/bid/{key}", body=b'{"turn":0}') for key in keys]
        return self.site.asking(asked[: len(asked) // BATCH * BATCH], 202)

    def reading(self) -> Timed:
        asked = [request("GET", f"/row/{key}") for key in range(bare_store.ROWS)]
        return self.site.asking(asked[: len(asked) // BATCH * BATCH], 200)


@contextmanager
def ours(url: str, data: Path, load: Load) -> Iterator[Site]:
    """With a real broker, whose bell an open turn rings."""
    with embedded.running(data / "broker") as broker:
        given = stored.environment(url, data / "ours", REDIS_URL=broker.url)
        with serving_as_shipped("wsgi:app", given) as port:
            yield Site(load, port)


@contextmanager
def bare(url: str, data: Path, load: Load) -> Iterator[Bare]:
    bare_store.prepare(url)
    given = stored.environment(url, data / "bare")
    with serving_as_shipped("bench.bare_store:app()", given) as port:
        yield Bare(Site(load, port))
