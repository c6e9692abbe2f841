"""What a match of Giants is made of at any moment."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from engine.chance import Luck
from engine.changing import replace
from engine.codec import later
from engine.game import Seat
from engine.giants import ruleset
from engine.hexes import Hex

Stage: TypeAlias = Literal["bidding", "picking", "placement", "transport", "recall", "over"]
Figure: TypeAlias = Literal["worker", "sorcerer", "chief"]
MoaiSize: TypeAlias = Literal[1, 2, 3]
ItemSize: TypeAlias = Literal[0, 1, 2, 3]  # 0 is a headdress
PlannedPick: TypeAlias = Literal[1, 2, 3, "decline"]
Plan: TypeAlias = tuple[tuple[PlannedPick, ...], ...]
Reason: TypeAlias = Literal["bases", "moai", "standstill", "rounds"]

HEADDRESS: Literal[0] = 0


@dataclass(frozen=True, slots=True)
class Options:
    """What the table agreed on."""

    island: str
    quick: bool
    visible_score: bool
    leftover_moai: str
    auto_pick: bool
    open_bases: bool
    max_rounds: int


@dataclass(frozen=True, slots=True)
class Crowd:
    """Figures of one colour in one place."""

    workers: int = 0
    sorcerer: bool = False
    chief: bool = False

    @property
    def worth(self) -> int:
        """As sculptors, and as strength for a transport: the same."""
        return self.workers + self.sorcerer + ruleset.CHIEF_STRENGTH * self.chief

    @property
    def bearers(self) -> int:
        """Who can draw logs: all but the chief (G23)."""
        return self.workers + self.sorcerer

    def plus(self, other: "Crowd") -> "Crowd":
        return Crowd(
            self.workers + other.workers,
            self.sorcerer or other.sorcerer,
            self.chief or other.chief,
        )

    def minus(self, other: "Crowd") -> "Crowd":
        return Crowd(
            self.workers - other.workers,
            self.sorcerer and not other.sorcerer,
            self.chief and not other.chief,
        )

    def holds(self, other: "Crowd") -> bool:
        return (
            self.workers >= other.workers
            and self.sorcerer >= other.sorcerer
            and self.chief >= other.chief
        )

    def __bool__(self) -> bool:
        return bool(self.workers or self.sorcerer or self.chief)


ONE: dict[Figure, Crowd] = {
    "worker": Crowd(workers=1),
    "sorcerer": Crowd(sorcerer=True),
    "chief": Crowd(chief=True),
}
NOBODY = Crowd()


@dataclass(frozen=True)
class Clan:
    """One seat's belongings: behind the screen, in front of it, and in the receptacle."""

    figures: Crowd
    markers: int
    bases: int
    logs: int = 0
    front: Crowd = NOBODY
    front_markers: int = 0
    halves: int = 0
    spare_workers: int = 0
    spare_markers: int = 0
    score: int = 0
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Crew:
    """All figures and logs on one hex, each seat's in its place."""

    at: Hex
    crowds: tuple[Crowd, ...]
    logs: int = 0


class Item(NamedTuple):
    """A moai or a headdress on its way.

    In front of a screen it is nowhere yet, and the screen's owner holds it. On the board its holder
    is the owner of its marker, or whoever moved it unmarked in this phase; else it is abandoned.
    """

    size: ItemSize
    at: Hex | None
    holder: Seat | None
    marked: bool = False
    trail: tuple[Hex, ...] = ()  # where it was earlier in this round (G10)


@dataclass(frozen=True)
class Base:
    """A base on an ahu: a reservation while the size is 0, a moai's after that."""

    ahu: str
    owner: Seat
    size: int = 0
    topped: bool = False
    round: int = 0  # in which the moai was erected


@dataclass(frozen=True)
class Offer:
    """A bid that lies open, and what is left of it for the picks to come."""

    markers: int
    sculptors: Crowd
    plan: Plan | None  # hidden until the match is over
    left: int  # sculptors not used yet
    picks: int = 0
    done: bool = False  # declined (G3)


@dataclass(frozen=True)
class Auction:
    """The open part of phase 2: bids by seat, the order of choice, and who is next in it."""

    offers: tuple[Offer, ...]
    order: tuple[Seat, ...]
    next: int = 0


class Glimpse(NamedTuple):
    """A seat has looked under the moai on an ahu."""

    seat: Seat
    ahu: str


@dataclass(frozen=True)
class State:
    """The whole table."""

    luck: Luck
    options: Options
    stage: Stage
    round: int
    first: Seat
    turn: Seat | None  # whose it is, where one acts at a time
    clans: tuple[Clan, ...]
    box: tuple[int, int, int]
    headdresses: int = ruleset.HEADDRESSES
    halves: int = ruleset.HALVES
    logs: int = ruleset.LOGS
    dice: tuple[int, ...] = ()
    quarry: tuple[MoaiSize, ...] = ()
    auction: Auction | None = None
    cut: tuple[Hex, ...] = ()
    crews: tuple[Crew, ...] = ()
    items: tuple[Item, ...] = ()
    bases: tuple[Base, ...] = ()
    glimpses: tuple[Glimpse, ...] = ()
    erected: int = 0  # moai erected in this round
    reason: Reason | None = None
    rules: ruleset.Rules = later(ruleset.FIRST_RULES)  # by which the match was dealt

    @property
    def seats(self) -> range:
        return range(len(self.clans))

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        count = len(self.clans)
        return tuple((start + step) % count for step in range(count))


def with_clan(state: State, seat: Seat, **changes: Any) -> State:
    clans = list(state.clans)
    clans[seat] = replace(clans[seat], **changes)
    return replace(state, clans=tuple(clans))


def sorted_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """In one order, so that equal tables are equal states."""
    return tuple(sorted(items, key=_item_order))


def _item_order(item: Item) -> tuple[Any, ...]:
    return (item.at or (99, item.holder), item.size, item.marked, item.holder or 0, item.trail)


def swap_item(state: State, old: Item, new: Item | None) -> tuple[Item, ...]:
    """The items with one of those equal to `old` replaced, or gone."""
    items = list(state.items)
    items.remove(old)
    if new is not None:
        items.append(new)
    return sorted_items(items)


def base_at(state: State, ahu: str) -> Base | None:
    return next((base for base in state.bases if base.ahu == ahu), None)
