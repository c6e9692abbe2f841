"""Node, as the wheel brings it: for scripts, and for the contract's TypeScript in its folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts.site import ROOT

HERE = ROOT / "tests" / "contract" / "typescript"
SECONDS = 150


def script(*command: str, given: str) -> str:
    """What a script of ours says to what it is given; it needs nothing but Node itself."""
    node = Path(sys.executable).parent / "node"
    done = subprocess.run(  # noqa: S603  # the project's own scripts
        [node, *command], input=given, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    """A command of the folder's own tools, with nothing inherited but PATH."""
    if not (HERE / "node_modules").is_dir():
        pytest.fail("no TypeScript tools: run the tests with `make test`, or tools/node")
    ours = f"{HERE}/node_modules/.bin{os.pathsep}{Path(sys.executable).parent}"
    path = f"{ours}{os.pathsep}{os.environ['PATH']}"
    environment = {"PATH": path, "HOME": os.environ.get("HOME", "/"), "NO_COLOR": "1"}
    return subprocess.run(  # noqa: S603  # the project's own commands
        command,
        cwd=HERE,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
