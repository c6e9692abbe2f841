"""Copying an SQLite database while it is in use, by its own backup interface."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from service import private
from service.operating import OperatingError
from service.store import sqlite

PAGES = 512  # at a time, between two looks at the progress

Progress = Callable[[int, int], None]  # pages copied, pages in all


def copy(source: Path, target: Path, progress: Progress) -> None:
    """One moment's state, whole: a reader's lock is held throughout.

    Without a write-ahead log writers wait meanwhile, as they do for each other. Giving way to them
    between pages would begin the copy again with each write, and on a busy service never end.
    """
    with closing(_opened(source)) as ours, closing(_made(target)) as theirs:
        ours.execute("BEGIN")
        ours.execute("SELECT count(*) FROM sqlite_master").fetchone()
        ours.backup(theirs, pages=PAGES, progress=lambda _, left, all_: progress(all_ - left, all_))
        ours.execute("ROLLBACK")
        # What is copied from a write-ahead log would want one of its own to be opened.
        theirs.execute("PRAGMA journal_mode = DELETE")


def _made(path: Path) -> sqlite3.Connection:
    private.file(path)
    return sqlite3.connect(path)


def _opened(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise OperatingError(f"There is no database at {path}.")
    found = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    found.execute(f"PRAGMA busy_timeout = {sqlite.MIGRATING_MILLISECONDS}")
    return found


def demand_sound(path: Path) -> None:
    """A database that finds nothing wrong with itself, and has been migrated at least once."""
    with closing(_opened(path)) as ours:
        try:
            (said,) = ours.execute("PRAGMA integrity_check").fetchone()
            dangling = ours.execute("PRAGMA foreign_key_check").fetchall()
            known = tables(ours)
        except sqlite3.DatabaseError as fault:
            raise OperatingError(f"{path} is not an SQLite database: {fault}.") from fault
    if said != "ok" or dangling:
        raise OperatingError(f"{path} is damaged: {said}, {len(dangling)} rows point to nothing.")
    if "alembic_version" not in known:
        raise OperatingError(f"{path} is not a database of this service.")


def demand_empty(path: Path) -> None:
    if not path.exists():
        return
    with closing(_opened(path)) as theirs:
        if tables(theirs):
            raise OperatingError(
                f"{path} is not empty: move it away, or name another DATABASE_URL."
            )


def tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in rows}
