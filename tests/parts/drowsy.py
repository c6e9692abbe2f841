"""The web app with one more door, behind which a request waits until a file is there."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from wsgi import app as awake

LONGEST = 60.0


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/sleep":
        _sleep()
    return awake(environ, start_response)


def _sleep() -> None:
    with Path(os.environ["TEST_BUSY"]).open("a") as busy:
        busy.write("z")
    end = time.monotonic() + LONGEST
    while not Path(os.environ["TEST_WAKE"]).exists() and time.monotonic() < end:
        time.sleep(0.1)
