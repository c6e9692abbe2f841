"""How SQLite is opened so that it is safe with several processes on one file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event

from service import private

# SQLite 3.7.0 to 3.51.2 can corrupt a WAL file when two processes write and checkpoint at once.
FIRST_SAFE_WAL = (3, 51, 3)
BUSY_MILLISECONDS = 10_000
MIGRATING_MILLISECONDS = 120_000  # who migrates waits for another who does
JOURNALS = ("-journal", "-wal", "-shm")


def keep_private(database: str | None) -> None:
    """File and journals are their owner's alone; SQLite makes new journals like the file."""
    if not database or database == ":memory:" or database.startswith("file:"):
        return
    path = Path(database)
    if path.parent.is_dir():
        with suppress(OSError):  # nothing can be written there: SQLite itself will say so
            private.file(path)
        for ending in JOURNALS:
            private.shut(path.with_name(path.name + ending))


class JournalError(RuntimeError):
    """The file is in a journal mode that this SQLite cannot use safely."""


def journal(version: tuple[int, ...]) -> str:
    return "wal" if version >= FIRST_SAFE_WAL else "truncate"


def guard(
    engine: Engine,
    version: tuple[int, ...] = sqlite3.sqlite_version_info,
    busy: int = BUSY_MILLISECONDS,
) -> None:
    """Prepare every connection, and begin transactions ourselves."""
    mode = journal(version)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: Any) -> None:
        prepare(connection, mode, busy)

    event.listen(engine, "begin", begin)


def prepare(connection: sqlite3.Connection, mode: str, busy: int = BUSY_MILLISECONDS) -> None:
    connection.execute(f"PRAGMA busy_timeout = {busy}")  # first: the next step may meet a writer
    got = _switch(connection, mode)
    if got not in {mode, "memory"}:
        raise JournalError(
            f"the database is in journal mode {got}, and SQLite {sqlite3.sqlite_version} needs "
            f"{mode}: stop every process that uses the file, then start again"
        )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _switch(connection: sqlite3.Connection, mode: str) -> str:
    """The mode that holds after asking for this one; WAL is left only by its last user."""
    (present,) = connection.execute("PRAGMA journal_mode").fetchone()
    try:
        (present,) = connection.execute(f"PRAGMA journal_mode = {mode}").fetchone()
    except sqlite3.OperationalError:
        if present != "wal":
            raise
    return str(present)


def begin(connection: Connection) -> None:
    # A deferred writer that finds another writer fails at once, whatever the busy timeout.
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


# --- migrating


class DanglingError(RuntimeError):
    """A migration left rows that point to nothing."""


@contextmanager
def remaking(connection: Connection) -> Iterator[None]:
    """Let tables be made anew though others point to them; asked for before a transaction begins.

    SQLite can change a column in no other way, and dropping the old table would empty it first.
    """
    raw = connection.connection.dbapi_connection
    if connection.dialect.name != "sqlite" or raw is None:
        yield
        return
    raw.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys = ON")


def demand_whole(connection: Connection) -> None:
    """Every row that points somewhere still finds what it points to; else nothing is kept."""
    if connection.dialect.name == "sqlite":
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if dangling:
            raise DanglingError(f"{len(dangling)} rows point to nothing, first in {dangling[0][0]}")
