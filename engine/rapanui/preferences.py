"""Standing preferences: what a seat says once, and does unasked from then on."""

from collections.abc import Mapping
from typing import Final

from engine.game import Option, Value
from engine.rapanui.actions import Claim, Gain
from engine.rapanui.state import Stage, State
from engine.words import N_

PREFERENCES: Final = (
    Option(
        "moai",
        "choice",
        "ask",
        N_("When moai are valued: ask, always take points, or always take wood."),
        choices=("ask", "points", "wood"),
    ),
)


def preferred(state: State, wanted: Mapping[str, Value]) -> Claim | None:
    answer = str(wanted["moai"])
    if state.stage is not Stage.CLAIM or answer == "ask":
        return None
    return Claim(Gain(answer))
