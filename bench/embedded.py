"""Turns and looks on SQLite, as `make run` serves them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import acting
from bench.harness import Bench
from bench.load import generator
from bench.waits import Wait
from service.store.migrate import migrate

TITLE = "Service on SQLite: turns and looks"


def benches() -> Iterator[Bench | Wait]:
    with tempfile.TemporaryDirectory() as folder, generator() as load:
        url = f"sqlite:///{folder}/bench.sqlite3"
        migrate(url)
        yield from acting.benches("SQLite", url, Path(folder), load, aims=False)
