"""A match goes on by the version of the rules that it was dealt by (G23 is what tells them apart).

The record and the state of version 1 were written before there was another version.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine import codec, match, record
from engine.canonical import canonical, loads
from engine.errors import Broken, Illegal
from engine.game import Setup
from engine.giants.events import Moved
from engine.giants.state import State
from engine.match import Done
from engine.record import Record
from engine.replay import latest, replay
from engine.verify import verify
from tests.engine.giants import hauled
from tests.engine.giants.hauled import BLUE, GREEN, MID_TRANSPORT, RED
from tests.engine.giants.tables import GAME


def logged(book: Record) -> list[record.Entry]:
    return [found for page in book.entries if (found := record.entry(page)) is not None]


def given(done: Done[Any]) -> dict[int, int]:
    """Whom a haul gave how many points."""
    moved = [event for event in done.events if isinstance(event, Moved)]
    return {share.seat: share.units for event in moved for share in event.helped}


def half_way() -> Done[Any]:
    """The match of version 1 as it stood in mid-transport."""
    return latest(GAME, hauled.SEED, logged(hauled.kept("1"))[:MID_TRANSPORT])


def bytes_of(state: State) -> bytes:
    return canonical(codec.write(State, state))


# --- the match by both versions


@pytest.mark.parametrize("rules", ["1", "2"])
def test_the_match_in_words_is_the_one_that_is_kept(rules: str) -> None:
    """To the byte; of version 1, what was written before there was another."""
    log = [done.entry for done in hauled.dones(rules)]
    outcome = GAME.outcome(list(hauled.dones(rules))[-1].match.state)

    assert record.export(log, hauled.SEED, outcome) == hauled.kept(rules)


@pytest.mark.parametrize(
    ("rules", "points", "totals"),
    [
        # Size 2 with a log: the chief, first in turn order. Size 1: Blue, who has fewer points.
        # Size 3 with two logs: the chief again, by name.
        ("1", [{GREEN: 1}, {BLUE: 1}, {GREEN: 1}], (1, 2, 9)),
        # Size 2 with a log: the worker. Size 1: Green, who has fewer points. Size 3: the chief
        # alone for three, taken back, then the worker with two logs.
        ("2", [{BLUE: 1}, {GREEN: 1}, {GREEN: 3}, {BLUE: 1}], (2, 1, 9)),
    ],
)
def test_the_same_hauls_pay_by_the_version_of_the_match(
    rules: str, points: list[dict[int, int]], totals: tuple[int, ...]
) -> None:
    """G23. Red's 9 are a size 2 on Heki'i and a size 1 on Ra'ai, at 3 each."""
    again = list(replay(GAME, hauled.SEED, logged(hauled.kept(rules))))
    outcome = GAME.outcome(again[-1].match.state)

    assert [paid for done in again if (paid := given(done))] == points
    assert outcome is not None
    assert outcome.totals == totals


@pytest.mark.parametrize("rules", ["1", "2"])
def test_a_record_is_verified_by_the_version_that_it_names(rules: str) -> None:
    report = verify(hauled.kept(rules), GAME)

    assert (hauled.kept(rules).rules, report.fault, report.unchecked) == (rules, None, ())


@pytest.mark.parametrize(("rules", "other"), [("1", "2"), ("2", "1")])
def test_the_same_words_under_the_other_version_are_another_match(rules: str, other: str) -> None:
    """A control: the version that the deal names decides, and nothing around it."""
    kept = hauled.kept(rules)
    first, *rest = logged(kept)
    renamed = record.link({**first.public, "rules": other}, dict(first.private), first.salt)
    done: Done[Any] = match.start(GAME, hauled.NAME, Setup(3, hauled.OPTIONS, other), hauled.SEED)
    for seat, text in hauled.FIRST[: MID_TRANSPORT - 1]:
        done = hauled.act(done, seat, text)

    assert done.entry.public["action"] == rest[MID_TRANSPORT - 2].public["action"]
    assert given(done) != given(latest(GAME, hauled.SEED, [first, *rest[: MID_TRANSPORT - 1]]))
    with pytest.raises(Broken):
        list(replay(GAME, hauled.SEED, [renamed, *rest]))


# --- a match of version 1 plays on


def test_a_state_of_version_1_is_stored_as_it_was() -> None:
    """Replaying the log gives it byte for byte, and reading it gives the state of version 1."""
    kept = hauled.state_kept()
    state: State = codec.read(State, loads(kept))

    assert bytes_of(half_way().match.state) == canonical(loads(kept)) == bytes_of(state)
    assert "rules" not in loads(kept)
    assert state.rules == "1"


def test_a_new_match_is_dealt_and_stored_by_version_2() -> None:
    done: Done[Any] = match.start(GAME, "new", Setup(3), bytes(32))

    assert GAME.meta.rules == "2"
    assert done.entry.public["rules"] == "2"
    assert codec.write(State, done.match.state)["rules"] == "2"
    assert GAME.view(done.match.state, None).rules == "2"


def test_a_match_of_version_1_plays_on_by_it_from_mid_transport() -> None:
    """Haul, undo, haul again, the next round: all by version 1, and the record verifies."""
    log, done = logged(hauled.kept("1"))[:MID_TRANSPORT], half_way()
    step = partial(hauled.act, seat=RED)
    done = step(done, text="undo")
    log.append(done.entry)
    moves = (*hauled.FIRST[MID_TRANSPORT - 2 :], *hauled.SECOND, *hauled.LAST["1"])
    points = []
    for seat, text in moves:
        done = hauled.act(done, seat, text)
        log.append(done.entry)
        points += [given(done)] if given(done) else []
    book = record.export(log, hauled.SEED, GAME.outcome(done.match.state))

    assert points == [{GREEN: 1}, {BLUE: 1}, {GREEN: 1}]
    assert book.rules == "1"
    assert verify(book, GAME).fault is None
    assert verify(book, GAME).unchecked == ()


def test_in_a_match_of_version_2_a_chief_and_logs_are_refused_by_name() -> None:
    """Where version 1 takes the very same words."""
    two: Done[Any] = match.start(GAME, hauled.NAME, Setup(3, hauled.OPTIONS), hauled.SEED)
    for seat, text in hauled.FIRST[: MID_TRANSPORT - 2]:
        two = hauled.act(two, seat, text)
    one = latest(GAME, hauled.SEED, logged(hauled.kept("1"))[: MID_TRANSPORT - 1])
    words = "moai 2 via C8 to B7; C8 by green 1, 1 log"

    assert given(hauled.act(one, RED, words)) == {GREEN: 1}
    with pytest.raises(Illegal, match="logs_with_chief_alone"):
        hauled.act(two, RED, words)


def test_rules_of_a_day_to_come_are_not_replayed_by_ours() -> None:
    """Nor judged: a record by them is linked and counted, and its rules stay unchecked."""
    first, *rest = logged(hauled.kept("2"))
    later = record.link({**first.public, "rules": "3"}, dict(first.private), first.salt)
    book = replace(hauled.kept("2"), rules="3")

    with pytest.raises(Broken, match="unknown_rules"):
        list(replay(GAME, hauled.SEED, [later, *rest]))
    assert "other_rules" in verify(book, GAME).unchecked
