"""Standing preferences: what a seat says once, and does unasked from then on."""

from collections.abc import Mapping
from typing import Final

from engine.game import Option, Seat, Value
from engine.giants.actions import Pass, Recall
from engine.giants.board import Island
from engine.giants.choices import RecallChoices
from engine.giants.handling import MoveChoices
from engine.giants.planning import only_pass
from engine.giants.state import State
from engine.words import N_

PREFERENCES: Final = (
    # Two answers beside the question: that it is in at once must not tell which it is.
    Option(
        "recall",
        "choice",
        "ask",
        N_("At a round's end: ask, always keep markers, or always take them back."),
        choices=("ask", "keep", "take_back"),
    ),
    Option(
        "idle",
        "flag",
        default=False,
        summary=N_("Pass without asking once no figure is left to place, and nothing to haul."),
    ),
)


def preferred(
    island: Island, state: State, seat: Seat, wanted: Mapping[str, Value]
) -> Recall | Pass | None:
    if state.stage == "recall":
        return _recalled(state, seat, str(wanted["recall"]))
    idle = wanted["idle"] and _idle(island, state, seat)
    return Pass() if idle else None


def _recalled(state: State, seat: Seat, answer: str) -> Recall | None:
    if answer == "ask":
        return None
    return Recall() if answer == "keep" else Recall(RecallChoices(state, seat).facts().items)


def _idle(island: Island, state: State, seat: Seat) -> bool:
    """Its own things are done with: what an earlier round left to anyone does not count."""
    if state.stage == "placement":
        return not state.clans[seat].figures
    if state.stage != "transport":
        return False
    own = any(item.holder == seat for item in state.items)
    return not own or only_pass(MoveChoices(island, state, seat)) is not None
