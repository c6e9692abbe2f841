"""The state of a match: every card, the wood, the points, and whose step it is.

State and tribe have no slots, so that `engine.changing` can change them fast.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.chance import Luck
from engine.changing import replace
from engine.game import Seat
from engine.rapanui.cards import Card, Counts


class Stage(StrEnum):
    """Which step of a turn comes next (R4)."""

    PLAY = "play"  # perhaps buy, then play
    SACRIFICE = "sacrifice"  # the others, in turn
    LAY = "lay"  # the active player, face down
    DRAW = "draw"
    CLAIM = "claim"  # wood or points, sealed
    SUBSTITUTE = "substitute"  # for cards that the valued stack lacks
    OVER = "over"


@dataclass(frozen=True)
class Tribe:
    """What one seat has; its hand, its goods and what it laid are hidden from the others."""

    wood: int
    points: int
    village: Counts
    hand: Counts
    goods: Counts  # sacrifice cards held
    laid: Counts  # sacrifice cards face down on the stone


@dataclass(frozen=True)
class State:
    """A whole match at one moment."""

    luck: Luck
    turn: int  # the active player's, counted from 1
    active: Seat
    stage: Stage
    asked: tuple[Seat, ...]  # who must act: one after the other, or all together when sealed
    bought: bool
    valued: Card | None  # the card whose kind is being valued
    due: int  # sacrifice cards that the first seat asked may still take
    tribes: tuple[Tribe, ...]
    columns: tuple[tuple[Card, ...], ...]  # the last card of each is in front
    deck: tuple[Card, ...]  # dealt from the start
    stacks: Counts
    stone: Counts  # the open cards
    discarded: int  # moai


def changed(state: State, seat: Seat, tribe: Tribe, **parts: Any) -> State:
    """The state with another tribe at a seat, and perhaps other parts."""
    tribes = (*state.tribes[:seat], tribe, *state.tribes[seat + 1 :])
    return replace(state, tribes=tribes, **parts)


def clockwise(state: State) -> tuple[Seat, ...]:
    """The seats from the active player's on."""
    return (*range(state.active, len(state.tribes)), *range(state.active))
