"""What is kept on disk is its owner's alone."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from service.store import sqlite
from service.store.database import db
from service.store.migrate import migrate
from tests.parts.site import PATIENCE, MakeApp


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """That of most systems, by which others read what one makes."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def begin(data: Path) -> None:
    """As `make run` does, first of all."""
    environment = {**os.environ, "MODE": "development", "DATA": str(data), "DATABASE_URL": ""}
    subprocess.run(  # our own module
        [sys.executable, "-m", "service.store.migrate"],
        env=environment,
        timeout=PATIENCE,
        check=True,
    )


def test_a_service_that_begins_shuts_its_directory_and_its_database(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    begin(data)

    assert mode(data) == 0o700
    assert mode(data / "moai.sqlite3") == 0o600
    assert mode(data / "secret_key") == 0o600


def test_a_database_that_others_could_read_is_shut_and_so_is_its_journal(
    make_app: MakeApp, tmp_path: Path
) -> None:
    file = tmp_path / "moai.sqlite3"
    migrate(f"sqlite:///{file}")
    file.chmod(0o644)
    made = make_app(DATABASE_URL=f"sqlite:///{file}")
    with made.app_context(), db.engine.begin() as connection:
        connection.execute(text("CREATE TABLE written (it int)"))
        beside = [mode(one) for one in tmp_path.glob("moai.sqlite3*")]

    assert set(beside) == {0o600}
    assert len(beside) > 1


def test_a_journal_that_a_killed_process_left_open_is_shut_too(tmp_path: Path) -> None:
    file, left = tmp_path / "moai.sqlite3", tmp_path / "moai.sqlite3-wal"
    migrate(f"sqlite:///{file}")
    left.touch()
    left.chmod(0o644)
    sqlite.keep_private(str(file))

    assert mode(left) == 0o600


def test_a_directory_that_is_there_stays_as_its_owner_has_it(tmp_path: Path) -> None:
    """Who lets a group make backups has a reason."""
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o750)
    begin(data)

    assert mode(data) == 0o750
    assert mode(data / "moai.sqlite3") == 0o600
