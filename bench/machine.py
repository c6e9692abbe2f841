"""What the machine does meanwhile: the CPU of what is measured, that of others, and the disk."""

import os
import statistics
import tempfile
import time
from pathlib import Path

# Servers under measurement: their work is ours, not foreign.
MEASURED: set[int] = set()
# What makes the load or takes the letters: neither foreign nor measured.
HELPERS: set[int] = set()
TICKS = os.sysconf("SC_CLK_TCK")
WRITES = 5  # of which the median is taken


def foreign() -> float:
    """Seconds of CPU that neither we nor our children have used, over all cores."""
    return _machine() - own() - measured() - sum(_used(pid) for pid in HELPERS)


def own() -> float:
    """Seconds of CPU of this process."""
    times = os.times()
    return times.user + times.system


def measured() -> float:
    """Seconds of CPU of the servers under measurement."""
    return sum(_used(pid) for pid in MEASURED)


def _machine() -> float:
    try:
        words = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    except OSError:
        return 0.0
    user, nice, system, _idle, _wait, irq, soft = (int(word) for word in words[:7])
    return (user + nice + system + irq + soft) / TICKS


def _used(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        children = [
            int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        ]
    except OSError:
        return 0.0
    used = sum(int(word) for word in words[11:15]) / TICKS  # with those children that have ended
    return used + sum(_used(child) for child in children)


def fsync_seconds() -> float:
    """The median of a few small writes that wait for the disk, where the databases lie."""
    with tempfile.NamedTemporaryFile() as file:
        return statistics.median(_fsync(file.fileno()) for _ in range(WRITES))


def _fsync(descriptor: int) -> float:
    os.write(descriptor, b"x" * 512)
    began = time.perf_counter()
    os.fsync(descriptor)
    return time.perf_counter() - began
