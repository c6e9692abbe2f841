"""What a seat can submit."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from engine.codec import Span, hidden
from engine.game import Seat
from engine.giants.state import Figure, ItemSize, MoaiSize, Plan
from engine.hexes import Hex

Count: TypeAlias = Annotated[int, Span(0, 99)]
Power: TypeAlias = Literal["village", "hut", "forest", "ahu", "headdress-quarry"]
Ending: TypeAlias = Literal["erect", "top", "mark"]


@dataclass(frozen=True, slots=True)
class Which:
    """Names an item by what can be seen of it; what is left out may be anything.

    `at` is null for an item in front of one's own screen.
    """

    size: ItemSize
    at: Hex | None = None
    marked: bool | None = None
    trail: tuple[Hex, ...] | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """Units of strength drawn from one seat's figures."""

    seat: Seat
    units: Count


@dataclass(frozen=True, slots=True)
class Help:
    """Who carries an item into a hex: figures by seat, and logs."""

    at: Hex
    figures: tuple[Share, ...]
    logs: Count = 0


@dataclass(frozen=True, slots=True)
class Bid:
    """Sealed: markers for the order of choice, figures as sculptors, and perhaps a plan (G5)."""

    kind: ClassVar[str] = "bid"
    markers: Count = 0
    workers: Count = 0
    sorcerer: bool = False
    chief: bool = False
    plan: Plan | None = hidden(default=None)


@dataclass(frozen=True, slots=True)
class Take:
    """Take a moai of this size from the quarry."""

    kind: ClassVar[str] = "take"
    size: MoaiSize


@dataclass(frozen=True, slots=True)
class Decline:
    """Choose no more in this auction (G3)."""

    kind: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Place:
    """Put a figure on a hex, perhaps with logs, perhaps using a power there."""

    kind: ClassVar[str] = "place"
    figure: Figure
    at: Hex
    logs: Count = 0
    power: Power | None = None
    ahu: str | None = None  # which one to reserve


@dataclass(frozen=True, slots=True)
class Tablet:
    """Put a marker in front of the screen and take a half-tablet."""

    kind: ClassVar[str] = "tablet"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do no more in this phase; in transport, perhaps mark what lies in front (G14)."""

    kind: ClassVar[str] = "pass"
    mark: tuple[ItemSize, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Handle one item: move it over zero or more hexes, then perhaps erect, top or mark it."""

    kind: ClassVar[str] = "move"
    item: Which
    path: tuple[Hex, ...] = ()
    ending: Ending | None = None
    ahu: str | None = None
    helpers: tuple[Help, ...] = ()  # for some of the path's hexes; the others follow G9


@dataclass(frozen=True, slots=True)
class Recall:
    """Sealed: the items to take one's markers back from (G20)."""

    kind: ClassVar[str] = "recall"
    items: tuple[Which, ...] = ()


@dataclass(frozen=True, slots=True)
class Peek:
    """Give a half-tablet back and look at the base under a moai (G22)."""

    kind: ClassVar[str] = "peek"
    ahu: str


Action: TypeAlias = Bid | Take | Decline | Place | Tablet | Pass | Move | Recall | Peek
