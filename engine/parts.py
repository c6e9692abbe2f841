"""The shapes of an entry's public and private parts, by which a log from outside is read strictly.

`engine.match` writes them; a test holds the two together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeAlias

from engine import codec
from engine.canonical import SAFE
from engine.codec import Span
from engine.game import Value
from engine.record import By, Holder

Count: TypeAlias = Annotated[int, Span(0, SAFE)]
Bound: TypeAlias = Annotated[int, Span(1, SAFE)]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw as an entry holds it; whether it is hidden is said by the part that it stands in."""

    counter: Count
    purpose: str
    bound: Bound
    result: Count


@dataclass(frozen=True, slots=True)
class _Public:
    """What every public part has."""

    number: Count
    turn: Count
    previous: bytes
    draws: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class Deal(_Public):
    kind: ClassVar[str] = "deal"
    format: int
    game: str
    rules: str
    match: str
    seats: Count
    options: Mapping[str, Value]
    seed_hash: bytes
    nonces: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Play(_Public):
    kind: ClassVar[str] = "play"
    seat: Count
    by: By
    submission: int | None
    action: Mapping[str, Any]
    key: bytes | None = None  # that signed it


@dataclass(frozen=True, slots=True)
class Peek(Play):
    kind: ClassVar[str] = "peek"


@dataclass(frozen=True, slots=True)
class Default(Play):
    kind: ClassVar[str] = "default"


@dataclass(frozen=True, slots=True)
class Opened:
    """One seat's sealed action in a resolution, with what its commitment was made of."""

    seat: Count
    by: By
    submission: int | None
    action: Mapping[str, Any]
    salt: bytes
    commitment: bytes
    hidden_commitment: bytes
    key: bytes | None = None


@dataclass(frozen=True, slots=True)
class Resolve(_Public):
    kind: ClassVar[str] = "resolve"
    phase: str
    actions: tuple[Opened, ...]


@dataclass(frozen=True, slots=True)
class Undo(_Public):
    kind: ClassVar[str] = "undo"
    seat: Count
    by: By
    submission: int | None
    undoes: Count
    key: bytes | None = None


@dataclass(frozen=True, slots=True)
class Reseat(_Public):
    kind: ClassVar[str] = "seat"
    seat: Count
    holder: Holder


@dataclass(frozen=True, slots=True)
class Keys(_Public):
    """What a seat signs with from here on, and whether it acts in no other way."""

    kind: ClassVar[str] = "keys"
    seat: Count
    keys: tuple[bytes, ...]
    signed_only: bool


@dataclass(frozen=True, slots=True)
class Unseen:
    """What stands for the public part of a covered entry: some step in turn, or its undo."""

    kind: ClassVar[str] = "covered"
    number: int
    draws: tuple[Drawn, ...] = ()


Public: TypeAlias = Deal | Play | Peek | Default | Resolve | Undo | Reseat | Keys


@dataclass(frozen=True, slots=True)
class Told:
    """An event that one seat alone was told."""

    seat: Count
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Private:
    """The private part of an entry that holds no action."""

    draws: tuple[Drawn, ...]
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Played(Private):
    """What stays hidden of an open action."""

    action: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Veiled:
    """What stays hidden of one seat's sealed action, with its commitment's salt."""

    seat: Count
    action: Mapping[str, Any]
    salt: bytes


@dataclass(frozen=True, slots=True)
class Resolved(Private):
    """What stays hidden of a resolution."""

    actions: tuple[Veiled, ...]


def read_public(value: Any) -> Public:
    part: Public = codec.read(Public, value, "$.public")
    return part


def read_private(public: Public, value: Any) -> Private:
    """The private part that goes with this public part."""
    part: Private = codec.read(_private_type(public), value, "$.private")
    return part


def _private_type(public: Public) -> type[Private]:
    if isinstance(public, Play):
        return Played
    return Resolved if isinstance(public, Resolve) else Private
