"""Phase 4: what a player may handle."""

from typing import Any

import pytest

from engine.giants.actions import Move, Which
from engine.giants.state import State
from engine.hexes import Hex
from tests.engine.giants.tables import (
    at,
    event,
    kinds,
    on,
    play,
    refused,
    script,
    table,
)

# A street of chiefs from the moai quarry D7 to the north coast, and on to the west.
STREET = "C7: blue chief; C6: green chief; B5: red chief"


def carrying(**parts: Any) -> State:
    return table(**{"turn": "blue", "crews": STREET} | parts)


# --- what a player may handle


def test_what_lies_in_front_of_the_screen_starts_on_its_quarry() -> None:
    state = carrying(
        items="moai 2 of blue; headdress of blue", crews="C7: blue chief; D3: blue chief"
    )

    assert event(play(state, "blue", "moai 2 to C7"), "moved").start == at("D7")
    assert event(play(state, "blue", "headdress to D3"), "moved").start == at("E3")


def test_what_bears_ones_marker_may_be_moved_on() -> None:
    """The marker moves along (G13)."""
    step = play(carrying(items="moai 2 at C7 marked blue"), "blue", "moai 2 from C7 to C6")

    assert on(step.state, "C6") == [(2, "blue", True)]


def test_what_one_moved_unmarked_earlier_in_the_phase_may_be_moved_on() -> None:
    state = carrying(items="moai 2 of blue", green="worker; passed", red="worker; passed")
    state = script(state, "blue: moai 2 to C7 \n blue: moai 2 from C7 to C6")

    assert on(state, "C6") == [(2, "blue", False)]


@pytest.mark.parametrize(
    ("items", "code", "wrong"),
    [
        ("moai 2 at C7 marked green", "marked_by_other", {"place": "C7", "holder": 1}),
        ("moai 2 at C7 moved green was D7", "moved_by_other", {"place": "C7", "holder": 1}),
    ],
)
def test_what_others_hold_is_theirs(items: str, code: str, wrong: dict[str, Any]) -> None:
    state = carrying(items=f"{items}; moai 1 of blue")

    refused(state, "blue", "moai 2 from C7 to C6", code, size=2, **wrong)


def test_what_lies_in_front_of_another_screen_is_not_mine() -> None:
    state = carrying(items="moai 2 of green; moai 1 of blue")

    refused(state, "blue", "moai 2 to C7", "no_such_item", size=2, place="front")


def test_there_must_be_an_item() -> None:
    refused(
        carrying(items="moai 1 of blue"), "blue", "moai 2 from C7 to C6", "no_such_item",
        size=2, place="C7",
    )  # fmt: skip


def test_an_item_off_the_island_is_none() -> None:
    action = Move(Which(2, Hex(9, 9)), (at("C7"),))

    refused(carrying(items="moai 1 of blue"), "blue", action, "no_such_item", size=2, place="?")


@pytest.mark.parametrize("ending", ["mark", "erect te-pito-kura"])
def test_anyone_may_claim_what_an_earlier_round_left_unmarked(ending: str) -> None:
    state = carrying(items="moai 2 at C7", crews="C7: green worker; B6: blue chief")
    step = play(state, "blue", f"moai 2 from C7 to B6, {ending}")

    assert kinds(step)[:2] == ["moved", "marked" if ending == "mark" else "erected"]


def test_a_claimed_headdress_may_also_be_topped() -> None:
    state = carrying(items="headdress at B5", crews="B6: blue worker", bases="te-pito-kura red 1")
    step = play(state, "blue", "headdress from B5 to B6, top")

    assert event(step, "topped").ahu == "te-pito-kura"


def test_what_is_claimed_must_end_marked_erected_or_topped() -> None:
    state = carrying(items="moai 2 at C7")

    refused(state, "blue", "moai 2 from C7 to C6", "must_claim")


def test_a_claim_needs_no_move() -> None:
    step = play(carrying(items="moai 2 at C7"), "blue", "moai 2 at C7, mark")

    assert kinds(step)[0] == "marked"
    assert on(step.state, "C7") == [(2, "blue", True)]


def test_marking_what_is_in_front_puts_it_on_its_quarry_at_once() -> None:
    state = carrying(items="moai 2 of blue; headdress of blue")
    moai = play(state, "blue", "moai 2, mark").state
    headdress = play(state, "blue", "headdress, mark").state

    assert on(moai, "D7") == [(2, "blue", True)]
    assert on(headdress, "E3") == [(0, "blue", True)]
