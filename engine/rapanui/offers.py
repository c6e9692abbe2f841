"""A seat's choices as facts, factored, for those who ask by JSON."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.rapanui.actions import Gain
from engine.rapanui.cards import Card, Good


@dataclass(frozen=True, slots=True)
class Price:
    good: Good
    cost: int


@dataclass(frozen=True, slots=True)
class Playable:
    card: Card
    count: int
    cost: int


@dataclass(frozen=True, slots=True)
class TurnOffer:
    """Buy at most one good, then play; together they cost no more than the wood.

    Three moai are named by `discard`: one may be discarded when the wood left does not do.
    """

    kind: ClassVar[str] = "turn"
    wood: int
    buys: tuple[Price, ...]
    plays: tuple[Playable, ...]
    discard: bool


@dataclass(frozen=True, slots=True)
class SacrificeOffer:
    kind: ClassVar[str] = "sacrifice"
    goods: tuple[Good, ...]


@dataclass(frozen=True, slots=True)
class LayOffer:
    """One of these face down if there are any, and one of those added if there are any."""

    kind: ClassVar[str] = "lay"
    goods: tuple[Good, ...]
    adds: tuple[Good, ...]


@dataclass(frozen=True, slots=True)
class DrawOffer:
    kind: ClassVar[str] = "draw"
    columns: tuple[int, ...]
    due: int


@dataclass(frozen=True, slots=True)
class ClaimOffer:
    kind: ClassVar[str] = "claim"
    gains: tuple[Gain, ...]
    count: int


@dataclass(frozen=True, slots=True)
class TakeOffer:
    kind: ClassVar[str] = "take"
    goods: tuple[Good, ...]
    due: int


@dataclass(frozen=True, slots=True)
class NoOffer:
    """For a seat that is not awaited."""

    kind: ClassVar[str] = "none"


Offer: TypeAlias = (
    TurnOffer | SacrificeOffer | LayOffer | DrawOffer | ClaimOffer | TakeOffer | NoOffer
)
