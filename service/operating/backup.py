"""Backups: the whole database at one moment in a file, and an empty database filled from one."""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

from sqlalchemy import make_url

from service import private
from service.operating import OperatingError, encrypting, pg_programs, sqlite_copy
from service.operating.sqlite_copy import Progress
from service.settings import Settings

# Whoever names one extension leaves the others out, and this one is in every database. It takes a
# superuser to make most of them, and the service needs none.
DUMP = ("--format=custom", "--no-owner", "--no-privileges", "--extension=plpgsql")
RESTORE = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges")


def usual_place(settings: Settings, now: datetime) -> Path:
    """In the service's own directory, named by the moment."""
    ending = "sqlite3" if _file(settings.database_url) else "dump"
    ending += ".encrypted" if settings.backup_key else ""
    return settings.data / "backups" / f"moai-{now:%Y%m%d-%H%M%S}.{ending}"


def make(url: str, target: Path, progress: Progress, key: str = "") -> None:
    """Written beside its place and moved there whole: a file of that name is a whole backup.

    With a key it is encrypted.
    """
    if target.exists():
        raise OperatingError(f"{target} is there already.")
    private.directory(target.parent)
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    private.file(partial)
    try:
        _write(url, partial, progress, key)
        _keep(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def _write(url: str, partial: Path, progress: Progress, key: str) -> None:
    source = _file(url)
    if source is None and key:
        with partial.open("wb") as target:
            pg_programs.pour_out(
                "pg_dump", url, *DUMP, take=lambda dump: encrypting.encrypt(key, dump, target)
            )
    elif source is None:
        pg_programs.run("pg_dump", url, *DUMP, f"--file={partial}")
    elif key:
        with _beside(source) as copied:
            sqlite_copy.copy(source, copied, progress)
            sqlite_copy.demand_sound(copied)
            with copied.open("rb") as plain, partial.open("wb") as target:
                encrypting.encrypt(key, plain, target)
    else:
        sqlite_copy.copy(source, partial, progress)
        sqlite_copy.demand_sound(partial)


@contextmanager
def _beside(database: Path) -> Iterator[Path]:
    """A file for SQLite, which reads and writes no pipe: where the database itself lies open."""
    private.directory(database.parent)
    with NamedTemporaryFile(dir=database.parent, prefix="moai-", suffix=".copy") as made:
        yield Path(made.name)


def _keep(partial: Path, target: Path) -> None:
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(target)


def fill(url: str, source: Path, progress: Progress, key: str = "") -> None:
    """Only an empty database: nothing is ever overwritten."""
    if not source.is_file():
        raise OperatingError(f"There is no backup at {source}.")
    target, encrypted = _file(url), encrypting.is_encrypted(source)
    if target is None:
        if pg_programs.has_tables(url):
            raise OperatingError("The database is not empty: make another, and name that.")
        _fill_postgres(url, source, key, encrypted=encrypted)
    elif encrypted:
        sqlite_copy.demand_empty(target)
        with _beside(target) as copied:
            with copied.open("wb") as plain:
                plain.writelines(encrypting.decrypted(key, source))
            _fill_sqlite(copied, target, progress)
    else:
        _fill_sqlite(source, target, progress)


def _fill_postgres(url: str, source: Path, key: str, *, encrypted: bool) -> None:
    """Tables and what hangs on them: what else a dump names, the service's role could not make."""
    if encrypted:
        deque(encrypting.decrypted(key, source), 0)  # all of it is checked before any is used

    def pour(*arguments: str, connect: bool) -> None:
        if encrypted:
            pieces = encrypting.decrypted(key, source)
            pg_programs.pour_in("pg_restore", url, *arguments, pieces=pieces, connect=connect)
        else:
            pg_programs.run("pg_restore", url, *arguments, str(source), connect=connect)

    with TemporaryDirectory() as place:
        listed = Path(place) / "list"
        pour("--list", f"--file={listed}", connect=False)
        listed.write_text(pg_programs.in_schemas(listed.read_text()))
        pour(*RESTORE, f"--use-list={listed}", connect=True)


def _fill_sqlite(source: Path, target: Path, progress: Progress) -> None:
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
