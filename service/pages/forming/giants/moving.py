"""The form of transport: an item, where it goes, how it ends, and what that gives away."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.giants.actions import Move
from engine.giants.events import Moved
from engine.giants.facts import EndingFacts, WayFacts
from engine.words import N_
from service.pages.forming.giants.asked import GO_ON, Asked, Part, ahu_spot
from service.pages.forming.giants.items import Handled, Items
from service.pages.forming.giants.routing import Route
from service.pages.forms import Choice, Field, Spot, Way

STOP = "none"


def move(asked: Asked) -> Part | None:
    items = Items(asked)
    if not items.all:
        return None
    fields = [asked.select("item", N_("Item"), items.listed(), items.held)]
    handled = items.all.get(items.held)
    if handled is None:
        hint = asked.say(N_("Choose an item; the hexes where they lie can be clicked."))
        return Part(_way(asked, hint, fields, whole=False), None, items.spots())
    return _hauled(Haul(asked, items, handled), fields)


def _way(asked: Asked, hint: str, fields: list[Field], *, whole: bool) -> Way:
    title, onward = asked.say(N_("Move an item")), asked.say(GO_ON)
    return Way("move", title, hint, tuple(fields), whole=whole, onward=onward)


def _hauled(haul: "Haul", fields: list[Field]) -> Part:
    asked, action = haul.asked, haul.action()
    way = _way(asked, haul.hint(), [*fields, *haul.fields()], whole=action is not None)
    return Part(way, action, haul.spots(), (haul.moved(),))


@dataclass(frozen=True)
class Haul:
    """An item in hand; where it goes may still be open."""

    asked: Asked
    items: Items
    handled: Handled

    @cached_property
    def to(self) -> str:
        island = self.asked.island
        return self.asked.one("to", [island.label(at) for at in self.handled.ways])

    @cached_property
    def route(self) -> Route | None:
        at = self.asked.island.by_label.get(self.to)
        if at is None:
            return None
        return Route(self.asked, self.items.choices, self.handled, self.handled.ways[at])

    @cached_property
    def endings(self) -> dict[str, EndingFacts]:
        facts = self.route.facts.endings if self.route else ()
        return {_value(fact): fact for fact in facts}

    @cached_property
    def ending(self) -> str:
        """Where the item could be finished, whether it is must be said."""
        finishing = any(fact.ahu for fact in self.endings.values())
        unsaid = "" if finishing and len(self.endings) > 1 else next(iter(self.endings), "")
        return self.asked.one("ending", self.endings) or unsaid

    def action(self) -> Move | None:
        if self.route is None or not self.ending:
            return None
        fact, which = self.endings[self.ending], self.handled.facts.item
        return Move(which, self.route.facts.path, fact.ending, fact.ahu, self.route.named)

    def moved(self) -> Moved:
        """What the picture shows of it."""
        path = self.route.facts.path if self.route else ()
        points = self.route.facts.points if self.route else ()
        seat, item = self.asked.seated.seat, self.handled.item
        return Moved(seat, item.size, self.handled.start, path, points)

    # what is seen of it

    def hint(self) -> str:
        if self.route is None:
            return self.asked.say(
                N_("Choose where it goes; the hexes it can reach can be clicked.")
            )
        return self.route.told()

    def fields(self) -> Iterator[Field]:
        asked = self.asked
        places = [Choice("", asked.say(N_("Choose a hex")))]
        places += [self._place(way) for way in self.handled.ways.values()]
        yield asked.select("to", N_("Where to"), places, self.to)
        if self.route is None:
            return
        endings = [self._ending(value, fact) for value, fact in self.endings.items()]
        yield asked.radio("ending", N_("What then?"), endings, self.ending)
        yield from self.route.fields()

    def _place(self, way: WayFacts) -> Choice:
        label = self.asked.island.label(way.at)
        if not way.path:
            return Choice(label, self.asked.say(N_("{hex}, where it lies"), hex=label))
        return Choice(label, label, self._note(way))

    def _note(self, way: WayFacts) -> str:
        asked = self.asked
        ahus = [asked.island.ahus[fact.ahu].name for fact in way.endings if fact.ahu]
        said = [asked.points(way.points)]
        if ahus:
            said.append(asked.say(N_("Ahus: {ahus}."), ahus=", ".join(ahus)))
        return " ".join(said)

    def _ending(self, value: str, fact: EndingFacts) -> Choice:
        asked = self.asked
        if fact.ahu is None:
            words, note = PLAIN[value]
            return Choice(value, asked.say(words), asked.say(note))
        ahu, size = asked.island.ahus[fact.ahu], self.handled.item.size
        if fact.ending == "top":
            words, worth = N_("Crown the moai on {ahu}"), ahu.headdress
        else:
            words, worth = N_("Erect it on {ahu}"), ahu.moai * size
        note = asked.say(N_("Worth for its owner: {points}."), points=worth)
        return Choice(value, asked.say(words, ahu=ahu.name), note)

    def spots(self) -> dict[str, Spot]:
        """Every hex in reach; and once one is chosen, the ahus there."""
        asked, drafted = self.asked, {"way": "move", "item": self.items.held}
        found = {}
        for way in self.handled.ways.values():
            choice = self._place(way)
            words = f"{choice.words}. {choice.note}" if choice.note else choice.words
            found[choice.value] = Spot({**drafted, "to": choice.value}, words)
        for value, fact in self.endings.items():
            if fact.ahu:
                spot = Spot(
                    {**drafted, "to": self.to, "ending": value}, self._ending(value, fact).words
                )
                found[ahu_spot(asked.island.ahus[fact.ahu])] = spot
        return found


PLAIN = {
    STOP: (N_("Leave it there"), N_("You may go on with it in a later turn of this phase.")),
    "mark": (N_("Mark it"), N_("It costs a marker until it is erected, placed or taken back.")),
}


def _value(fact: EndingFacts) -> str:
    if fact.ending is None:
        return STOP
    return f"{fact.ending}:{fact.ahu}" if fact.ahu else fact.ending
