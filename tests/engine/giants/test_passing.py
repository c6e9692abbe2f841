"""Passing in transport, the end of phase 4, and what choices say of it."""

from typing import Any

import pytest

from engine.giants.state import State
from tests.engine.giants.tables import (
    GAME,
    at,
    events,
    facts,
    fronts,
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


# --- passing (G14), and the phase's end


def test_a_pass_marks_what_it_names_at_once() -> None:
    """G14: on its quarry, marked, while the others still play."""
    state = carrying(items="moai 1 of blue; moai 2 of blue; headdress of blue; moai 3 of green")
    step = play(state, "blue", "pass, mark moai 2, headdress")

    assert on(step.state, "D7") == [(2, "blue", True)]
    assert on(step.state, "E3") == [(0, "blue", True)]
    assert fronts(step.state, "blue") == [1]
    assert step.state.clans[0].markers == 0
    assert kinds(step) == ["marked", "marked", "passed"]


def test_the_rest_goes_on_its_quarry_unmarked_at_the_phases_end() -> None:
    """G14: and can be claimed in the next round."""
    state = carrying(items="moai 1 of blue; headdress of blue", green="log; passed", red="; passed")
    step = play(state, "blue", "pass")

    assert on(step.state, "D7") == [(1, None, False)]
    assert on(step.state, "E3") == [(0, None, False)]
    assert [(e.seat, e.size) for e in events(step, "laid")] == [(0, 0), (0, 1)]


def test_nobody_else_handles_what_a_passed_seat_has_in_front_this_round() -> None:
    """G14."""
    state = play(carrying(items="moai 1 of blue; moai 2 of green"), "blue", "pass").state
    marked = play(
        carrying(items="moai 1 of blue; moai 2 of green"), "blue", "pass, mark moai 1"
    ).state

    refused(state, "green", "moai 1 to C7", "no_such_item", size=1, place="front")
    refused(
        marked, "green", "moai 1 from D7 to C7", "marked_by_other", size=1, place="D7", holder=0
    )


def test_a_pass_marks_only_what_lies_in_front_with_markers_that_are_there() -> None:
    state = carrying(
        items="moai 1 of blue; moai 1 of blue; moai 2 at C7 marked blue", blue="marker"
    )

    refused(state, "blue", "pass, mark moai 2", "no_such_item", size=2, place="front")
    refused(state, "blue", "pass, mark moai 1, moai 1", "few_markers", wanted=2, held=1)


def test_a_pass_cannot_mark_one_item_twice() -> None:
    state = carrying(items="moai 1 of blue", blue="2 markers")

    refused(state, "blue", "pass, mark moai 1, moai 1", "no_such_item", size=1, place="front")


def test_turns_go_clockwise_until_all_have_passed() -> None:
    """A pass is final; the last one goes on."""
    state = carrying(
        items="moai 1 of blue; moai 1 of green; moai 1 of red", turn="green", first="green"
    )
    state = script(state, "green: pass \n red: moai 1 to C7 \n blue: pass")
    turn = state.turn
    state = play(state, "red", "moai 1 from C7 to C6").state

    assert turn == 2
    assert state.turn == 2
    assert play(state, "red", "pass").state.stage == "bidding"


def test_a_seat_without_an_item_it_may_handle_passes_by_itself() -> None:
    """In front or on the board; what others hold does not count."""
    state = carrying(items="moai 1 of blue; moai 2 of red; moai 3 at C7 marked red")
    step = play(state, "blue", "pass")

    assert [(e.seat, e.alone) for e in events(step, "passed")] == [(0, False), (1, True)]
    assert step.state.turn == 2


@pytest.mark.parametrize(
    "items", ["moai 1 of green", "moai 1 at B6 marked green", "moai 1 at B6", "headdress at E3"]
)
def test_a_seat_with_an_item_it_may_handle_is_asked(items: str) -> None:
    """Also one that has only an abandoned item to claim."""
    step = play(carrying(items=f"moai 2 of blue; {items}"), "blue", "pass")

    assert step.state.turn == 1


def test_a_pass_by_itself_is_final() -> None:
    """What another leaves lying later is nobody's to take in this round."""
    state = carrying(items="moai 1 of blue; moai 1 of red")
    state = script(state, "blue: moai 1 to C7 \n red: pass")

    assert [clan.passed for clan in state.clans] == [False, True, True]
    assert state.turn == 0


# --- what choices say


def test_choices_give_each_reachable_hex_once_with_a_cheapest_path() -> None:
    """B5 over Red's figures is nearer; round over one's own workers it costs nothing."""
    state = carrying(
        items="moai 1 of blue",
        crews="C7: red chief; B5: blue worker; C6: red worker; D6: blue worker; D5: blue worker;"
        "C5: blue worker; B6: blue worker",
    )
    (item,) = facts(state, "blue").items
    ways = {way.at: way for way in item.ways}

    assert len(ways) == len(item.ways)
    assert set(ways) == {at(h) for h in ("D7", "C7", "C6", "B5", "D6", "D5", "C5", "B6")}
    assert ways[at("B5")].path == (at("D6"), at("D5"), at("C5"), at("B5"))
    assert ways[at("B5")].points == ()


def test_choices_say_what_can_follow_where() -> None:
    state = carrying(items="moai 3 of blue", crews="C7: red chief; B7: blue chief", blue="marker")
    (item,) = facts(state, "blue").items
    endings = {way.at: [(e.ending, e.ahu) for e in way.endings] for way in item.ways}

    assert endings == {
        at("D7"): [("mark", None)],
        at("C7"): [(None, None), ("mark", None)],
        at("B7"): [(None, None), ("mark", None), ("erect", "hekii"), ("erect", "raai")],
    }


def test_a_match_without_items_has_no_transport() -> None:
    """All pass by themselves, and the round ends."""
    state = table(stage="placement", turn="blue", green="; passed", red="; passed", blue="worker")
    state = play(state, "blue", "worker C4").state

    assert (state.stage, state.round) == ("bidding", 3)
    assert GAME.awaiting(state) == {0, 1, 2}
