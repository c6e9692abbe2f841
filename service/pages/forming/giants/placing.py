"""The forms of placement: a figure on a hex, with logs, with a power there; or a half-tablet."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.giants import ruleset
from engine.giants.actions import Place, Tablet
from engine.giants.events import Placed
from engine.giants.facts import PowerFacts
from engine.giants.state import Figure
from engine.hexes import Hex
from engine.words import N_
from service.pages.forming.giants.asked import GO_ON, Asked, Part, ahu_spot
from service.pages.forms import Choice, Field, Spot, Way

NO_POWER: Final = "none"
POWERS: Final = {
    "village": (N_("Use the village"), N_("It brings a worker from the receptacle.")),
    "hut": (N_("Use the sorcerers' hut"), N_("It brings a marker from the receptacle.")),
    "headdress-quarry": (N_("Use the headdress quarry"), N_("It brings a headdress.")),
    "forest": (N_("Cut the forest"), N_("Logs it brings: {logs}.")),
    "ahu": (N_("Reserve {ahu}"), N_("Only you may erect there.")),
}


def place(asked: Asked) -> Part | None:
    figures: tuple[Figure, ...] = asked.facts.figures
    if not figures:
        return None
    drafted = _Placing(asked, _figure(asked, figures), asked.one("at", asked.island.by_label))
    action = drafted.action()
    way = Way(
        "place",
        asked.say(N_("Place a figure")),
        drafted.hint(),
        tuple(drafted.fields()),
        whole=action is not None,
        onward=asked.say(GO_ON),
    )
    return Part(way, action, drafted.spots(), drafted.placed())


def _figure(asked: Asked, figures: tuple[Figure, ...]) -> Figure:
    said = asked.one("figure", figures)
    return next((figure for figure in figures if figure == said), figures[0])


@dataclass(frozen=True)
class _Placing:
    """A figure about to be placed; the hex may still be open."""

    asked: Asked
    figure: Figure
    label: str

    @cached_property
    def at(self) -> Hex | None:
        return self.asked.island.by_label.get(self.label)

    @cached_property
    def most_logs(self) -> int:
        return 0 if self.figure == "chief" else int(self.asked.facts.logs)

    @cached_property
    def logs(self) -> int:
        return self.asked.number("logs", self.most_logs)

    @cached_property
    def usable(self) -> Mapping[Hex, Mapping[str, PowerFacts]]:
        """The powers that this figure can use on each hex, by their values in a draft."""
        found: defaultdict[Hex, dict[str, PowerFacts]] = defaultdict(dict)
        for fact in self.asked.facts.powers:
            if self.figure in fact.figures:
                found[fact.at][_value(fact)] = fact
        return found

    @cached_property
    def powers(self) -> Mapping[str, PowerFacts]:
        return self.usable.get(self.at, {}) if self.at else {}

    @cached_property
    def power(self) -> str:
        known = (*self.powers, NO_POWER)
        return self.asked.one("power", known) if self.powers else NO_POWER

    def action(self) -> Place | None:
        """Where a power can be used, it must be said whether it is."""
        if self.at is None or not self.power:
            return None
        fact = self.powers.get(self.power)
        used = (fact.power, fact.ahu) if fact else (None, None)
        return Place(self.figure, self.at, self.logs, *used)

    def hint(self) -> str:
        if self.at is not None and not self.power:
            return self.asked.say(N_("A power can be used there: choose one, or none."))
        return self.asked.say(N_("Choose a figure and a hex; the hexes of the map can be clicked."))

    def placed(self) -> tuple[Placed, ...]:
        """What the picture shows of it."""
        if self.at is None:
            return ()
        return (Placed(self.asked.seated.seat, self.figure, self.at, self.logs),)

    def fields(self) -> Iterator[Field]:
        asked = self.asked
        yield asked.radio("figure", N_("Figure"), list(self._figures()), self.figure)
        places = [Choice("", asked.say(N_("Choose a hex"))), *self._places()]
        yield asked.select("at", N_("Hex"), places, self.label)
        if self.most_logs:
            hint = asked.say(N_("You hold: {count}."), count=asked.own.logs)
            yield asked.amount("logs", N_("Logs to put there"), self.most_logs, hint)
        if self.powers:
            choices = [self._power(value, fact) for value, fact in self.powers.items()]
            choices.append(Choice(NO_POWER, asked.say(N_("Use no power"))))
            yield asked.radio("power", N_("Power"), choices, self.power)

    def _figures(self) -> Iterator[Choice]:
        asked, held = self.asked, self.asked.own.figures.workers
        for figure in asked.facts.figures:
            note = asked.say(N_("You hold: {count}."), count=held) if figure == "worker" else ""
            yield Choice(figure, asked.title("figure", figure), note)

    def _places(self) -> Iterator[Choice]:
        """Each hex, with what can be used there."""
        for at in self.asked.facts.hexes:
            label = self.asked.island.label(at)
            yield Choice(label, label, self._known(at))

    def _known(self, at: Hex) -> str:
        return ", ".join(self._words(fact) for fact in self.usable.get(at, {}).values())

    def _words(self, fact: PowerFacts) -> str:
        name = self.asked.island.ahus[fact.ahu].name if fact.ahu else ""
        return self.asked.say(POWERS[fact.power][0], ahu=name)

    def _power(self, value: str, fact: PowerFacts) -> Choice:
        asked, note = self.asked, POWERS[fact.power][1]
        logs = min(asked.island.forests.get(fact.at, 0), asked.view.logs)
        ahu = asked.island.ahus[fact.ahu] if fact.ahu else None
        notes = [asked.say(note, logs=logs), asked.worth(ahu) if ahu else ""]
        if self.figure == "chief":
            cost = ruleset.TABLET
            notes.append(asked.say(N_("It costs half-tablets: {count}."), count=cost))
        return Choice(value, self._words(fact), " ".join(filter(None, notes)))

    def spots(self) -> dict[str, Spot]:
        """Every hex, and the ahus that this figure could reserve from the one that is chosen."""
        asked, drafted = self.asked, {"way": "place", "figure": self.figure}
        if self.logs:
            drafted["logs"] = str(self.logs)
        figure = asked.title("figure", self.figure)
        found = {
            label: Spot({**drafted, "at": label}, _spoken(figure, label, self._known(at)))
            for at, label in asked.island.labels.items()
        }
        reserving = {**drafted, "at": self.label}
        for value, fact in self.powers.items():
            if fact.ahu:
                spot = Spot({**reserving, "power": value}, self._words(fact))
                found[ahu_spot(asked.island.ahus[fact.ahu])] = spot
        return found


def _spoken(figure: str, label: str, powers: str) -> str:
    return f"{figure}: {label} ({powers})" if powers else f"{figure}: {label}"


def _value(fact: PowerFacts) -> str:
    """A power's value in a draft; one for each ahu."""
    return f"ahu:{fact.ahu}" if fact.ahu else fact.power


def tablet(asked: Asked) -> Part | None:
    if not asked.facts.tablet:
        return None
    hint = N_("You lay a marker in front of your screen until the round ends.")
    title = asked.say(N_("Take a half-tablet"))
    way = Way("tablet", title, asked.say(hint), (), whole=True)
    return Part(way, Tablet() if asked.chosen("tablet") else None)
