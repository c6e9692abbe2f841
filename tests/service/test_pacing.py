"""The pace of a match: what it must be, and that a running match only becomes more patient."""

from dataclasses import replace
from typing import Any

import pytest

from service import pacing
from service.calendars import Window
from service.pacing import Pace
from service.refusals import Refusal

PACE = Pace(48, 24, ("sunday",), Window(8, 22), 3, "bot")


def refused(old: Pace, new: Pace) -> dict[str, Any]:
    with pytest.raises(Refusal) as caught:
        pacing.demand_no_faster(old, new)
    return dict(caught.value.facts)


def test_what_a_row_keeps_is_what_was_agreed() -> None:
    assert pacing.read(pacing.written(PACE)) == PACE


def test_an_old_row_knows_hours_alone() -> None:
    assert pacing.whole({"turn_hours": 48, "sealed_hours": 24}) == {
        "turn_hours": 48,
        "sealed_hours": 24,
        "free_days": [],
        "window": {"from": 0, "to": 24},
        "patience": 3,
        "absence": "wait",
    }


@pytest.mark.parametrize(
    "change",
    [
        {"turn_hours": 49},
        {"free_days": ("saturday", "sunday")},
        {"window": Window(9, 21)},
        {"patience": 4},
        {"patience": 0},
        {"absence": "wait"},
    ],
)
def test_a_running_match_becomes_more_patient(change: dict[str, Any]) -> None:
    pacing.demand_no_faster(PACE, replace(PACE, **change))


@pytest.mark.parametrize(
    ("change", "facts"),
    [
        ({"turn_hours": 47}, {"least": 48}),
        ({"sealed_hours": 23}, {"least": 24}),
        ({"free_days": ("saturday",)}, {"least": ["sunday"]}),
        ({"window": Window(7, 22)}, {"most": {"from": 8, "to": 22}}),
        ({"window": Window(8, 23)}, {"most": {"from": 8, "to": 22}}),
        ({"patience": 2}, {}),
        ({"absence": "default"}, {}),
    ],
)
def test_nobody_is_hurried_once_the_match_runs(
    change: dict[str, Any], facts: dict[str, Any]
) -> None:
    assert refused(PACE, replace(PACE, **change)) == {"reason": "faster"} | facts


def test_a_table_that_never_calls_a_bot_does_not_begin_to() -> None:
    assert refused(replace(PACE, patience=0), replace(PACE, patience=20)) == {"reason": "faster"}


@pytest.mark.parametrize(
    ("pace", "reason"),
    [
        (Pace(24, 24, pacing.WEEKDAYS[:6]), "too_many_free_days"),
        (Pace(24, 24, (), Window(8, 11)), "narrow_window"),
        (Pace(24, 24, (), Window(22, 8)), "narrow_window"),
        # Four hours on each of two days a week: 480 hours take sixty weeks.
        (Pace(480, 24, pacing.WEEKDAYS[:5], Window(8, 12)), "too_slow"),
    ],
)
def test_a_pace_by_which_time_hardly_runs_is_refused(pace: Pace, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        pacing.demand_playable(pace)

    assert caught.value.facts["reason"] == reason
