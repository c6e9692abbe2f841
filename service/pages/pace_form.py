"""The fields of a pace beyond its hours: free days, hours of the day, patience, absence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.words import N_
from service import agreed, languages, pacing
from service.calendars import Window
from service.pacing import Pace
from service.pages.filling import Filled

STARTS: Final = tuple(range(13))
ENDS: Final = tuple(range(12, 25))
PATIENCES: Final = (1, 2, 3, 5, 10)
NEVER: Final = N_("Never: the rules act, however often")


@dataclass(frozen=True)
class Offered:
    """What can be chosen, each value with its words; what is agreed is always among it."""

    days: list[tuple[str, str]]
    starts: list[tuple[int, str]]
    ends: list[tuple[int, str]]
    patiences: list[tuple[int, str]]
    absences: list[tuple[str, str]]


def offered(present: Pace) -> Offered:
    tongue = languages.present_tongue()
    patiences = sorted({*PATIENCES, present.patience} - {0})
    return Offered(
        days=[(day, tongue.say(words)) for day, words in agreed.WEEKDAYS.items()],
        starts=_hours({*STARTS, present.window.start}),
        ends=_hours({*ENDS, present.window.end}),
        patiences=[(one, _missed(one)) for one in patiences] + [(0, tongue.say(NEVER))],
        absences=[(one, _capital(tongue.say(agreed.ABSENCES[one]))) for one in pacing.ABSENCES],
    )


def _hours(hours: set[int]) -> list[tuple[int, str]]:
    return [(hour, f"{hour}:00") for hour in sorted(hours)]


def _missed(count: int) -> str:
    said = languages.present_tongue().count(
        N_("After the first missed deadline"), N_("After {count} missed deadlines in a row"), count
    )
    return said.format(count=count)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def written(pace: Pace, where: str = "") -> dict[str, str]:
    """A pace as the form has it."""
    values = {f"{where}free.{day}": "yes" for day in pace.free_days}
    return values | {
        f"{where}from": str(pace.window.start),
        f"{where}to": str(pace.window.end),
        f"{where}patience": str(pace.patience),
        f"{where}absence": pace.absence,
    }


def read(filled: Filled, where: str = "") -> Mapping[str, Any]:
    """What the form says, by the names of a pace; a form without these fields says the usual."""
    if not filled.value(f"{where}absence"):
        return {}
    return {
        "free_days": tuple(day for day in pacing.WEEKDAYS if filled.ticked(f"{where}free.{day}")),
        "window": Window(
            filled.number(f"{where}from", 0, 23, 0), filled.number(f"{where}to", 1, 24, 24)
        ),
        "patience": filled.number(f"{where}patience", 0, pacing.MOST_PATIENCE, pacing.PATIENCE),
        "absence": filled.one_of(f"{where}absence", pacing.ABSENCES, pacing.ABSENCE),
    }
