"""What a table agreed on, in words: each option's label, and its value."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.game import Option, Value
from engine.words import N_, Tongue

LABELS: Final = {
    "island": N_("Island"),
    "quick": N_("Quick start"),
    "visible_score": N_("Visible score"),
    "leftover_moai": N_("Moai that nobody takes"),
    "auto_pick": N_("Pick for me"),
    "open_bases": N_("Open bases"),
    "max_rounds": N_("Most rounds"),
}
CHOICES: Final = {
    "rapa-nui": N_("Rapa Nui, the large island"),
    "motu-nui": N_("Motu Nui, the small island"),
    "remove": N_("They leave the game"),
    "return": N_("They return to the box"),
}
YES, NO = N_("yes"), N_("no")


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
