"""Turns ahead: what may be planned, what a step means, who has but one choice, what is unasked."""

from typing import Any

import pytest

from engine.game import Phase, Stake, Value
from engine.giants.actions import Bid, Decline, Pass, Recall, Tablet, Take, Which
from engine.giants.state import Stage
from tests.engine.giants.tables import GAME, at, table

BLUE, GREEN = 0, 1
ASKED: dict[str, Value] = {"recall": "ask", "idle": False}
PLACEMENT, TRANSPORT, AUCTION = Phase("placement", 2), Phase("transport", 2), Phase("auction", 2)


@pytest.mark.parametrize(
    ("stage", "phases"),
    [
        ("bidding", (PLACEMENT, TRANSPORT)),
        ("picking", (AUCTION, PLACEMENT, TRANSPORT)),
        ("placement", (PLACEMENT, TRANSPORT)),
        ("transport", (TRANSPORT,)),
        ("recall", (Phase("placement", 3), Phase("transport", 3))),
        ("over", ()),
    ],
)
def test_a_plan_is_for_what_is_left_of_the_round(stage: Stage, phases: tuple[Phase, ...]) -> None:
    """A bid has a plan of its own (G5); at the round's end the next one may be planned."""
    assert GAME.ahead(table(stage=stage), BLUE) == phases


@pytest.mark.parametrize(
    ("stage", "phases"),
    [
        ("bidding", (PLACEMENT, TRANSPORT)),
        ("placement", (PLACEMENT, TRANSPORT)),
        ("transport", (TRANSPORT,)),
        ("recall", ()),
    ],
)
def test_the_next_round_is_not_in_this_one(stage: Stage, phases: tuple[Phase, ...]) -> None:
    assert GAME.in_round(table(stage=stage), BLUE) == phases


def test_who_has_passed_plans_for_the_next_phase_alone() -> None:
    state = table(stage="placement", turn="green", blue="1 worker; passed")

    assert GAME.ahead(state, BLUE) == (TRANSPORT,)
    assert GAME.ahead(state, GREEN) == (PLACEMENT, TRANSPORT)


@pytest.mark.parametrize(
    ("action", "phases"),
    [
        (Pass(), {PLACEMENT, TRANSPORT}),
        (Pass((2,)), {TRANSPORT}),  # G14
        (Tablet(), {PLACEMENT}),
        (Take(1), {AUCTION}),
        (Decline(), {AUCTION}),
        (Bid(), set()),
    ],
)
def test_an_action_suits_the_phases_in_which_it_might_come(action: Any, phases: set[Phase]) -> None:
    state = table(stage="picking", turn="blue")

    assert {p for p in GAME.ahead(state, BLUE) if GAME.suits(state, BLUE, action, p)} == phases


def test_a_turn_to_come_is_imagined_at_the_table_as_it_is() -> None:
    state = table(stage="placement", turn="green", green="1 worker; passed")
    supposed = GAME.supposing(state, BLUE, TRANSPORT)

    assert supposed is not None
    assert (supposed.stage, supposed.turn) == ("transport", BLUE)
    assert not any(clan.passed for clan in supposed.clans)
    assert supposed.crews == state.crews


def test_the_next_turn_of_the_present_phase_is_imagined_with_those_passed_who_have() -> None:
    state = table(stage="placement", turn="green", red="1 worker; passed")
    supposed = GAME.supposing(state, BLUE, PLACEMENT)

    assert supposed is not None
    assert (supposed.stage, supposed.turn) == ("placement", BLUE)
    assert [clan.passed for clan in supposed.clans] == [False, False, True]


def test_what_others_will_pick_is_not_imagined() -> None:
    state = table(stage="picking", turn="green")

    assert GAME.supposing(state, BLUE, AUCTION) is None
    assert GAME.supposing(state, GREEN, AUCTION) == state
    assert GAME.supposing(state, BLUE, Phase("placement", 1)) is None


@pytest.mark.parametrize(
    ("crew", "points"),
    [("2 blue workers", 0), ("blue worker, red worker", 1), ("2 red workers", 2)],
)
def test_what_a_move_means_is_whose_item_it_is_and_the_points_it_gives(
    crew: str, points: int
) -> None:
    """G9: each unit of strength drawn from another's figure is a point for its owner."""
    state = table(turn="blue", items="moai 2 at D5 marked blue", crews=f"C6: {crew}")
    move = GAME.parse(state, BLUE, "moai 2 from D5 to C6")

    assert GAME.stake(state, BLUE, move) == Stake(("own", "marked"), points)


def test_an_item_that_an_earlier_round_left_is_told_from_ones_own() -> None:
    state = table(turn="blue", items="moai 2 at D5", crews="C6: 2 blue workers")
    move = GAME.parse(state, BLUE, "moai 2 from D5 to C6, mark")

    assert GAME.stake(state, BLUE, move).same == ("abandoned", "unmarked")


def test_what_cutting_a_forest_means_is_how_many_logs_it_brings() -> None:
    """G6: what is left."""
    island = GAME.islands["rapa-nui"]
    forest, logs = next((hex_, logs) for hex_, logs in island.forests.items() if logs > 1)
    state = table(stage="placement", turn="blue")
    words = f"sorcerer {island.label(forest)}, use forest"
    cut = GAME.parse(state, BLUE, words)
    scarce = table(stage="placement", turn="blue", logs=1)

    assert GAME.stake(state, BLUE, cut).same == (f"logs {logs}",)
    assert GAME.stake(scarce, BLUE, cut).same == ("logs 1",)
    assert GAME.stake(state, BLUE, Tablet()) == Stake()


# --- but one choice


def test_who_can_do_nothing_whatever_is_behind_its_screen_has_but_a_pass() -> None:
    """A marked moai far from everyone: markers and bases would change nothing."""
    state = table(turn="blue", items="moai 2 at D5 marked blue")

    assert GAME.forced(state, BLUE) == Pass()
    assert list(GAME.choices(state, BLUE)) == [Pass()]


def test_a_pass_that_would_tell_of_a_missing_marker_is_left_to_its_seat() -> None:
    """Blue holds no marker to claim the moai with, and nobody else knows."""
    state = table(turn="blue", blue="1 worker", items="moai 2 at D5")

    assert list(GAME.choices(state, BLUE)) == [Pass()]
    assert GAME.forced(state, BLUE) is None


def test_no_other_phase_has_but_one_choice() -> None:
    assert GAME.forced(table(stage="placement", turn="blue"), BLUE) is None


@pytest.mark.parametrize("stage", ["placement", "transport", "picking", "bidding"])
def test_passing_is_for_placement_and_transport(stage: Stage) -> None:
    open_ = stage in ("placement", "transport")

    assert GAME.passing(table(stage=stage, turn="blue"), BLUE) == (Pass() if open_ else None)


# --- preferences


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("ask", None),
        ("keep", Recall()),
        ("take_back", Recall((Which(2, at("D5")), Which(3, at("C6"))))),
    ],
)
def test_markers_are_kept_or_taken_back_unasked(answer: str, action: Recall | None) -> None:
    """G20."""
    items = "moai 2 at D5 marked blue; moai 3 at C6 marked blue; moai 1 at C6 marked red"
    state = table(stage="recall", items=items)
    found = GAME.preferred(state, BLUE, ASKED | {"recall": answer})

    assert set(getattr(found, "items", "asked")) == set(getattr(action, "items", "asked"))


@pytest.mark.parametrize(
    ("passes", "parts"),
    [
        (True, {"stage": "placement", "blue": "1 marker"}),
        (False, {"stage": "placement", "blue": "1 worker, 1 marker"}),
        (True, {"blue": "1 marker", "items": "moai 2 at D5"}),
        (True, {"blue": "1 worker", "items": "moai 2 at D5 marked blue"}),
        (False, {"items": "moai 2 of blue"}),
        (False, {"stage": "picking"}),
    ],
    ids=["no figure", "a figure", "only others' leavings", "nothing to do", "an item", "a pick"],
)
def test_who_wants_to_passes_once_its_own_things_are_done(
    passes: bool,  # noqa: FBT001  # pytest's
    parts: dict[str, Any],
) -> None:
    state = table(**{"turn": "blue"} | parts)

    assert GAME.preferred(state, BLUE, ASKED | {"idle": True}) == (Pass() if passes else None)
    assert GAME.preferred(state, BLUE, ASKED) is None
