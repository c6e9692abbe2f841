"""G23: logs count where a worker or a sorcerer draws them; by the rules 1 a chief could too."""

from typing import Any

import pytest

from engine.giants.actions import Help, Share
from engine.giants.state import State
from tests.engine.giants.tables import at, facts, play, refused, scores, table

BESIDE = "C7: red chief, green worker, 2 logs"


def hauling(size: int, crews: str, **parts: Any) -> State:
    usual: dict[str, Any] = {"seats": 4, "turn": "blue", "items": f"moai {size} of blue"}
    return table(**usual | {"crews": crews} | parts)


@pytest.mark.parametrize(
    ("helpers", "points"), [("green, 2 logs", (0, 1, 0, 0)), ("red 3", (0, 0, 3, 0))]
)
def test_the_worker_with_both_logs_or_the_chief_alone_carries_the_largest(
    helpers: str, points: tuple[int, ...]
) -> None:
    """G23: an opponent's chief, an opponent's worker and two logs: one point or three."""
    state = hauling(3, BESIDE)

    assert scores(play(state, "blue", f"moai 3 to C7; C7 by {helpers}").state) == points


@pytest.mark.parametrize(
    ("size", "crew", "helpers"),
    [
        (3, "red chief, green worker, 2 logs", "red, 2 logs"),
        (3, "red chief, green worker, 2 logs", "red 2, 1 log"),
        (2, "red chief, green sorcerer, 1 log", "red, 1 log"),
        (2, "blue chief, green worker, 1 log", "blue, 1 log"),
        (3, "red chief, yellow chief, green worker, 1 log", "red, yellow, 1 log"),
    ],
)
def test_logs_with_chiefs_alone_are_refused(size: int, crew: str, helpers: str) -> None:
    """G23: one's own chief draws no log either, and two chiefs together draw none."""
    refused(
        hauling(size, f"C7: {crew}"),
        "blue",
        f"moai {size} to C7; C7 by {helpers}",
        "logs_with_chief_alone",
        hex="C7",
    )


@pytest.mark.parametrize(
    ("size", "crew", "helpers", "points"),
    [
        (2, "green sorcerer, 1 log", "green, 1 log", (0, 1, 0, 0)),
        (3, "blue worker, red chief, 1 log", "blue, red, 1 log", (0, 0, 1, 0)),
        (2, "red chief, red worker, 1 log", "red, 1 log", (0, 0, 1, 0)),
        (3, "red chief, green worker, 1 log", "green, red, 1 log", (0, 1, 1, 0)),
    ],
)
def test_one_unit_of_a_worker_or_sorcerer_is_enough_for_the_logs(
    size: int, crew: str, helpers: str, points: tuple[int, ...]
) -> None:
    """G23: of any player; a seat with a worker and the chief there lends the worker."""
    state = play(hauling(size, f"C7: {crew}"), "blue", f"moai {size} to C7; C7 by {helpers}").state

    assert scores(state) == points


@pytest.mark.parametrize(
    ("size", "crew", "points"),
    [
        # Red has fewer points, but only its chief is there: Green's worker draws the logs.
        (3, "red chief, green worker, 2 logs", (0, 1, 0, 0)),
        (2, "red chief, green worker, 2 logs", (0, 1, 0, 0)),
        # One log: Green's worker draws it, and the second unit is Red's, who has fewer points.
        (3, "red chief, green worker, 1 log", (0, 1, 1, 0)),
        # A size 1 needs no log: Red, who has fewer points.
        (1, "red chief, green worker, 2 logs", (0, 0, 1, 0)),
        # Of two who could draw them, the one with fewer points.
        (2, "red chief, green worker, yellow worker, 1 log", (0, 0, 0, 1)),
        # Red has a worker too.
        (2, "red chief, red worker, green worker, 1 log", (0, 0, 1, 0)),
        # An own worker draws the logs: what is missing comes from Red.
        (3, "blue worker, red chief, green worker, 1 log", (0, 0, 1, 0)),
        (3, "blue worker, red chief, 2 logs", (0, 0, 0, 0)),
        (3, "blue chief, red chief, green worker, 2 logs", (0, 0, 0, 0)),
    ],
)
def test_unasked_the_first_unit_is_one_that_draws_the_logs(
    size: int, crew: str, points: tuple[int, ...]
) -> None:
    """G9 with G23: the lowest-scored opponent that has a worker or sorcerer there, then as ever."""
    ahead = {"green": "2 points", "red": "0 points", "yellow": "1 point"}
    before = hauling(size, f"C7: {crew}", **ahead)
    after = play(before, "blue", f"moai {size} to C7").state

    gained = tuple(new - old for new, old in zip(scores(after), scores(before), strict=True))
    assert gained == points


def test_choices_show_the_workers_owner_as_the_one_who_is_paid() -> None:
    """G23: what a way is said to give away is what it does."""
    (item,) = facts(hauling(3, BESIDE, green="2 points"), "blue").items
    (way,) = (way for way in item.ways if way.path)

    assert way.helpers == (Help(at("C7"), (Share(1, 1),), 2),)
    assert way.points == (Share(1, 1),)


def test_by_the_rules_1_a_chief_draws_the_logs() -> None:
    """A match that was dealt by them plays on by them."""
    state = hauling(3, BESIDE, green="2 points", rules="1")

    for words in ("moai 3 to C7", "moai 3 to C7; C7 by red, 2 logs"):
        assert scores(play(state, "blue", words).state) == (0, 2, 1, 0)
