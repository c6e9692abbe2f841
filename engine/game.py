"""The value types that describe a game."""

from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True)
class Option:
    name: str
    kind: Literal["flag", "number", "choice"]
    default: bool | int | str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    summary: str = ""


@dataclass(frozen=True)
class Meta:
    slug: str
    title: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    rules: str


class Game(Protocol):
    @property
    def meta(self) -> Meta: ...
