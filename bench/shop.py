"""A database with so many matches under a server of its own; what was played is taken back."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from pathlib import Path

from flask import Flask
from sqlalchemy import create_engine, make_url, text

from bench import asking, stored
from bench.load import Load, request
from bench.postgres import Postgres
from bench.scale import times
from bench.servers import serving_as_shipped
from service.store.database import db
from workers import clock

AT_ONCE = times(20, 100)  # tables that a segment plays at
BIDDERS = (1, 2)  # of four: the first has bid, and the last would close the auction
SEATS = 4
BIDS = len(BIDDERS) * AT_ONCE
BATCHES = 20  # of tables, spread over all that are stored
PAGES = 20
IDLE = timedelta(hours=1)
GIANTS, RAPA_NUI = 0x1, 0x1000000
UNBID = (
    "DELETE FROM submission WHERE number > :entries AND match_id < :turns",
    """UPDATE match SET submitted = '[0]', submissions = :entries, revision = 3
    WHERE submissions > :entries AND id < :turns""",
)
KEEP = (
    "CREATE TABLE kept_match AS SELECT * FROM match WHERE id >= :turns",
    "CREATE TABLE kept_seat AS SELECT * FROM seat WHERE match_id >= :turns",
)
UNTURN = (
    """DELETE FROM submission USING kept_match AS kept
    WHERE match_id = kept.id AND submission.number > kept.submissions""",
    "DELETE FROM entry WHERE match_id >= :turns AND number > :entries",
    "DELETE FROM notice WHERE match_id >= :turns AND status = 'waiting'",
)


@dataclass
class Shop:
    """Bids and turns are taken from the next tables each time."""

    load: Load
    url: str
    port: int
    app: Flask
    entries: int
    bids: list[list[bytes]]
    turns: list[bytes]
    held: list[bytes]
    used: int = 0
    hasty: bool = False

    def bid(self) -> None:
        self.load.pour(self.port, self.bids[self.used % len(self.bids)], 202)
        self.used += 1

    def turn(self) -> None:
        self.load.pour(self.port, self.turns, 201)

    def look(self) -> None:
        self.load.pour(self.port, self.held, 304)

    def browse(self) -> None:
        self.load.pour(self.port, [request("GET", "/api/v1/matches")] * PAGES, 200)

    def sweep(self) -> None:
        """All that a sweep looks for, at an hour at which nothing is due."""
        with self.app.app_context():
            for look in clock.LOOKS.values():
                look(stored.BEGAN + IDLE)

    def restock(self, what: str) -> None:
        """As it was laid: so every bid is its seat's first, and every turn its table's."""
        if what in ("bid", "look"):
            self.execute(*UNBID)
        if what == "turn":
            self.execute(
                *UNTURN, _restore("match", ("id",)), _restore("seat", ("match_id", "number"))
            )

    def hurry(self) -> None:
        """Commits of new sessions no longer wait for the disk, and every session is new."""
        self.hasty, name = True, make_url(self.url).database
        self.execute(
            f"ALTER DATABASE {name} SET synchronous_commit = off",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )

    def execute(self, *statements: str) -> None:
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        bound = {"entries": self.entries, "turns": f"{RAPA_NUI:08x}"}
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement), bound)
        engine.dispose()


def _restore(name: str, key: tuple[str, ...]) -> str:
    columns = db.metadata.tables[name].columns.keys()
    values = ", ".join(f'"{one}" = kept."{one}"' for one in columns)
    same = " AND ".join(f'"{name}"."{one}" = kept."{one}"' for one in key)
    return f'UPDATE "{name}" SET {values} FROM kept_{name} AS kept WHERE {same}'  # noqa: S608  # our own columns


@contextmanager
def opened(
    server: Postgres, data: Path, load: Load, count: int, entries: int = 1
) -> Iterator[Shop]:
    """With so many matches of Giants, and some of Rapa Nui to take open turns in."""
    url = server.database()
    with stored.inside(url, data / "laying") as app:
        rapa_nui = stored.lay("rapa-nui", SEATS, RAPA_NUI, AT_ONCE, entries=entries)
        giants = stored.lay("giants", SEATS, GIANTS, count, bids=1, entries=entries)
        bids, turns = list(_bids(giants)), _turns(rapa_nui)
    with serving_as_shipped("wsgi:app", stored.environment(url, data)) as port:
        with stored.inside(url, data / "laying"):
            tables = islice(giants.ids(), giants.count - AT_ONCE, None)
            held = [asking.held(port, giants, match) for match in tables]
        shop = Shop(load, url, port, app, entries, bids, turns, held)
        shop.execute(*KEEP)
        yield shop


def _bids(stock: stored.Stock) -> Iterator[list[bytes]]:
    """Two bids at each of a hundred tables, which lie far from each other."""
    apart, ids = max(1, stock.count // AT_ONCE), list(stock.ids())
    for at in range(min(apart, BATCHES)):
        yield asking.bids(stock, BIDDERS, ids[at::apart][:AT_ONCE])


def _turns(stock: stored.Stock) -> list[bytes]:
    seat = stock.awaited[0]
    body = asking.acting(stock, stored.first_actions("rapa-nui", SEATS, seat))
    return [asking.by_token(stock, match, seat, body) for match in stock.ids()]
