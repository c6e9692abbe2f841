"""Gathers the real parts for every test."""

import gc
import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings

# Whatever is imported and collected stays to the end: to look through it for what might go, again
# and again, takes a third of the time that collecting takes.
gc.disable()

# How long a try takes is the machine's affair, and no test's.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# What is thrown away need not outlive a power cut: where there is memory enough it lies there, so
# that nobody waits for a disk. Processes that are killed lose nothing by it.
MEMORY, NEEDED = Path("/dev/shm"), 4 << 30  # noqa: S108  # each test has a directory of its own
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > NEEDED:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# The PostgreSQL wheel keeps a lock here, and would else share one file in /tmp among all users.
RUNTIME = Path(tempfile.gettempdir()) / f"moai-tests-{os.getuid()}"
RUNTIME.mkdir(mode=0o700, exist_ok=True)
(RUNTIME / "python_PostgresServer").mkdir(exist_ok=True)
os.environ["XDG_RUNTIME_DIR"] = str(RUNTIME)

pytest_plugins = (
    "tests.parts.databases",
    "tests.parts.servers",
    "tests.parts.post_office",
    "tests.parts.inbox",
    "tests.parts.site",
    "tests.parts.house",
    "tests.parts.browser",
    "tests.parts.receiver",
    "tests.parts.tally",
)


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()
