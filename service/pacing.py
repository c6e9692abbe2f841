"""The pace of a match: how long things may take, when time runs, and what absence leads to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.words import N_
from service.calendars import WHOLE_DAY, Window
from service.players import wrong
from service.refusals import Refusal, Saying, say

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ABSENCES = ("wait", "default", "bot")
HOURS_A_DAY = 24
LONGEST_PACE = HOURS_A_DAY * 30
LEAST_WINDOW = 4  # hours
MOST_FREE = 5  # days of a week
MOST_PATIENCE = 20
MOST_DAYS = 60  # that one turn can take, free days and closed hours among them


NO_FREE_DAYS: tuple[str, ...] = ()
PATIENCE = 3
ABSENCE = "wait"


@dataclass(frozen=True)
class Pace:
    """What was agreed on time; old matches agreed on hours alone."""

    turn_hours: int
    sealed_hours: int
    free_days: tuple[str, ...] = NO_FREE_DAYS
    window: Window = WHOLE_DAY
    patience: int = PATIENCE  # deadlines missed until a bot takes over; 0: it never does
    absence: str = ABSENCE


def read(kept: Mapping[str, Any]) -> Pace:
    """A match's pace as its row keeps it; what the row does not say is as it was before."""
    window = kept.get("window", {})
    return Pace(
        kept["turn_hours"],
        kept["sealed_hours"],
        tuple(kept.get("free_days", NO_FREE_DAYS)),
        Window(window.get("from", WHOLE_DAY.start), window.get("to", WHOLE_DAY.end)),
        kept.get("patience", PATIENCE),
        kept.get("absence", ABSENCE),
    )


def written(pace: Pace) -> dict[str, Any]:
    """The same as a row keeps it, and as the API tells it."""
    return {
        "turn_hours": pace.turn_hours,
        "sealed_hours": pace.sealed_hours,
        "free_days": list(pace.free_days),
        "window": {"from": pace.window.start, "to": pace.window.end},
        "patience": pace.patience,
        "absence": pace.absence,
    }


def whole(kept: Mapping[str, Any]) -> dict[str, Any]:
    """What a row keeps, with what it does not say."""
    return written(read(kept))


def in_order(days: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(day for day in WEEKDAYS if day in days)


# --- what a pace must be


def demand_playable(pace: Pace) -> Pace:
    """Refuse a pace by which time would hardly ever run."""
    if len(set(pace.free_days)) > MOST_FREE:
        wrong(
            "pace.free_days",
            "too_many_free_days",
            say(N_("At most {most} days of the week can be free."), most=MOST_FREE),
        )
    if pace.window.end - pace.window.start < LEAST_WINDOW:
        wrong(
            "pace.window",
            "narrow_window",
            say(N_("Time should run for at least {least} hours of the day."), least=LEAST_WINDOW),
        )
    if _longest_days(pace) > MOST_DAYS:
        wrong(
            "pace",
            "too_slow",
            say(
                N_("With these free days and hours a turn could take more than {most} days."),
                most=MOST_DAYS,
            ),
        )
    return pace


def _longest_days(pace: Pace) -> float:
    hours_a_week = (pace.window.end - pace.window.start) * (7 - len(set(pace.free_days)))
    return max(pace.turn_hours, pace.sealed_hours) * 7 / hours_a_week


def demand_no_faster(old: Pace, new: Pace) -> None:
    """Nobody may be hurried by a change: what somebody has agreed to only becomes more patient."""
    for name in ("turn_hours", "sealed_hours"):
        demand_no_less(name, getattr(old, name), getattr(new, name))
    if not set(old.free_days) <= set(new.free_days):
        saying = N_("The pace has been agreed: free days can only be added.")
        raise _faster(saying, least=list(old.free_days))
    if new.window.start < old.window.start or new.window.end > old.window.end:
        saying = N_("The pace has been agreed: the hours of the day can only become fewer.")
        raise _faster(saying, most=written(old)["window"])
    if not _as_patient(old, new):
        saying = N_(
            "The pace has been agreed: what happens to who is late or away can only become milder."
        )
        raise _faster(saying)


def demand_no_less(name: str, least: int, wanted: int) -> None:
    if wanted < least:
        only_grow = N_("The pace has been agreed: {name} can only grow.")
        raise _faster(say(only_grow, name=name), least=least)


def _as_patient(old: Pace, new: Pace) -> bool:
    missed = new.patience == 0 or 0 < old.patience <= new.patience
    return missed and new.absence in (old.absence, "wait")


def _faster(saying: str | Saying, **facts: object) -> Refusal:
    return Refusal("conflict", saying, reason="faster", **facts)
