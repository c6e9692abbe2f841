"""What a table's page offers: ways to act, their fields, and spots on the board that fill them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from engine.game import Game
from engine.words import Tongue

Draft: TypeAlias = Mapping[str, Sequence[str]]  # names to values, from the query or the form


@dataclass(frozen=True)
class Choice:
    """One of a field's values, in words; `note` says what it would cost or bring."""

    value: str
    words: str
    note: str = ""


@dataclass(frozen=True)
class Field:
    """Something to fill in. `values` are what the draft says; several for checks."""

    name: str
    label: str
    kind: Literal["radio", "select", "number", "checks", "hidden"]
    choices: tuple[Choice, ...] = ()
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    hint: str = ""


@dataclass(frozen=True)
class Way:
    """One way to act.

    `whole` says that its fields are enough to show what it would do; else `onward` goes a step on.
    """

    slug: str
    title: str
    hint: str
    fields: tuple[Field, ...]
    whole: bool
    onward: str = ""  # the words of the button while it is not whole


@dataclass(frozen=True)
class Spot:
    """A place on the picture that can be clicked: it leads to the same page with this draft."""

    draft: Mapping[str, str]
    words: str  # title of the link, for screen readers and hover


@dataclass(frozen=True)
class Offer:
    """All that the page offers now, for one draft.

    A spot is known by the picture's own name of the place: a hex label "B7", an ahu
    "ahu:Tongariki", a column "column:2".
    """

    ways: tuple[Way, ...]
    at: str  # the slug of the way in hand
    spots: Mapping[str, Spot]
    action: Any | None  # that the draft means, if it is whole and legal so far as can be seen
    trail: tuple[Any, ...] = ()  # what the picture draws of the draft: start and path, as hexes


@dataclass(frozen=True)
class Seated:
    """Who asks: a game, its state on the server, the seat, and the language."""

    game: Game[Any, Any]
    state: Any
    seat: int
    tongue: Tongue

    @property
    def view(self) -> Any:
        return self.game.view(self.state, self.seat)

    @property
    def facts(self) -> Any | None:
        """The choices of an awaited seat; nothing for the others."""
        if self.seat not in self.game.awaiting(self.state):
            return None
        return self.game.choices(self.state, self.seat).facts()

    @property
    def asides(self) -> tuple[Any, ...]:
        return self.game.asides(self.state, self.seat)


class Former(Protocol):
    """How one game turns a draft into an offer."""

    def __call__(self, seated: Seated, draft: Draft) -> Offer: ...
