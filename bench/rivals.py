"""Sealed bids on PostgreSQL beside a boardgame.io server's: twenty tables at once, five seats each.

It answers before it has kept a bid, and ours after; both are asked again only then. Its seats hold
a connection each and are told of every bid, as it is used.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
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
AIM = 1.5  # beside what one gets who installs it
# How far the aim is from what Flask, gunicorn and PostgreSQL leave to anybody.
LIMIT = "the bare limit: lock, update, insert"


@dataclass(frozen=True)
class Rival:
    """A storage, how many connections a table has, and how many bids a match before the next."""

    beside: str
    storage: str
    connections: int = acting.SEATS
    bids: int = 30  # as many as a match of Giants has, without all else that is done in one
    aim: float | None = None


PUBLISHED = "boardgame.io with bgio-postgres, as published"
RIVALS = (
    Rival(PUBLISHED, "published", aim=AIM),
    Rival("boardgame.io with a storage of our own, for speed alone", "lean"),
    # A load that spares it four fifths of its telling, at tables that are always new.
    Rival(f"{PUBLISHED}, one connection a table", "published", connections=1, bids=0),
)


def benches() -> Iterator[Bench | Wait]:
    with (
        postgres.running() as server,
        tempfile.TemporaryDirectory() as folder,
        generator() as load,
    ):
        url, data = server.database(), Path(folder)
        with stored.inside(url, data / "laying"):
            tables = -(-len(RIVALS) * BATCH * BATCHES // acting.BIDDERS)
            stock = stored.lay("giants", acting.SEATS, acting.BIDS, tables)
            bids = asking.bids(stock, range(acting.BIDDERS), stock.ids())
        with site.ours(url, data, load) as ours, site.bare(url, data, load) as bare:
            work = ours.asking(bids, 202)
            for rival in RIVALS:
                with _bidders(url, rival) as its:
                    yield replace(_beside("sealed bids", rival, work, its), aim=rival.aim)
                    baseline = partial(its.ask, BATCH)
                    yield Wait("a sealed bid, 20 tables", work, baseline, rival.beside, disk=True)
                    if rival.aim is not None:
                        yield _beside(LIMIT, rival, bare.writing(), its)


def _beside(name: str, rival: Rival, work: Timed, its: node.Script) -> Bench:
    baseline = partial(its.ask, BATCH)
    # At new tables once theirs are played out: the older its match, the dearer a move in it.
    prepare = partial(its.ask, 0)
    bench = Bench(name, work, baseline, rival.beside, BATCH, disk=True, pairs=PAIRS)
    return replace(bench, prepare=prepare)


@contextmanager
def _bidders(url: str, rival: Rival) -> Iterator[node.Script]:
    given = _as_libpq(url) | {"PORT": str(free_port()), "STORAGE": rival.storage}
    given |= {"CONNECTIONS": str(rival.connections), "BIDS": str(rival.bids)}
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
