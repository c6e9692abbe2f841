"""Phase 4: what a player may handle, how it moves, and when the phase is over."""

from typing import Any

import pytest

from engine.giants.actions import Move, Which
from engine.giants.state import State
from engine.hexes import Hex
from tests.engine.giants.tables import (
    GAME,
    at,
    event,
    events,
    facts,
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
