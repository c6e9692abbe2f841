"""Gathers the real parts for every test."""

import os
import tempfile
from pathlib import Path

# The PostgreSQL wheel keeps a lock here, and would else share one file in /tmp among all users.
RUNTIME = Path(tempfile.gettempdir()) / f"moai-tests-{os.getuid()}"
RUNTIME.mkdir(mode=0o700, exist_ok=True)
(RUNTIME / "python_PostgresServer").mkdir(exist_ok=True)
os.environ["XDG_RUNTIME_DIR"] = str(RUNTIME)

pytest_plugins = (
    "tests.parts.databases",
    "tests.parts.servers",
    "tests.parts.post_office",
    "tests.parts.site",
    "tests.parts.house",
    "tests.parts.browser",
)
