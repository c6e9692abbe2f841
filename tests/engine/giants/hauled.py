"""One match in words, by either version of the rules: a chief and logs on a hex (G23).

Red hauls over C8, where Green's chief stands beside Blue's worker with its two logs. By the rules 1
a unit of the chief draws the logs along; by the rules 2 that takes Blue's worker. So only points
differ, and the words that name helpers.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from engine import match, record
from engine.game import Setup
from engine.match import Done
from tests.engine.giants.tables import GAME

Move: TypeAlias = tuple[int | None, str]  # without a seat: three bids in one line

FOLDER: Final = Path(__file__).parent / "records"
NAME: Final = "hauled"
SEED: Final = hashlib.sha256(b"hauled 1").digest()
OPTIONS: Final = {"max_rounds": 2}
BLUE, GREEN, RED = range(3)
MID_TRANSPORT: Final = 12  # entries: Red has hauled once, and its next moai waits

FIRST: Final[tuple[Move, ...]] = (
    (None, "bid nothing | bid nothing | bid 1 marker, chief; take 2, then 1"),
    (GREEN, "chief C8"),
    (RED, "worker B7"),
    (BLUE, "sorcerer C5, use forest"),
    (GREEN, "sorcerer F2, use village"),
    (RED, "sorcerer B7"),
    (BLUE, "worker C8 with 2 logs"),
    (GREEN, "pass"),
    (RED, "pass"),
    (BLUE, "pass"),
    (RED, "moai 2 via C8 to B7, erect hekii"),
    (RED, "moai 1 via C8 to B7, erect raai"),
)
SECOND: Final[tuple[Move, ...]] = (
    (None, "bid nothing | bid nothing | bid 1 marker, chief; take 3"),
    (RED, "pass"),
    (BLUE, "sorcerer C4, use forest"),
    (GREEN, "chief C8"),
    (BLUE, "worker C8 with 2 logs"),
    (GREEN, "pass"),
    (BLUE, "pass"),
)
LAST: Final[Mapping[str, tuple[Move, ...]]] = {
    "1": ((RED, "moai 3 to C8, mark; C8 by green 1, 2 logs"), (RED, "pass")),
    "2": (
        (RED, "moai 3 to C8, mark; C8 by green 3"),
        (RED, "undo"),
        (RED, "moai 3 to C8, mark"),
        (RED, "pass"),
    ),
}


def dones(rules: str) -> Iterator[Done[Any]]:
    """What each entry of the whole match led to."""
    done: Done[Any] = match.start(GAME, NAME, Setup(3, OPTIONS, rules), SEED)
    yield done
    for seat, text in (*FIRST, *SECOND, *LAST[rules]):
        done = act(done, seat, text)
        yield done


def erected() -> Iterator[Done[Any]]:
    """As far as Red's first moai, where Green has taken a half-tablet in place of a worker."""
    done: Done[Any] = match.start(GAME, NAME, Setup(3, OPTIONS), SEED)
    yield done
    for seat, text in FIRST[: MID_TRANSPORT - 1]:
        done = act(done, seat, text.replace("sorcerer F2, use village", "tablet"))
        yield done


def act(done: Done[Any], seat: int | None, text: str) -> Done[Any]:
    now = done.match
    if seat is None:
        bids = [GAME.parse(now.state, 0, bid) for bid in text.split(" | ")]
        return match.resolve(now, {s: match.seal(now, s, bid) for s, bid in enumerate(bids)})
    if text == "undo":
        return match.undo(now, seat)
    return match.play(now, seat, GAME.parse(now.state, seat, text))


def kept(rules: str) -> record.Record:
    """The match's record as it is kept."""
    text = (FOLDER / f"{NAME}-{rules}.json").read_text(encoding="utf-8")
    return record.parse(text)


def state_kept() -> str:
    """The state in mid-transport, as version 1 of the rules stored it before there was another."""
    return (Path(__file__).parent / f"{NAME}-1.state.json").read_text(encoding="utf-8").rstrip()
