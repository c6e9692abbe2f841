"""A terminal at which the command line is run, in front of the real app without a network."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask

from moaipost.terminal.main import main
from moaipost.terminal.world import World
from service import links, tokens
from service.opening import Chair, HostSeat
from tests.parts import openings

URL = "http://127.0.0.1:8000"  # of development, as its letters have it
PAUSES = 20  # more would never end
PAIR = (HostSeat(), openings.BRUNO)


class Screen(io.StringIO):
    """A terminal, or a pipe."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class Shell:
    """One person at one machine: what is logged in stays."""

    home: Path
    transport: httpx.BaseTransport
    environ: dict[str, str] = field(default_factory=dict)
    slept: list[float] = field(default_factory=list)

    def __call__(self, *words: str, stdin: str = "", terminal: bool = False) -> Ended:
        out, err = Screen(terminal=terminal), Screen()
        world = World(
            io.StringIO(stdin),
            out,
            err,
            {"XDG_CONFIG_HOME": str(self.home), **self.environ},
            lambda: httpx.Client(transport=self.transport),
            self._sleep,
        )
        return Ended(main(words, world), out.getvalue(), err.getvalue())

    def _sleep(self, seconds: float) -> None:
        """Nobody waits here: what should happen has happened."""
        self.slept.append(seconds)
        assert len(self.slept) < PAUSES


def _gone(_: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("refused")


@pytest.fixture
def lonely(tmp_path: Path) -> Shell:
    """A machine without a network."""
    return Shell(tmp_path / "config", httpx.MockTransport(_gone))


@pytest.fixture
def shell(app: Flask, tmp_path: Path) -> Shell:
    return Shell(tmp_path / "config", httpx.WSGITransport(app=app))


@dataclass(frozen=True)
class Laid:
    """A match that runs, and each seat's link."""

    id: str
    links: tuple[str, ...]
    awaited: int

    @property
    def to_act(self) -> str:
        return self.links[self.awaited]


Lay = Callable[..., Laid]


@pytest.fixture
def lay(app: Flask) -> Lay:
    def made(*chairs: Chair, **changes: object) -> Laid:
        with app.app_context():
            terms = {"now": datetime.now(UTC), **changes}
            match = openings.running(*(chairs or PAIR), **terms)  # type: ignore[arg-type]  # as there
            seats = openings.seats(match)
            found = [links.to(openings.seat_token(match, seat.number)) for seat in seats]
            return Laid(match, tuple(found), (openings.row(match).awaited or [0])[0])

    return made


@pytest.fixture
def sign(app: Flask) -> Callable[[tokens.Token], str]:
    def made(token: tokens.Token) -> str:
        with app.app_context():
            return links.to(token)

    return made
