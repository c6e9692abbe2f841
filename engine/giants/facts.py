"""Choices as plain facts, for those who ask by JSON."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from engine.giants.actions import Help, Power, Share, Which
from engine.giants.state import Figure, ItemSize, MoaiSize
from engine.hexes import Hex


@dataclass(frozen=True, slots=True)
class BidFacts:
    """Any number up to these may be bid; the quarry is what a plan can choose from."""

    kind: ClassVar[str] = "bid"
    markers: int
    workers: int
    sorcerer: bool
    chief: bool
    quarry: tuple[MoaiSize, ...]


@dataclass(frozen=True, slots=True)
class PickFacts:
    """Take one of these sizes, or decline."""

    kind: ClassVar[str] = "pick"
    sizes: tuple[MoaiSize, ...]


@dataclass(frozen=True, slots=True)
class PowerFacts:
    """A power that can be used now by placing one of these figures there."""

    at: Hex
    power: Power
    ahu: str | None
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """Any of these figures on any of these hexes; logs with all but the chief."""

    kind: ClassVar[str] = "place"
    figures: tuple[Figure, ...]
    logs: int
    hexes: tuple[Hex, ...]
    powers: tuple[PowerFacts, ...]
    tablet: bool


@dataclass(frozen=True, slots=True)
class EndingFacts:
    """One way to end a move; without an ending the item just stops there."""

    ending: Literal["erect", "top", "mark"] | None
    ahu: str | None = None


@dataclass(frozen=True, slots=True)
class WayFacts:
    """A hex that the item can reach: one cheapest path, who would help, and what can follow."""

    at: Hex
    path: tuple[Hex, ...]
    helpers: tuple[Help, ...]
    points: tuple[Share, ...]
    endings: tuple[EndingFacts, ...]


@dataclass(frozen=True, slots=True)
class ItemFacts:
    """One item that the seat may handle."""

    item: Which
    abandoned: bool
    ways: tuple[WayFacts, ...]


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """What may be moved where; a pass may mark up to `markers` of what lies in front."""

    kind: ClassVar[str] = "move"
    items: tuple[ItemFacts, ...]
    front: tuple[ItemSize, ...]
    markers: int


@dataclass(frozen=True, slots=True)
class RecallFacts:
    """Markers may be taken back from any of these."""

    kind: ClassVar[str] = "recall"
    items: tuple[Which, ...]


Facts: TypeAlias = BidFacts | PickFacts | PlaceFacts | MoveFacts | RecallFacts
