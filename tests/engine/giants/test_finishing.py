"""Erecting, topping and marking: what ends an item's journey, or secures it."""

from typing import Any

import pytest

from engine.giants.actions import Move, Which
from engine.giants.state import State
from tests.engine.giants.tables import (
    at,
    base,
    belongings,
    event,
    facts,
    kinds,
    on,
    play,
    refused,
    script,
    table,
)

ALL_SEVEN = "; ".join(
    f"{ahu} blue 1" for ahu in ("tahai", "tautira", "riata", "vinapu", "tahiri", "akapu", "te-peu")
)


def arriving(**parts: Any) -> State:
    """Blue with a marked size 2 on A4, between Nau Nau and Ature Huki."""
    items = "moai 2 at A4 marked blue; moai 1 of green"
    return table(**{"turn": "blue", "items": items, "crews": "A4: blue worker"} | parts)


# --- erecting


@pytest.mark.parametrize("figure", ["worker", "sorcerer", "chief"])
def test_erecting_needs_any_figure_of_ones_own(figure: str) -> None:
    """G11: the texts say worker, their example figure."""
    step = play(arriving(crews=f"A4: blue {figure}"), "blue", "moai 2 at A4, erect nau-nau")

    assert base(step.state, "nau-nau") == ("blue", 2, False)
    assert event(step, "erected").seat == 0


@pytest.mark.parametrize("crews", ["", "A4: red chief", "B5: blue chief"])
def test_nobody_elses_figure_serves(crews: str) -> None:
    """G11: and it must stand where the moai is."""
    refused(arriving(crews=crews), "blue", "moai 2 at A4, erect nau-nau", "no_own_figure", hex="A4")


def test_a_base_from_behind_the_screen_goes_under_it() -> None:
    state = arriving()
    step = play(state, "blue", "moai 2 at A4, erect nau-nau")

    assert (state.clans[0].bases, step.state.clans[0].bases) == (7, 6)


def test_a_reserved_base_is_used_instead() -> None:
    """G11."""
    state = arriving(bases="nau-nau blue")
    step = play(state, "blue", "moai 2 at A4, erect nau-nau")

    assert (state.clans[0].bases, step.state.clans[0].bases) == (6, 6)
    assert base(step.state, "nau-nau") == ("blue", 2, False)
    assert len(step.state.bases) == 1


def test_with_no_base_behind_the_screen_a_reservation_still_serves() -> None:
    six = ALL_SEVEN.removesuffix("; te-peu blue 1")
    state = arriving(bases=f"{six}; nau-nau blue")

    assert state.clans[0].bases == 0
    refused(state, "blue", "moai 2 at A4, erect ature-huki", "no_base")
    assert base(play(state, "blue", "moai 2 at A4, erect nau-nau").state, "nau-nau")[1] == 2


def test_another_ones_reservation_does_not() -> None:
    """G7."""
    state = arriving(bases="nau-nau red")

    refused(state, "blue", "moai 2 at A4, erect nau-nau", "ahu_reserved", ahu="nau-nau", owner=2)


@pytest.mark.parametrize("owner", ["blue", "red"])
def test_an_ahu_with_a_moai_is_taken(owner: str) -> None:
    """The refusal does not say whose it is."""
    state = arriving(bases=f"nau-nau {owner} 1")

    refused(state, "blue", "moai 2 at A4, erect nau-nau", "ahu_taken", ahu="nau-nau")


def test_only_an_adjacent_ahu_will_do() -> None:
    state = arriving()

    refused(state, "blue", "moai 2 at A4, erect hekii", "ahu_not_adjacent", ahu="hekii", hex="A4")


def test_an_ahu_must_be_named_and_exist() -> None:
    state, which = arriving(), Which(2, at("A4"))

    refused(
        state, "blue", Move(which, ending="erect"), "which_ahu",
        candidates=("nau-nau", "ature-huki"),
    )  # fmt: skip
    refused(state, "blue", Move(which, ending="erect", ahu="x"), "unknown_ahu", ahu="x")
    refused(state, "blue", "moai 2 at A4, erect atlantis", "unknown_ahu", ahu="atlantis")


def test_an_ahu_is_named_only_where_something_is_done_with_it() -> None:
    state, which = arriving(crews="B5: blue chief", items="moai 2 at A4"), Which(2, at("A4"))
    marking = Move(which, ending="mark", ahu="nau-nau")
    moving = Move(which, (at("B5"),), ahu="nau-nau")

    refused(state, "blue", marking, "ahu_without_use", ahu="nau-nau")
    state = arriving(crews="B5: blue chief")
    refused(state, "blue", moving, "ahu_without_use", ahu="nau-nau")


def test_a_moai_never_moves_again() -> None:
    """G11: it is no item any more."""
    state = play(arriving(), "blue", "moai 2 at A4, erect nau-nau").state

    assert [item.size for item in state.items] == [1]
    refused(
        play(state, "green", "pass").state, "blue", "moai 2 from A4 to B5", "no_such_item",
        size=2, place="A4",
    )  # fmt: skip


def test_a_headdress_is_not_erected_and_a_moai_does_not_top() -> None:
    state = arriving(items="headdress at A4 marked blue; moai 2 at A4 marked blue")

    refused(state, "blue", "headdress at A4, erect nau-nau", "wrong_ending", size=0, ending="erect")
    refused(state, "blue", "moai 2 at A4, top nau-nau", "wrong_ending", size=2, ending="top")


# --- topping


def topping(**parts: Any) -> State:
    items = "headdress at A4 marked blue; moai 1 of green"
    return arriving(**{"items": items, "bases": "nau-nau red 2"} | parts)


@pytest.mark.parametrize("owner", ["blue", "green", "red"])
def test_anyones_moai_may_be_topped(owner: str) -> None:
    """G12."""
    state = topping(bases=f"nau-nau {owner} 2")
    step = play(state, "blue", "headdress at A4, top nau-nau")

    assert base(step.state, "nau-nau") == (owner, 2, True)
    assert (event(step, "topped").seat, event(step, "topped").ahu) == (0, "nau-nau")


def test_topping_needs_ones_own_figure_there() -> None:
    """G12."""
    state = topping(crews="A4: red worker")

    refused(state, "blue", "headdress at A4, top nau-nau", "no_own_figure", hex="A4")


@pytest.mark.parametrize("bases", ["", "nau-nau red", "nau-nau blue"])
def test_topping_needs_a_moai(bases: str) -> None:
    refused(topping(bases=bases), "blue", "headdress at A4, top nau-nau", "no_moai", ahu="nau-nau")


def test_a_moai_wears_one_headdress() -> None:
    state = topping(bases="nau-nau red 2 topped")

    refused(state, "blue", "headdress at A4, top nau-nau", "topped_already", ahu="nau-nau")


# --- marking


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (arriving(), "moai 2 at A4, erect nau-nau"),
        (topping(), "headdress at A4, top nau-nau"),
    ],
)
def test_a_finished_items_marker_returns_at_once(state: State, words: str) -> None:
    """G13."""
    step = play(state, "blue", words)

    assert belongings(state, "blue") == "chief, sorcerer, 1 worker, 2 markers"
    assert belongings(step.state, "blue") == "chief, sorcerer, 1 worker, 3 markers"


def test_a_returned_marker_may_be_used_in_the_same_phase() -> None:
    """G13."""
    state = arriving(
        blue="worker", items="moai 2 at A4 marked blue; moai 1 of blue", green="; passed",
        red="; passed",
    )  # fmt: skip

    refused(state, "blue", "moai 1, mark", "no_marker")
    state = script(state, "blue: moai 2 at A4, erect nau-nau \n blue: moai 1, mark")
    assert on(state, "D7") == [(1, "blue", True)]


def test_finishing_an_unmarked_item_returns_no_marker() -> None:
    state = arriving(items="moai 2 at A4; moai 1 of green")
    step = play(state, "blue", "moai 2 at A4, erect nau-nau")

    assert belongings(step.state, "blue") == "chief, sorcerer, 1 worker, 2 markers"


def test_an_item_bears_one_marker() -> None:
    """G13."""
    refused(arriving(), "blue", "moai 2 at A4, mark", "already_marked")


def test_a_marker_comes_from_behind_the_screen() -> None:
    """G13: those in front are out of play."""
    state = arriving(items="moai 2 at A4", blue="worker; front: 2 markers")

    refused(state, "blue", "moai 2 at A4, mark", "no_marker")
    assert facts(state, "blue").markers == 0


def test_one_moves_then_marks_in_one_action() -> None:
    state = arriving(
        items="moai 2 at B5 moved blue was C6; moai 1 of green", crews="A4: blue chief"
    )
    step = play(state, "blue", "moai 2 from B5 to A4, mark")

    assert kinds(step) == ["moved", "marked"]
    assert (event(step, "marked").at, event(step, "marked").size) == (at("A4"), 2)
    assert on(step.state, "A4") == [(2, "blue", True)]
