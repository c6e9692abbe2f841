"""What a seat may do: one class for each step of a turn (R4)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar, TypeAlias

from engine.codec import Span, hidden
from engine.rapanui.cards import COLUMNS, GATHERERS, Card, Good


class Gain(StrEnum):
    """What a moai may bring at its valuation."""

    WOOD = "wood"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Buy:
    """Take a sacrifice card for wood, and play later."""

    kind: ClassVar[str] = "buy"
    good: Good


@dataclass(frozen=True, slots=True)
class Play:
    """Play to the village, after buying if a good is named."""

    kind: ClassVar[str] = "play"
    card: Card
    count: Annotated[int, Span(1, GATHERERS)] = 1
    buy: Good | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one of three moai out of the game, after buying if a good is named."""

    kind: ClassVar[str] = "discard"
    buy: Good | None = None


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """Lay a sacrifice card open on the stone."""

    kind: ClassVar[str] = "sacrifice"
    good: Good


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a sacrifice card face down on the stone, and add an open one from a stack.

    One without cards lays none; with no stack left none is added (R2).
    """

    kind: ClassVar[str] = "lay"
    good: Good | None = hidden(default=None)
    add: Good | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the front card of a column; the leftmost is 1."""

    kind: ClassVar[str] = "draw"
    column: Annotated[int, Span(1, COLUMNS)]


@dataclass(frozen=True, slots=True)
class Claim:
    """Say what one's moai bring."""

    kind: ClassVar[str] = "claim"
    gain: Gain


@dataclass(frozen=True, slots=True)
class Take:
    """Take a sacrifice card in place of one that its stack lacks."""

    kind: ClassVar[str] = "take"
    good: Good


Action: TypeAlias = Buy | Play | Discard | Sacrifice | Lay | Draw | Claim | Take
