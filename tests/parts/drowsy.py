"""The web app with two more doors: one that waits until a file is there, one with a long answer."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tests.parts.lines import LARGE
from wsgi import app as awake

LONGEST = 60.0


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/large":
        start_response("200 OK", [("Content-Length", str(LARGE))])
        return [b"x" * LARGE]
    if environ["PATH_INFO"] == "/sleep":
        _sleep()
    return awake(environ, start_response)


def _sleep() -> None:
    with Path(os.environ["TEST_BUSY"]).open("a") as busy:
        busy.write("z")
    end = time.monotonic() + LONGEST
    while not Path(os.environ["TEST_WAKE"]).exists() and time.monotonic() < end:
        time.sleep(0.1)
