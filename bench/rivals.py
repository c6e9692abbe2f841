"""Sealed bids on PostgreSQL beside a boardgame.io server's: twenty tables at once, five seats each.

It answers before it has kept a bid, and ours after; both are asked again only then.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from sqlalchemy import make_url

from bench import acting, asking, node, postgres, site, stored
from bench.harness import PAIRS, Bench
from bench.load import generator
from bench.servers import free_port
from bench.site import BATCH, BATCHES
from bench.waits import Timed, Wait

TITLE = "Service on PostgreSQL beside a boardgame.io server"
STORAGES = {
    "published": "boardgame.io with bgio-postgres, as published",
    "lean": "boardgame.io with a storage of our own, for speed alone",
}
AIM = 1.5  # beside what one gets who installs it


def benches() -> Iterator[Bench | Wait]:
    with (
        postgres.running() as server,
        tempfile.TemporaryDirectory() as folder,
        generator() as load,
    ):
        url, data = server.database(), Path(folder)
        with stored.inside(url, data / "laying"):
            tables = -(-2 * BATCH * BATCHES // acting.BIDDERS)
            stock = stored.lay("giants", acting.SEATS, acting.BIDS, tables)
            bids = asking.bids(stock, range(acting.BIDDERS), stock.ids())
        with site.ours(url, data, load) as ours:
            work = ours.asking(bids, 202)
            for storage in STORAGES:
                with _bidders(url, storage) as its:
                    yield from _beside(storage, work, its)


def _beside(storage: str, ours: Timed, its: node.Script) -> Iterator[Bench | Wait]:
    baseline, beside = partial(its.ask, BATCH), STORAGES[storage]
    aim = AIM if storage == "published" else None
    # At new tables each time: the older its match, the dearer a move in it.
    prepare = partial(its.ask, 0)
    bench = Bench("sealed bids", ours, baseline, beside, BATCH, disk=True, pairs=PAIRS)
    yield replace(bench, aim=aim, prepare=prepare)
    yield Wait("a sealed bid, 20 tables", ours, baseline, beside, disk=True)


@contextmanager
def _bidders(url: str, storage: str) -> Iterator[node.Script]:
    given = _as_libpq(url) | {"PORT": str(free_port()), "STORAGE": storage}
    with node.running("server", given), node.running("bidders", given, helper=True) as bidders:
        yield bidders


def _as_libpq(url: str) -> dict[str, str]:
    """The address of a database by the variables that PostgreSQL's own tools read."""
    parts = make_url(url)
    host = parts.query.get("host", parts.host)
    named = {
        "PGHOST": host,
        "PGPORT": parts.port,
        "PGUSER": parts.username,
        "PGPASSWORD": parts.password,
        "PGDATABASE": parts.database,
    }
    return {name: str(value) for name, value in named.items() if value}
