"""A seat of Rapa Nui and its draft: words for what it sees, and fields for what it may do."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.rapanui.actions import Action
from engine.rapanui.cards import Card, Good
from engine.rapanui.view import Own, View
from engine.rapanui.words import CARDS, GOODS
from engine.words import Term
from service.pages.forms import Choice, Draft, Field, Offer, Seated, Spot, Way


@dataclass(frozen=True)
class Asked:
    """A seat and its draft, and the words for what it sees."""

    seated: Seated
    draft: Draft

    @cached_property
    def view(self) -> View:
        found: View = self.seated.view
        return found

    @cached_property
    def own(self) -> Own:
        found: Own = self.view.own  # type: ignore[assignment]  # a seat's view has it
        return found

    def say(self, text: str, **facts: Any) -> str:
        return self.seated.tongue.say(text).format(**facts)

    def card(self, card: Card) -> str:
        return Term(self.seated.tongue, CARDS[card])

    def good(self, good: Good) -> str:
        return Term(self.seated.tongue, GOODS[good])

    def field(
        self, name: str, label: str, choices: Sequence[Choice], hint: str = "", otherwise: str = ""
    ) -> Field:
        """A radio; what the draft says is kept if it is still one of the choices."""
        known = [one.value for one in choices]
        said = next((one for one in self.draft.get(name, ()) if one in known), otherwise)
        values = known if len(known) == 1 else [said] if said else []
        return Field(name, self.say(label), "radio", tuple(choices), tuple(values), hint=hint)

    def goods(self, goods: Iterable[Good], note: str) -> list[Choice]:
        view, own = self.view, self.own
        return [
            Choice(
                good,
                self.good(good),
                self.say(
                    note,
                    held=getattr(own.goods, good),
                    stone=getattr(view.stone, good),
                    left=getattr(view.stacks, good),
                ),
            )
            for good in goods
        ]

    def way(self, slug: str, title: str, hint: str, fields: Iterable[Field]) -> Way:
        return Way(slug, self.say(title), hint, tuple(fields), whole=True)

    def spots(self, way: Way, name: str, place: str, words: str) -> dict[str, Spot]:
        """A spot for each choice of a field; the rest of the draft stays as it is."""
        drafted = {field.name: field.values[0] for field in way.fields if field.values}
        return {
            place.format(choice.value): Spot(
                {"way": way.slug} | drafted | {name: choice.value},
                self.say(words, what=choice.words),
            )
            for field in way.fields
            if field.name == name
            for choice in field.choices
        }


def value(way: Way, name: str) -> str:
    return next((one.values[0] for one in way.fields if one.name == name and one.values), "")


def offered(way: Way, spots: Mapping[str, Spot], action: Action | None) -> Offer:
    return Offer((way,), way.slug, spots, action)
