"""Backups: the whole database at one moment in a file, and an empty database filled from one."""

import os
from datetime import datetime
from pathlib import Path

from sqlalchemy import make_url

from service.operating import OperatingError, pg_programs, sqlite_copy
from service.operating.sqlite_copy import Progress
from service.settings import Settings

PRIVATE = 0o600  # addresses and names are in it
DUMP = ("--format=custom", "--no-owner", "--no-privileges")
RESTORE = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")


def usual_place(settings: Settings, now: datetime) -> Path:
    """In the service's own directory, named by the moment."""
    ending = "sqlite3" if _file(settings.database_url) else "dump"
    return settings.data / "backups" / f"moai-{now:%Y%m%d-%H%M%S}.{ending}"


def make(url: str, target: Path, progress: Progress) -> None:
    """Written beside its place and moved there whole: a file of that name is a whole backup."""
    if target.exists():
        raise OperatingError(f"{target} is there already.")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    partial.touch(PRIVATE)
    try:
        _write(url, partial, progress)
        _keep(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def _write(url: str, partial: Path, progress: Progress) -> None:
    source = _file(url)
    if source is None:
        pg_programs.run("pg_dump", url, *DUMP, f"--file={partial}")
    else:
        sqlite_copy.copy(source, partial, progress)
        sqlite_copy.demand_sound(partial)


def _keep(partial: Path, target: Path) -> None:
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(target)


def fill(url: str, source: Path, progress: Progress) -> None:
    """Only an empty database: nothing is ever overwritten."""
    if not source.is_file():
        raise OperatingError(f"There is no backup at {source}.")
    target = _file(url)
    if target is None:
        if pg_programs.has_tables(url):
            raise OperatingError("The database is not empty: make another, and name that.")
        pg_programs.run("pg_restore", url, *RESTORE, str(source))
    else:
        sqlite_copy.demand_sound(source)
        sqlite_copy.demand_empty(target)
        sqlite_copy.copy(source, target, progress)


def _file(url: str) -> Path | None:
    """Where SQLite keeps the database; None for another kind."""
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return None
    if not address.database:
        raise OperatingError("A database in memory cannot be backed up.")
    return Path(address.database)
