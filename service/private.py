"""Directories and files that their owner alone can read."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

DIRECTORY, FILE = 0o700, 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def directory(path: Path) -> None:
    """Made if it is not there; one that is there stays as its owner has it."""
    path.mkdir(DIRECTORY, parents=True, exist_ok=True)


def demand_writable(path: Path) -> None:
    """Made if it is not there; an OSError where this user may not write."""
    directory(path)
    if not os.access(path, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def file(path: Path) -> None:
    """Made if it is not there, and closed to others if it is ours."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        shut(path)


def shut(path: Path) -> None:
    """Close it to others, if it is there and ours; another's, who lets us use it, stays open."""
    with suppress(FileNotFoundError, PermissionError):
        if path.stat().st_mode & OTHERS:
            path.chmod(FILE)
