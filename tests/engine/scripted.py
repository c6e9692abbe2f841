"""One match of the toy, written out, with every kind of entry in it."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from engine import match
from engine.game import Setup
from engine.match import Done, Match
from engine.record import Entry, Record, export
from engine.sealing import Sealed
from tests.engine.toy import SHELLS, Bid

SEED = bytes(range(32))
NONCES = (b"left", b"\x00\xff")


def begin(seats: int = 2, **options: bool | int | str) -> Match[Any]:
    """A match of the toy that has just been dealt."""
    return match.start(SHELLS, "table-1", Setup(seats, options), SEED).match


def act(now: Match[Any], seat: int, *texts: str) -> Match[Any]:
    """Open actions of one seat, in notation."""
    for text in texts:
        now = match.play(now, seat, SHELLS.parse(now.state, seat, text)).match
    return now


def bid(shells: int, mark: int, submission: int) -> Sealed:
    """A sealed bid as a service keeps it, with salts of its own."""
    return Sealed(Bid(shells, mark), "person", bytes([submission]) * 16, b"\xee" * 16, submission)


def _steps() -> Iterator[Done[Any]]:
    done: Done[Any] = match.start(SHELLS, "table-1", Setup(2, {"rounds": 1}), SEED, NONCES)
    yield done

    def play(seat: int, text: str, submission: int) -> Done[Any]:
        action = SHELLS.parse(done.match.state, seat, text)
        return match.play(done.match, seat, action, "person", submission)

    for seat, text in [(0, "take 2"), (0, "take 1")]:
        done = play(seat, text, 10)
        yield done
    done = match.undo(done.match, 0, submission=11)
    yield done
    done = play(0, "roll", 12)
    yield done
    done = play(1, "look", 13)
    yield done
    done = play(0, "end", 14)
    yield done
    done = match.reseat(done.match, 1, "bot")
    yield done
    done = play(1, "take 3", 15)
    yield done
    done = match.default(done.match, 1)
    yield done
    done = match.resolve(done.match, {1: bid(1, 2, 17), 0: bid(2, 1, 16)})
    yield done


@cache
def dones() -> tuple[Done[Any], ...]:
    """What each entry of the scripted match led to."""
    return tuple(_steps())


KINDS = [
    "deal",
    "play",
    "play",
    "undo",
    "play",
    "peek",
    "play",
    "seat",
    "play",
    "default",
    "resolve",
]


def entries() -> tuple[Entry, ...]:
    return tuple(done.entry for done in dones())


def finished() -> Record:
    """The record of the scripted match, opened."""
    return export(entries(), SEED, SHELLS.outcome(dones()[-1].match.state))


def running() -> Record:
    """The record of the same match before its last entry, as all may see it."""
    return export(entries()[:-1])
