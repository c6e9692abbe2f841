"""Writers at the same instant: each change counts once, on both databases."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.parts.site import ROOT
from tests.scale import times

WRITERS = 4
EACH = times(25, 250)

WRITER = """
import sys, time
from datetime import UTC, datetime
from flask import Flask
from service.store import database, heartbeats
from service.store.heartbeats import Heartbeat
url, each, guarded = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "guarded"
now = datetime(2026, 3, 1, tzinfo=UTC)
app = Flask("writer")
database.attach(app, url)
print("ready", flush=True)
sys.stdin.readline()
for _ in range(each):
    with app.app_context():
        if guarded:
            with database.writing() as session:
                heartbeats.record(session, "worker", "same", now)
        else:
            with database.db.engine.connect() as connection:
                read = "SELECT beats FROM heartbeat WHERE name = 'same'"
                beats = connection.exec_driver_sql(read).scalar_one()
                connection.rollback()
                time.sleep(0.002)
                with database.writing() as session:
                    session.connection().exec_driver_sql(
                        f"UPDATE heartbeat SET beats = {beats + 1} WHERE name = 'same'"
                    )
"""


def counted(url: str, how: str) -> int:
    """How many of all the writers' changes are there in the end."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO heartbeat (kind, name, beats, last_at)"
                " VALUES ('worker', 'same', 0, '2026-03-01 00:00:00')"
            )
        )
    writers = [_start(url, how) for _ in range(WRITERS)]
    for writer in writers:  # all there before the first begins, or it would be through before
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"go\n")
        writer.stdin.flush()
    outputs = [writer.communicate()[0] for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * WRITERS, outputs
    with engine.connect() as connection:
        beats = int(connection.execute(text("SELECT beats FROM heartbeat")).scalar_one())
    engine.dispose()
    return beats


def _start(url: str, how: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603  # the program above
        [sys.executable, "-c", WRITER, url, str(EACH), how],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def test_every_change_counts_when_the_row_is_locked_first(database_url: str) -> None:
    assert counted(database_url, "guarded") == WRITERS * EACH


def test_control_changes_are_lost_when_it_is_read_before_the_lock(database_url: str) -> None:
    assert counted(database_url, "unguarded") < WRITERS * EACH


@pytest.fixture
def locked_sqlite(sqlite_url: str) -> Path:
    return Path(sqlite_url.removeprefix("sqlite:///"))


def test_control_a_deferred_writer_fails_at_once_where_ours_waits(locked_sqlite: Path) -> None:
    """Two deferred transactions that read and then write: SQLite refuses one without waiting."""
    one, two = (sqlite3.connect(locked_sqlite, isolation_level=None, timeout=5) for _ in range(2))
    for connection in (one, two):
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM heartbeat").fetchone()
    one.execute("DELETE FROM heartbeat")

    with pytest.raises(sqlite3.OperationalError, match="locked"):
        two.execute("DELETE FROM heartbeat")

    one.close()
    two.close()
