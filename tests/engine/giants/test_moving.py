"""Phase 4: how an item moves, hex by hex."""

from typing import Any

import pytest

from engine.giants.actions import Move, Which
from engine.giants.state import State
from engine.hexes import Hex
from tests.engine.giants.tables import (
    at,
    fronts,
    kinds,
    on,
    play,
    refused,
    scores,
    script,
    seal,
    table,
)

# A street of chiefs from the moai quarry D7 to the north coast, and on to the west.
STREET = "C7: blue chief; C6: green chief; B5: red chief"


def carrying(**parts: Any) -> State:
    return table(**{"turn": "blue", "crews": STREET} | parts)


# --- moving


def test_the_starting_hex_needs_nothing_and_sites_may_be_crossed() -> None:
    """A headdress from the village over the headdress quarry."""
    state = carrying(
        items="headdress at F2 marked blue",
        crews="E2: blue worker; E3: blue worker; D3: blue worker",
    )
    step = play(state, "blue", "headdress from F2 via E2 E3 to D3")

    assert step.state.clans[0].score == 0
    assert on(step.state, "D3") == [(0, "blue", True)]


@pytest.mark.parametrize(
    ("item", "crew", "code", "wrong"),
    [
        ("moai 1", "", "nobody_there", {}),
        ("moai 1", "C7: 3 logs", "nobody_there", {}),
        ("moai 2", "C7: blue worker", "too_weak", {"strength": 1, "needed": 2}),
        ("moai 3", "C7: blue worker, 1 log", "too_weak", {"strength": 2, "needed": 3}),
        ("moai 3", "C7: green sorcerer, red worker", "too_weak", {"strength": 2, "needed": 3}),
    ],
)
def test_every_hex_entered_needs_the_strength(
    item: str, crew: str, code: str, wrong: dict[str, Any]
) -> None:
    """Which hex, what strength, what is missing."""
    state = carrying(items=f"{item} of blue", crews=crew)

    refused(state, "blue", f"{item} to C7", code, hex="C7", **wrong)


@pytest.mark.parametrize(
    ("item", "crew"),
    [
        ("headdress", "D3: red worker"),
        ("headdress", "D3: red sorcerer"),
        ("moai 1", "C7: red worker"),
        ("moai 2", "C7: 2 red workers"),
        ("moai 2", "C7: red worker, 1 log"),
        ("moai 2", "C7: red chief"),
        ("moai 3", "C7: 3 red workers"),
        ("moai 3", "C7: 2 red workers, 1 log"),
        ("moai 3", "C7: green worker, red sorcerer, 1 log"),
        ("moai 3", "C7: red worker, 2 logs"),
        ("moai 3", "C7: red chief"),
    ],
)
def test_the_rulebooks_crews_suffice(item: str, crew: str) -> None:
    state = carrying(items=f"{item} of blue", crews=crew)

    assert kinds(play(state, "blue", f"{item} to {crew[:2]}"))[0] == "moved"


def test_a_crew_serves_any_number_of_transports() -> None:
    state = carrying(
        items="moai 3 of blue; moai 3 of blue; moai 2 of green",
        crews="C7: red worker, 2 logs",
        red="worker; passed",
    )
    state = script(state, "blue: moai 3 to C7 \n green: moai 2 to C7 \n blue: moai 3 to C7")

    assert [size for size, _, _ in on(state, "C7")] == [2, 3, 3]
    assert scores(state) == (0, 0, 3)


def test_only_neighbours_are_next() -> None:
    state = carrying(items="moai 1 of blue")

    refused(state, "blue", "moai 1 via C7 to B5", "not_next", hex="B5", previous="C7")


def test_paths_stay_on_the_island() -> None:
    action = Move(Which(1), (at("C7"), Hex(9, 9)))

    refused(carrying(items="moai 1 of blue"), "blue", action, "not_land", hex=(9, 9))


def test_an_item_never_enters_a_hex_twice_in_a_round() -> None:
    """G10: neither within a move, nor in a later one; its quarry and its start included."""
    crews = "C7: blue worker; C6: blue worker; D6: blue worker; D7: blue worker; C8: blue worker"
    state = carrying(items="moai 1 of blue", crews=crews, green="log; passed", red="log; passed")
    moved = play(state, "blue", "moai 1 via C7 to C6").state

    refused(state, "blue", "moai 1 via C7 C6 to C7", "been_there", hex="C7")
    refused(state, "blue", "moai 1 via C7 to D7", "been_there", hex="D7")
    refused(moved, "blue", "moai 1 from C6 via D6 to D7", "been_there", hex="D7")
    refused(moved, "blue", "moai 1 from C6 to C7", "been_there", hex="C7")
    assert kinds(play(moved, "blue", "moai 1 from C6 to D6")) == ["moved"]


def test_a_marked_items_start_counts_as_well() -> None:
    """G10: wherever it lay when the round began."""
    crews = "C7: blue worker; C6: blue worker"
    state = carrying(
        items="moai 1 at C6 marked blue", crews=crews, green="log; passed", red="log; passed"
    )
    state = play(state, "blue", "moai 1 from C6 to C7").state

    refused(state, "blue", "moai 1 from C7 to C6", "been_there", hex="C6")


def test_the_next_round_forgets_where_an_item_was() -> None:
    """G10 speaks of one round."""
    state = carrying(
        items="moai 1 at C6 marked blue", crews="C7: blue worker", green="log; passed",
        red="log; passed", blue="marker",
    )  # fmt: skip
    state = script(state, "blue: moai 1 from C6 to C7 \n blue: pass")

    assert [item.trail for item in seal(state, blue="keep").state.items] == [()]


def test_an_action_that_changes_nothing_is_refused() -> None:
    state = carrying(items="moai 1 at C7 marked blue; moai 2 of blue")

    refused(state, "blue", "moai 1 at C7", "changes_nothing")
    refused(state, "blue", "moai 2", "changes_nothing")


def test_two_alike_on_one_hex_are_told_apart_by_marker_and_by_trail() -> None:
    items = (
        "moai 1 at C7 marked blue; moai 1 at C7 moved blue was D7; moai 1 at C7 moved blue was C6"
    )
    state = carrying(items=items, green="log; passed", red="log; passed")

    refused(
        state, "blue", "moai 1 from C7 to C6", "several_items",
        size=1, candidates=("unmarked C6", "unmarked D7", "marked"),
    )  # fmt: skip
    assert on(play(state, "blue", "marked moai 1 from C7 to C6").state, "C6") == [(1, "blue", True)]
    step = play(state, "blue", "unmarked moai 1 from C7 (was D7) to C6")
    assert on(step.state, "C6") == [(1, "blue", False)]
    refused(
        state, "blue", "unmarked moai 1 from C7 to C6", "several_items",
        size=1, candidates=("unmarked C6", "unmarked D7"),
    )  # fmt: skip


def test_two_quite_alike_need_no_telling_apart() -> None:
    state = carrying(items="moai 1 of blue; moai 1 of blue")
    step = play(state, "blue", "moai 1 to C7")

    assert fronts(step.state, "blue") == [1]
