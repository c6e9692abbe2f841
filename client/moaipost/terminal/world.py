"""What a command has at hand of the world outside: channels, environment, network, a clock."""

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from os import environ
from typing import TextIO

import httpx

from moaipost.wire import SECONDS


def _connect() -> httpx.Client:
    return httpx.Client(timeout=SECONDS)


@dataclass(frozen=True)
class World:
    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    out: TextIO = field(default_factory=lambda: sys.stdout)
    err: TextIO = field(default_factory=lambda: sys.stderr)
    environ: Mapping[str, str] = field(default_factory=lambda: dict(environ))
    connect: Callable[[], httpx.Client] = _connect
    sleep: Callable[[float], None] = time.sleep

    def colourful(self) -> bool:
        """Colour is for a terminal whose owner wants it (no-color.org)."""
        wanted = not self.environ.get("NO_COLOR") and self.environ.get("TERM") != "dumb"
        return wanted and self.out.isatty()
