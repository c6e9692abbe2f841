"""What a table agreed on, in words: each option's label and its value, and when time runs."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.game import Option, Value
from engine.words import N_, Tongue
from service.calendars import WHOLE_DAY
from service.pacing import Pace

LABELS: Final = {
    "island": N_("Island"),
    "quick": N_("Quick start"),
    "visible_score": N_("Visible score"),
    "leftover_moai": N_("Moai that nobody takes"),
    "auto_pick": N_("Pick for me"),
    "open_bases": N_("Open bases"),
    "max_rounds": N_("Most rounds"),
    "recall": N_("Markers at a round's end"),
    "idle": N_("Pass when nothing is left to do"),
    "moai": N_("What moai bring"),
}
CHOICES: Final = {
    "rapa-nui": N_("Rapa Nui, the large island"),
    "motu-nui": N_("Motu Nui, the small island"),
    "remove": N_("They leave the game"),
    "return": N_("They return to the box"),
    "ask": N_("Ask me"),
    "keep": N_("Always keep them"),
    "take_back": N_("Always take them back"),
    "points": N_("Always points"),
    "wood": N_("Always wood"),
}
YES, NO = N_("yes"), N_("no")
WEEKDAYS: Final = {
    "monday": N_("Monday"),
    "tuesday": N_("Tuesday"),
    "wednesday": N_("Wednesday"),
    "thursday": N_("Thursday"),
    "friday": N_("Friday"),
    "saturday": N_("Saturday"),
    "sunday": N_("Sunday"),
}
ABSENCES: Final = {
    "wait": N_("the table waits"),
    "default": N_("the rules act in their place"),
    "bot": N_("a bot plays for them"),
}


def said(
    options: Iterable[Option], agreed: Mapping[str, Value], tongue: Tongue
) -> list[tuple[str, str]]:
    """These options of a game, each with the value that was agreed on."""
    return [
        (tongue.say(LABELS[one.name]), value(one, agreed.get(one.name, one.default), tongue))
        for one in options
    ]


def value(option: Option, chosen: Value, tongue: Tongue) -> str:
    if option.kind == "flag":
        return tongue.say(YES if chosen else NO)
    return tongue.say(CHOICES[str(chosen)]) if option.kind == "choice" else str(chosen)


def pace(agreed: Pace, tongue: Tongue) -> list[tuple[str, str]]:
    """When time runs, and what absence leads to; of what is as usual only the last two."""
    said = [
        (tongue.say(N_("A deadline is missed")), patience(agreed.patience, tongue)),
        (tongue.say(N_("Somebody is away")), tongue.say(ABSENCES[agreed.absence])),
    ]
    if agreed.window != WHOLE_DAY:
        said.insert(0, (tongue.say(N_("Time runs")), window(agreed, tongue)))
    if agreed.free_days:
        days = ", ".join(tongue.say(WEEKDAYS[day]) for day in agreed.free_days)
        said.insert(0, (tongue.say(N_("Free days")), days))
    return said


def window(agreed: Pace, tongue: Tongue) -> str:
    hours = agreed.window
    return tongue.say(N_("from {start}:00 to {end}:00, where each player lives")).format(
        start=hours.start, end=hours.end
    )


def patience(missed: int, tongue: Tongue) -> str:
    """What is done at a deadline."""
    if missed == 0:
        return tongue.say(N_("the rules act, however often"))
    said = tongue.count(
        N_("the rules act, and a bot takes over at once"),
        N_("the rules act; after {count} in a row a bot takes over"),
        missed,
    )
    return said.format(count=missed)
