"""Requests that need no database, beside a bare Flask route under the same server."""

import tempfile
from collections.abc import Iterator

from bench.harness import Bench
from bench.servers import getting, serving
from service.store.migrate import migrate

TITLE = "Requests without a database"
BESIDE = "bare Flask GET"


def benches() -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as data:
        url = f"sqlite:///{data}/bench.sqlite3"
        migrate(url)
        environment = {
            "MODE": "development",
            "DATA": data,
            "DATABASE_URL": url,
            "LOG_LEVEL": "error",
        }
        with serving("wsgi:app", environment) as ours, serving("bench.bare:app", {}) as bare:
            tag = getting(ours, "/api/v1/games")().getheader("ETag")
            held = {"If-None-Match": tag or ""}
            baseline = getting(bare, "/")
            yield Bench("GET /healthz", getting(ours, "/healthz"), baseline, BESIDE)
            yield Bench("GET /api/v1/games", getting(ours, "/api/v1/games"), baseline, BESIDE)
            yield Bench(
                "GET /api/v1/games, 304", getting(ours, "/api/v1/games", held), baseline, BESIDE
            )
