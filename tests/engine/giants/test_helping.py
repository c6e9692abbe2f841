"""G9: who carries, unasked and by name, and what it gives away."""

from typing import Any

import pytest

from engine.giants.actions import Help, Move, Share, Which
from engine.giants.state import State
from tests.engine.giants.tables import at, event, facts, play, refused, scores, table


def hauling(size: int, crews: str, **parts: Any) -> State:
    usual: dict[str, Any] = {"seats": 4, "turn": "blue", "items": f"moai {size} of blue"}
    return table(**usual | {"crews": crews} | parts)


@pytest.mark.parametrize(
    ("size", "crew", "points"),
    [
        (1, "blue worker, red worker", (0, 0, 0, 0)),
        (3, "blue chief, red chief, 3 logs", (0, 0, 0, 0)),
        (3, "blue worker, 2 logs, red chief", (0, 0, 0, 0)),
        (3, "blue sorcerer, 1 log, red chief", (0, 0, 1, 0)),
        (3, "blue worker, red chief", (0, 0, 2, 0)),
        (1, "2 logs, red worker", (0, 0, 1, 0)),
        (3, "5 logs, red worker", (0, 0, 1, 0)),
        (3, "red chief", (0, 0, 3, 0)),
        (2, "red chief", (0, 0, 2, 0)),
        (1, "red chief", (0, 0, 1, 0)),
    ],
)
def test_unasked_own_figures_help_first_then_logs_then_opponents(
    size: int, crew: str, points: tuple[int, ...]
) -> None:
    """A figure always takes part; a chief is drawn on by the point."""
    step = play(hauling(size, f"C7: {crew}"), "blue", f"moai {size} to C7")

    assert scores(step.state) == points


def test_unasked_the_lowest_score_helps_first_and_is_drained() -> None:
    """Red has 2 workers and 2 points, Green 2 workers and 5: Red gives two, Green one."""
    state = hauling(
        3, "C7: 2 green workers, 2 red workers", green="5 points", red="2 points", yellow="0 points"
    )

    assert scores(play(state, "blue", "moai 3 to C7").state) == (0, 6, 4, 0)


@pytest.mark.parametrize(
    ("first", "points"),
    [("blue", (0, 1, 0, 0)), ("red", (0, 0, 1, 0)), ("yellow", (0, 0, 0, 1))],
)
def test_unasked_equal_scores_go_in_turn_order_from_the_first_player(
    first: str, points: tuple[int, ...]
) -> None:
    state = hauling(1, "C7: green worker, red worker, yellow worker", first=first)

    assert scores(play(state, "blue", "moai 1 to C7").state) == points


def test_unasked_the_scores_are_those_at_the_actions_start() -> None:
    """Red, behind by one, gets two on the first hex and is still drained first on the second."""
    state = hauling(
        2, "C7: red chief; C6: 2 green workers, 2 red workers", green="1 point", red="0 points"
    )

    assert scores(play(state, "blue", "moai 2 via C7 to C6").state) == (0, 1, 4, 0)


def test_the_mover_may_name_who_helps() -> None:
    """Also dearer than need be, and instead of its own."""
    state = hauling(2, "C7: blue worker, red worker, green chief, 2 logs")

    for words, points in (
        ("blue, red", (0, 0, 1, 0)),
        ("green 2", (0, 2, 0, 0)),
        ("green, red", (0, 1, 1, 0)),
        ("red, 1 log", (0, 0, 1, 0)),
        ("blue, 1 log", (0, 0, 0, 0)),
    ):
        step = play(state, "blue", f"moai 2 to C7; C7 by {words}")
        assert scores(step.state) == points


def test_helpers_may_be_named_for_some_hexes_only() -> None:
    state = hauling(1, "C7: green worker, red worker; C6: green worker, red worker")
    step = play(state, "blue", "moai 1 via C7 to C6; C6 by red")

    assert scores(step.state) == (0, 1, 1, 0)
    assert event(step, "moved").helped == (Share(1, 1), Share(2, 1))


def test_points_to_one_seat_are_told_together() -> None:
    state = hauling(2, "C7: red chief; C6: red chief; B5: green chief")
    step = play(state, "blue", "moai 2 via C7 C6 to B5")

    assert event(step, "moved").helped == (Share(1, 2), Share(2, 4))


def test_helpers_do_not_choose_the_mover_pays_nothing() -> None:
    """Nobody can refuse, and the mover loses no points."""
    state = hauling(3, "C7: red chief", blue="7 points", red="chief; passed")

    assert scores(play(state, "blue", "moai 3 to C7").state) == (7, 0, 3, 0)


@pytest.mark.parametrize(
    ("words", "code", "wrong"),
    [
        ("C7 by blue", "helper_sum", {"hex": "C7", "named": 1, "needed": 2}),
        ("C7 by green 3", "helper_sum", {"hex": "C7", "named": 3, "needed": 2}),
        ("C7 by red 2", "helper_units", {"hex": "C7", "seat": 2, "named": 2, "there": 1}),
        ("C7 by yellow, blue", "helper_units", {"hex": "C7", "seat": 3, "named": 1, "there": 0}),
        ("C7 by 2 logs", "logs_alone", {"hex": "C7"}),
        ("C7 by 3 logs", "helper_logs", {"hex": "C7", "named": 3, "there": 2}),
        ("C7 by red, red", "helper_twice", {"hex": "C7"}),
        ("C7 by blue, red; C7 by green 2", "helpers_twice", {}),
        ("D6 by blue 2", "helpers_elsewhere", {"hex": "D6"}),
    ],
)
def test_wrong_helpers_are_refused_with_what_is_wrong(
    words: str, code: str, wrong: dict[str, Any]
) -> None:
    state = hauling(2, "C7: blue worker, red worker, green chief, 2 logs; D6: blue chief")

    refused(state, "blue", f"moai 2 to C7; {words}", code, **wrong)


def test_a_helper_from_no_seat_is_refused() -> None:
    for seat in (4, 9):
        action = Move(Which(1), (at("C7"),), helpers=(Help(at("C7"), (Share(seat, 1),)),))

        refused(hauling(1, "C7: blue worker"), "blue", action, "unknown_seat", seat=seat)


def test_choices_show_who_would_help_and_what_it_gives() -> None:
    state = hauling(3, "C7: blue worker, 1 log, red worker")
    (item,) = facts(state, "blue").items
    (way,) = (way for way in item.ways if way.path)

    assert way.helpers == (Help(at("C7"), (Share(0, 1), Share(2, 1)), 1),)
    assert way.points == (Share(2, 1),)
