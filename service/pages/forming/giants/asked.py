"""A seat of Giants and its draft: what the draft says that fits, and words for the rest."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.giants.actions import Share
from engine.giants.board import Ahu, Island
from engine.giants.view import Reserve, View
from engine.hexes import Hex
from engine.words import N_
from service.pages.forms import Choice, Draft, Field, Seated, Spot, Way

LONGEST_NUMBER = 4
GO_ON = N_("Go on")


@dataclass(frozen=True)
class Part:
    """One way to act with what its draft means, and what the picture shows of it."""

    way: Way
    action: Any | None = None
    spots: Mapping[str, Spot] = field(default_factory=dict)
    trail: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Asked:
    """A seat and its draft."""

    seated: Seated
    draft: Draft

    @cached_property
    def view(self) -> View:
        found: View = self.seated.view
        return found

    @cached_property
    def own(self) -> Reserve:
        found: Reserve = self.view.mine  # type: ignore[assignment] # a seat's view has it
        return found

    @cached_property
    def facts(self) -> Any:
        return self.seated.facts

    @cached_property
    def island(self) -> Island:
        game: Any = self.seated.game
        found: Island = game.islands[self.view.options.island]
        return found

    # what the draft says

    def chosen(self, way: str) -> bool:
        """Whether this way was asked for; one that is merely shown means no action yet."""
        return way in self.draft.get("way", ())

    def one(self, name: str, known: Iterable[str]) -> str:
        """The draft's value, if it is one of these."""
        said = self.draft.get(name, ())
        return next((value for value in known if value in said), "")

    def several(self, name: str, known: Iterable[str]) -> tuple[str, ...]:
        said = self.draft.get(name, ())
        return tuple(value for value in known if value in said)

    def number(self, name: str, most: int) -> int:
        said = next(iter(self.draft.get(name, ())), "")
        fits = said.isdecimal() and len(said) < LONGEST_NUMBER and int(said) <= most
        return int(said) if fits else 0

    # words

    def say(self, text: str, **facts: Any) -> str:
        return self.seated.tongue.say(text).format(**facts)

    def shown(self, name: str, value: Any) -> str:
        """A fact as the events tell it."""
        return self.seated.game.show(self.view, name, value, self.seated.tongue)

    def title(self, name: str, value: Any) -> str:
        """The same at the head of a line."""
        said = self.shown(name, value)
        return said[:1].upper() + said[1:]

    def points(self, given: Sequence[Share]) -> str:
        shares = [{"seat": share.seat, "units": share.units} for share in given]
        return self.say(N_("Points given: {points}."), points=self.shown("helped", shares))

    def hexes(self, path: Iterable[Hex]) -> str:
        return " ".join(map(self.island.label, path))

    def worth(self, ahu: Ahu) -> str:
        return self.say(
            N_("Moai value {moai}, headdress value {headdress}."),
            moai=ahu.moai,
            headdress=ahu.headdress,
        )

    # fields

    def radio(self, name: str, label: str, choices: Sequence[Choice], value: str = "") -> Field:
        said = (value,) if value else ()
        return Field(name, self.say(label), "radio", tuple(choices), said)

    def select(
        self, name: str, label: str, choices: Sequence[Choice], value: str, hint: str = ""
    ) -> Field:
        """A list to choose from, which has a line for nothing."""
        return Field(name, self.say(label), "select", tuple(choices), (value,), hint=hint)

    def amount(self, name: str, label: str, most: int, hint: str = "") -> Field:
        value = str(self.number(name, most))
        return Field(name, self.say(label), "number", values=(value,), most=most, hint=hint)


def ahu_spot(ahu: Ahu) -> str:
    """The picture's name of an ahu."""
    return f"ahu:{ahu.name}"
