"""What the game says happened; no event holds what is hidden from anyone."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.game import Seat
from engine.rapanui.cards import Card, Good


@dataclass(frozen=True, slots=True)
class Began:
    kind: ClassVar[str] = "began"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Bought:
    kind: ClassVar[str] = "bought"
    seat: Seat
    good: Good
    cost: int


@dataclass(frozen=True, slots=True)
class Played:
    kind: ClassVar[str] = "played"
    seat: Seat
    card: Card
    count: int
    cost: int


@dataclass(frozen=True, slots=True)
class Discarded:
    kind: ClassVar[str] = "discarded"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Spared:
    """A seat without sacrifice cards lays none (R2)."""

    kind: ClassVar[str] = "spared"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Sacrificed:
    kind: ClassVar[str] = "sacrificed"
    seat: Seat
    good: Good


@dataclass(frozen=True, slots=True)
class Laid:
    """A face-down card; which one is in no event before the end."""

    kind: ClassVar[str] = "laid"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Added:
    kind: ClassVar[str] = "added"
    seat: Seat
    good: Good


@dataclass(frozen=True, slots=True)
class Drew:
    kind: ClassVar[str] = "drew"
    seat: Seat
    card: Card
    column: int


@dataclass(frozen=True, slots=True)
class Refilled:
    """An emptied column dealt anew, its front card last."""

    kind: ClassVar[str] = "refilled"
    column: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Valued:
    kind: ClassVar[str] = "valued"
    card: Card


@dataclass(frozen=True, slots=True)
class GainedWood:
    kind: ClassVar[str] = "gained_wood"
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class GainedPoints:
    kind: ClassVar[str] = "gained_points"
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Took:
    kind: ClassVar[str] = "took"
    seat: Seat
    good: Good
    count: int


@dataclass(frozen=True, slots=True)
class Ended:
    kind: ClassVar[str] = "ended"


@dataclass(frozen=True, slots=True)
class Opened:
    """What a seat had laid face down, told when the match is over."""

    kind: ClassVar[str] = "opened"
    seat: Seat
    goods: tuple[Good, ...]


Event: TypeAlias = (
    Began
    | Bought
    | Played
    | Discarded
    | Spared
    | Sacrificed
    | Laid
    | Added
    | Drew
    | Refilled
    | Valued
    | GainedWood
    | GainedPoints
    | Took
    | Ended
    | Opened
)
