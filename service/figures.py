"""Where the web processes of one server keep their figures together: a directory of their own.

Several servers may share DATA, and each counts for itself. What is held by a lock is in use, by the
server or by a worker that outlived it; the rest is what servers left that were killed.
"""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path

from service import private

LOCK = "lock"
VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client looks here, in each process


def claim(data: Path) -> Path:
    """A new directory, held as long as this process or one forked from it lives."""
    place = data.absolute() / "figures"
    private.directory(place)
    gate = _opened(place / LOCK)
    try:
        fcntl.flock(gate, fcntl.LOCK_EX)  # nobody takes a directory for left before it is held
        for found in place.iterdir():
            _clear(found)
        made = Path(tempfile.mkdtemp(dir=place))
        fcntl.flock(_opened(made / LOCK), fcntl.LOCK_EX)
    finally:
        os.close(gate)
    os.environ[VARIABLE] = str(made)
    return made


def _clear(found: Path) -> None:
    if not found.is_dir():
        if found.name != LOCK:
            found.unlink()  # an earlier release kept its figures here
    elif not _held(found):
        shutil.rmtree(found, ignore_errors=True)


def _held(directory: Path) -> bool:
    lock = _opened(directory / LOCK)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _opened(path: Path) -> int:
    return os.open(path, os.O_CREAT | os.O_RDWR, private.FILE)
