"""What the game says has happened."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.game import Seat
from engine.giants.actions import Share
from engine.giants.state import Figure, Reason
from engine.hexes import Hex


@dataclass(frozen=True, slots=True)
class Dealt:
    kind: ClassVar[str] = "dealt"
    first: Seat


@dataclass(frozen=True, slots=True)
class Rolled:
    kind: ClassVar[str] = "rolled"
    round: int
    dice: tuple[int, ...]
    quarry: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidOpened:
    kind: ClassVar[str] = "bid_opened"
    seat: Seat
    markers: int
    sculptors: int


@dataclass(frozen=True, slots=True)
class Took:
    kind: ClassVar[str] = "took"
    seat: Seat
    size: int


@dataclass(frozen=True, slots=True)
class Declined:
    kind: ClassVar[str] = "declined"
    seat: Seat


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Moai nobody took: they leave the game, or go back into the box (G2)."""

    kind: ClassVar[str] = "left_over"
    sizes: tuple[int, ...]
    returned: bool


@dataclass(frozen=True, slots=True)
class Placed:
    kind: ClassVar[str] = "placed"
    seat: Seat
    figure: Figure
    at: Hex
    logs: int


@dataclass(frozen=True, slots=True)
class BrokeTablet:
    kind: ClassVar[str] = "broke_tablet"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Recruited:
    kind: ClassVar[str] = "recruited"
    seat: Seat


@dataclass(frozen=True, slots=True)
class GotMarker:
    kind: ClassVar[str] = "got_marker"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Cut:
    kind: ClassVar[str] = "cut"
    seat: Seat
    at: Hex
    logs: int


@dataclass(frozen=True, slots=True)
class Reserved:
    kind: ClassVar[str] = "reserved"
    seat: Seat
    ahu: str


@dataclass(frozen=True, slots=True)
class Carved:
    kind: ClassVar[str] = "carved"
    seat: Seat


@dataclass(frozen=True, slots=True)
class TookTablet:
    kind: ClassVar[str] = "took_tablet"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed:
    kind: ClassVar[str] = "passed"
    seat: Seat
    alone: bool  # by itself: nothing was left to do


@dataclass(frozen=True, slots=True)
class Moved:
    kind: ClassVar[str] = "moved"
    seat: Seat | None  # left out with the erecting that it led to (G18)
    size: int
    start: Hex
    path: tuple[Hex, ...]
    helped: tuple[Share, ...]  # points given, by seat


@dataclass(frozen=True, slots=True)
class Erected:
    kind: ClassVar[str] = "erected"
    seat: Seat | None  # left out of older rounds while the match runs (G18)
    ahu: str
    size: int
    round: int


@dataclass(frozen=True, slots=True)
class Topped:
    kind: ClassVar[str] = "topped"
    seat: Seat
    ahu: str


@dataclass(frozen=True, slots=True)
class Marked:
    kind: ClassVar[str] = "marked"
    seat: Seat
    size: int
    at: Hex


@dataclass(frozen=True, slots=True)
class Laid:
    """What was still in front of a screen at the phase's end lies on its quarry, unmarked."""

    kind: ClassVar[str] = "laid"
    seat: Seat
    size: int


@dataclass(frozen=True, slots=True)
class Recalled:
    kind: ClassVar[str] = "recalled"
    seat: Seat
    size: int
    at: Hex


@dataclass(frozen=True, slots=True)
class RoundEnded:
    kind: ClassVar[str] = "round_ended"
    round: int
    first: Seat  # of the next round


@dataclass(frozen=True, slots=True)
class Peeked:
    kind: ClassVar[str] = "peeked"
    seat: Seat
    ahu: str


@dataclass(frozen=True, slots=True)
class Saw:
    """Told to the seat that peeked, alone."""

    kind: ClassVar[str] = "saw"
    ahu: str
    owner: Seat


@dataclass(frozen=True, slots=True)
class Ended:
    kind: ClassVar[str] = "ended"
    reason: Reason


Event: TypeAlias = (
    Dealt | Rolled | BidOpened | Took | Declined | LeftOver | Placed | BrokeTablet | Recruited
    | GotMarker | Cut | Reserved | Carved | TookTablet | Passed | Moved | Erected | Topped | Marked
    | Laid | Recalled | RoundEnded | Peeked | Saw | Ended
)  # fmt: skip
