"""What a hundred thousand stored matches cost a turn, a look and the list, beside a hundred."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

from bench import stored
from bench.harness import Bench, progress
from bench.load import Load, request
from bench.postgres import Postgres
from bench.servers import getting, serving_as_shipped

FEW, MANY = 100, 100_000
LEAST = 1 / 1.3  # a turn among many may cost 1.3 of one among few
AT_ONCE = 100  # tables that a segment plays at, two bids each
BATCH = 2 * AT_ONCE
PAGES = 20
FIRST = 0x1
# With few tables the bids are taken back before each segment; of many there are always fresh ones.
RESTOCK = (
    "DELETE FROM submission WHERE number > 1",
    "UPDATE match SET submitted = '[0]', submissions = 1, revision = 3",
)


@dataclass
class Shop:
    """A database with so many matches under a server of its own; tables are taken in turn."""

    load: Load
    url: str
    port: int
    bids: list[list[bytes]]
    held: list[bytes]
    used: int = 0

    def bid(self) -> None:
        self.load.pour(self.port, self.bids[self.used % len(self.bids)], 202)
        self.used += 1

    def look(self) -> None:
        self.load.pour(self.port, self.held, 304)

    def browse(self) -> None:
        self.load.pour(self.port, [request("GET", "/api/v1/matches")] * PAGES, 200)

    def execute(self, *statements: str) -> None:
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()

    def hasty(self) -> None:
        """Commits of new sessions no longer wait for the disk, and every session is new."""
        name = make_url(self.url).database
        self.execute(
            f"ALTER DATABASE {name} SET synchronous_commit = off",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )


def benches(server: Postgres, data: Path, load: Load) -> Iterator[Bench]:
    progress(f"laying {MANY:,} matches")
    with (
        shop(server, data / "few", load, FEW) as few,
        shop(server, data / "many", load, MANY) as many,
    ):

        def bench(name: str, what: str, per_call: int, *, disk: bool = False) -> Bench:
            ours, baseline = getattr(many, what), getattr(few, what)
            title, beside = f"{name}, {MANY:,} stored", f"{FEW} stored"
            return Bench(
                title, ours, baseline, beside, per_call, disk, LEAST, lambda: few.execute(*RESTOCK)
            )

        yield bench("sealed bids", "bid", BATCH, disk=True)
        yield bench("view, 304", "look", AT_ONCE)
        yield bench("list of matches", "browse", PAGES)
        few.hasty()
        many.hasty()
        yield bench("sealed bids without fsync", "bid", BATCH)


@contextmanager
def shop(server: Postgres, data: Path, load: Load, count: int) -> Iterator[Shop]:
    url = server.database()
    with stored.inside(url, data / "laying"):
        stock = stored.lay("giants", 4, FIRST, count, bids=1)
        bids = [_bids(stock, at) for at in range(count // AT_ONCE)]
    with serving_as_shipped("wsgi:app", stored.environment(url, data)) as port:
        with stored.inside(url, data / "laying"):
            held = [_held(stock, port, match) for match in list(stock.ids())[-AT_ONCE:]]
        yield Shop(load, url, port, bids[:-1] or bids, held)


def _bids(stock: stored.Stock, at: int) -> list[bytes]:
    """Two bids at each of a hundred tables, spread over all that are stored."""
    action = stored.first_actions("giants", 4, 1)
    body = json.dumps({"turn": stock.turn, "action": action}).encode()
    matches = list(stock.ids())[at :: max(1, stock.count // AT_ONCE)]
    return [
        request(
            "POST",
            f"/api/v1/matches/{match}/turns",
            {"Authorization": stock.bearer(match, seat)},
            body,
        )
        for seat in (1, 2)
        for match in matches
    ]


def _held(stock: stored.Stock, port: int, match: str) -> bytes:
    path, headers = f"/api/v1/matches/{match}/view", {"Authorization": stock.bearer(match, 0)}
    tag = getting(port, path, headers)().getheader("ETag") or ""
    return request("GET", path, {**headers, "If-None-Match": tag})
