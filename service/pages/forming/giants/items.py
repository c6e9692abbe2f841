"""What a seat may handle in transport, as a list to choose from and as spots on the map."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.giants.facts import ItemFacts, WayFacts
from engine.giants.handling import MoveChoices
from engine.giants.items import name, place_of
from engine.giants.notation import say_which
from engine.giants.state import Item
from engine.hexes import Hex
from engine.words import N_
from service.pages.forming.giants.asked import Asked
from service.pages.forms import Choice, Spot


@dataclass(frozen=True)
class Handled:
    """An item with where it lies and what can be done with it."""

    item: Item
    start: Hex
    facts: ItemFacts

    @cached_property
    def ways(self) -> Mapping[Hex, WayFacts]:
        """By end; where nothing can follow the item may not go."""
        return {way.at: way for way in self.facts.ways if way.endings}


@dataclass(frozen=True)
class Items:
    """Those that can be moved or ended, by their names in a draft."""

    asked: Asked

    @cached_property
    def choices(self) -> MoveChoices:
        seated = self.asked.seated
        found: MoveChoices = seated.game.choices(seated.state, seated.seat)  # type: ignore[assignment] # in transport it is this
        return found

    @cached_property
    def all(self) -> Mapping[str, Handled]:
        island, known = self.asked.island, self.choices.items
        by_name = {facts.item: facts for facts in self.asked.facts.items}
        found = {}
        for item in known:
            which = name(item, known)
            handled = Handled(item, place_of(island, item), by_name[which])
            if handled.ways:
                found[say_which(island, which, "at")] = handled
        return found

    @property
    def held(self) -> str:
        """The one in hand: what the draft says, else the only one there is."""
        said = self.asked.one("item", self.all)
        return said or (next(iter(self.all)) if len(self.all) == 1 else "")

    def listed(self) -> list[Choice]:
        first = Choice("", self.asked.say(N_("Choose an item")))
        return [first, *(self._choice(value, each) for value, each in self.all.items())]

    def _choice(self, value: str, handled: Handled) -> Choice:
        claim = N_("It must end marked, erected or topped.")
        return Choice(
            value, self.told(handled), self.asked.say(claim) if handled.facts.abandoned else ""
        )

    def told(self, handled: Handled) -> str:
        """Where an item lies and whose it is; its way where another like it came by another."""
        asked, item = self.asked, handled.item
        if item.at is None:
            words = N_("{item}, in front of your screen")
        elif item.marked:
            words = N_("{item} on {hex}, with your marker")
        elif item.holder is None:
            words = N_("{item} on {hex}, left by an earlier round")
        elif handled.facts.item.trail is None:
            words = N_("{item} on {hex}, moved by you")
        else:
            words = N_("{item} on {hex}, moved by you over {path}")
        return asked.say(
            words,
            item=asked.title("size", item.size),
            hex=asked.island.label(handled.start),
            path=asked.hexes(item.trail),
        )

    def spots(self) -> dict[str, Spot]:
        """A hex for what lies there: the first of several, and from the list the others."""
        lying: defaultdict[Hex, list[str]] = defaultdict(list)
        for value, handled in self.all.items():
            lying[handled.start].append(value)
        return {
            self.asked.island.label(place): Spot(
                {"way": "move", "item": values[0]},
                "; ".join(self.told(self.all[value]) for value in values),
            )
            for place, values in lying.items()
        }
