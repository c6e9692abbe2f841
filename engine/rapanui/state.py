"""The state of a match: every card, the wood, the points, and whose step it is."""

from dataclasses import dataclass
from enum import StrEnum

from engine.chance import Luck
from engine.game import Seat
from engine.rapanui.cards import Card, Counts, plus


class Stage(StrEnum):
    """Which step of a turn comes next (R4)."""

    PLAY = "play"  # perhaps buy, then play
    SACRIFICE = "sacrifice"  # the others, in turn
    LAY = "lay"  # the active player, face down
    DRAW = "draw"
    CLAIM = "claim"  # wood or points, sealed
    SUBSTITUTE = "substitute"  # for cards that the valued stack lacks
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Tribe:
    """What one seat has; its hand, its goods and what it laid are hidden from the others."""

    wood: int
    points: int
    village: Counts
    hand: Counts
    goods: Counts  # sacrifice cards held
    laid: Counts  # sacrifice cards face down on the stone

    def with_wood(self, more: int) -> "Tribe":
        wood = self.wood + more
        return Tribe(wood, self.points, self.village, self.hand, self.goods, self.laid)

    def with_points(self, more: int) -> "Tribe":
        points = self.points + more
        return Tribe(self.wood, points, self.village, self.hand, self.goods, self.laid)

    def with_card(self, place: int, more: int = 1) -> "Tribe":
        hand = plus(self.hand, place, more)
        return Tribe(self.wood, self.points, self.village, hand, self.goods, self.laid)

    def with_good(self, place: int, more: int = 1) -> "Tribe":
        goods = plus(self.goods, place, more)
        return Tribe(self.wood, self.points, self.village, self.hand, goods, self.laid)

    def having_played(self, place: int, count: int, cost: int) -> "Tribe":
        village, hand = plus(self.village, place, count), plus(self.hand, place, -count)
        return Tribe(self.wood - cost, self.points, village, hand, self.goods, self.laid)

    def having_laid(self, place: int) -> "Tribe":
        goods, laid = plus(self.goods, place, -1), plus(self.laid, place)
        return Tribe(self.wood, self.points, self.village, self.hand, goods, laid)


@dataclass(frozen=True, slots=True)
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


def with_tribe(state: State, seat: Seat, tribe: Tribe) -> tuple[Tribe, ...]:
    """The tribes with another one at a seat."""
    return (*state.tribes[:seat], tribe, *state.tribes[seat + 1 :])


def changed(
    state: State,
    seat: Seat,
    tribe: Tribe,
    *,
    stage: Stage | None = None,
    columns: tuple[tuple[Card, ...], ...] | None = None,
    deck: tuple[Card, ...] | None = None,
) -> State:
    """The state with another tribe at a seat, and perhaps other parts.

    Most actions end here, so all parts are written out: `replace` takes twice as long.
    """
    return State(
        state.luck,
        state.turn,
        state.active,
        state.stage if stage is None else stage,
        state.asked,
        state.bought,
        state.valued,
        state.due,
        with_tribe(state, seat, tribe),
        state.columns if columns is None else columns,
        state.deck if deck is None else deck,
        state.stacks,
        state.stone,
        state.discarded,
    )


def clockwise(state: State) -> tuple[Seat, ...]:
    """The seats from the active player's on."""
    return (*range(state.active, len(state.tribes)), *range(state.active))
