"""Turns and looks on PostgreSQL under the shipped server."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import acting, postgres
from bench.harness import Bench
from bench.load import generator
from bench.waits import Wait

TITLE = "Service on PostgreSQL: turns and looks"


def benches() -> Iterator[Bench | Wait]:
    with (
        postgres.running() as server,
        tempfile.TemporaryDirectory() as folder,
        generator() as load,
    ):
        url = server.database()
        yield from acting.benches("PostgreSQL", url, Path(folder), load, aims=True)
