"""How SQLite is opened so that it is safe with several processes on one file."""

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, event

# SQLite 3.7.0 to 3.51.2 can corrupt a WAL file when two processes write and checkpoint at once.
FIRST_SAFE_WAL = (3, 51, 3)
BUSY_MILLISECONDS = 10_000


class JournalError(RuntimeError):
    """The file is in a journal mode that this SQLite cannot use safely."""


def journal(version: tuple[int, ...]) -> str:
    return "wal" if version >= FIRST_SAFE_WAL else "truncate"


def guard(engine: Engine, version: tuple[int, ...] = sqlite3.sqlite_version_info) -> None:
    """Prepare every connection, and begin transactions ourselves."""
    mode = journal(version)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: Any) -> None:
        prepare(connection, mode)

    event.listen(engine, "begin", begin)


def prepare(connection: sqlite3.Connection, mode: str) -> None:
    got = _switch(connection, mode)
    if got not in {mode, "memory"}:
        raise JournalError(
            f"the database is in journal mode {got}, and SQLite {sqlite3.sqlite_version} needs "
            f"{mode}: stop every process that uses the file, then start again"
        )
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
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
