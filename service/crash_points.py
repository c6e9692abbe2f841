"""Crash points: named places at which a process kills itself, for tests of faults alone.

CRASH_POINTS names a directory; production refuses to start with it. Whoever comes to a point and
finds a file of its name there takes the file away and dies as by `kill -9`: one process a file.
"""

import os
import signal
from dataclasses import dataclass
from pathlib import Path

POINTS = (
    "after-lock",
    "before-commit",
    "after-commit",
    "before-answer",
    "after-claim",
    "after-data",
    "before-mark",
)


@dataclass
class _Armed:
    directory: Path | None = None


_armed = _Armed()


def arm(directory: str) -> None:
    _armed.directory = Path(directory) if directory else None


def reach(point: str) -> None:
    if _armed.directory is not None:
        _die_if_asked(_armed.directory / point)


def _die_if_asked(wish: Path) -> None:
    try:
        wish.unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)
