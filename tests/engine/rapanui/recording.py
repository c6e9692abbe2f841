"""Makes the recorded matches: one for each player count and each way for a match to end.

`python -m tests.engine.rapanui.recording` writes those that are missing, and their playthroughs;
one that is there stays as it is, because a record's bytes never change.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from engine import match, record
from engine.game import Setup
from engine.match import Done, Match
from engine.rapanui.cards import HAND, MOAI
from engine.rapanui.ending import MORE_MOAI, MORE_WOOD, MOST_POINTS, SHARED
from engine.rapanui.state import State
from engine.record import Record
from tests.engine.rapanui.playthrough import TEXTS, told
from tests.engine.rapanui.table import GAME

RECORDS = Path(__file__).parent / "records"
SEATS = (2, 3, 4)
_MANY = 2  # moai


def _reason(reason: str) -> Callable[[State], bool]:
    return lambda state: (outcome := GAME.outcome(state)) is not None and outcome.reason == reason


def _built(state: State) -> int:
    return sum(tribe.village[MOAI] for tribe in state.tribes)


def _lapsed(state: State) -> bool:
    return any(sum(tribe.hand) < HAND for tribe in state.tribes)


def _discarded(state: State) -> bool:
    return state.discarded > 0


ENDINGS: Mapping[str, Callable[[State], bool]] = {
    "points": lambda state: (
        _reason(MOST_POINTS)(state) and _discarded(state) and _built(state) > _MANY
    ),
    "moai": _reason(MORE_MOAI),
    "wood": _reason(MORE_WOOD),
    "shared": _reason(SHARED),
    "barren": lambda state: not _built(state) and _lapsed(state),
}


def path(seats: int, ending: str) -> Path:
    return RECORDS / f"{seats}-{ending}.json"


def random_match(seats: int, number: int) -> tuple[Record, State]:
    """A random match with some absences and some steps taken back."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    seed = sha256(f"record {seats} {number}".encode()).digest()
    nonces = [dice.randbytes(4) for _ in range(seats)]
    done: Done[State] = match.start(GAME, f"record-{seats}-{number}", Setup(seats), seed, nonces)
    entries = [done.entry]
    while GAME.outcome(done.match.state) is None:
        done = _advanced(done.match, dice)
        entries.append(done.entry)
    state = done.match.state
    return record.export(entries, seed, GAME.outcome(state)), state


def _advanced(now: Match[State], dice: Random) -> Done[State]:
    awaited = sorted(GAME.awaiting(now.state))
    chosen = {seat: GAME.choices(now.state, seat).sample(dice.randrange) for seat in awaited}
    if GAME.sealed(now.state):
        return match.resolve(now, {seat: match.seal(now, seat, chosen[seat]) for seat in awaited})
    rare = dice.randrange(20)
    if rare == 0:
        return match.default(now, awaited[0])
    if rare == 1 and now.back and now.back[-1].before is not None:
        return match.undo(now, now.back[-1].seat)
    return match.play(now, awaited[0], chosen[awaited[0]])


def _found(seats: int, ends: Callable[[State], bool]) -> Record:
    for number in count():
        book, state = random_match(seats, number)
        if ends(state):
            return book
    raise AssertionError


def main() -> None:
    for folder in (RECORDS, TEXTS):
        folder.mkdir(exist_ok=True)
    for seats in SEATS:
        for ending, ends in ENDINGS.items():
            if not path(seats, ending).exists():
                path(seats, ending).write_text(record.text(_found(seats, ends)))
    for seats in SEATS:
        book: Any = record.parse(path(seats, "points").read_text())
        (TEXTS / f"{seats}.txt").write_text(told(book))


if __name__ == "__main__":
    main()
