"""The way of an item in hand: its path, by way of other hexes if wanted, and who helps on it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.giants.actions import Help
from engine.giants.carrying import load, points_given
from engine.giants.facts import WayFacts
from engine.giants.handling import MoveChoices
from engine.giants.notation import say_helpers
from engine.giants.ruleset import FIRST_RULES
from engine.hexes import Hex
from engine.words import N_
from service.pages.forming.giants.asked import Asked
from service.pages.forming.giants.items import Handled
from service.pages.forms import Choice, Field

MOST_STOPS = 24  # to look at; whose path has more hexes to name can write it


@dataclass(frozen=True)
class Route:
    """A path to where the item goes: the cheapest, unless stops or helpers are asked for."""

    asked: Asked
    choices: MoveChoices
    handled: Handled
    proposed: WayFacts

    @cached_property
    def _found(self) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The draft's stops and the path through them; those that do not fit are left out."""
        said = self._said()
        if (path := self._through(said)) is not None:
            return said, path
        stops: tuple[Hex, ...] = ()
        for at in said:
            if self._through((*stops, at)) is not None:
                stops = (*stops, at)
        return stops, self._through(stops) or self.proposed.path

    def _through(self, stops: tuple[Hex, ...]) -> tuple[Hex, ...] | None:
        if not stops:
            return self.proposed.path
        way = self.choices.through(self.handled.item, (*stops, self.proposed.at))
        return None if way is None else way.path

    def _said(self) -> tuple[Hex, ...]:
        known = self.asked.island.by_label
        said = (*self.asked.draft.get("via", ()), *self.asked.draft.get("add", ()))
        return tuple(known[label] for label in said[:MOST_STOPS] if label in known)

    @property
    def stops(self) -> tuple[Hex, ...]:
        return self._found[0]

    @property
    def path(self) -> tuple[Hex, ...]:
        return self._found[1]

    @cached_property
    def usual(self) -> tuple[Help, ...]:
        """Those who help unasked."""
        return self.choices.way_facts(self.handled.item, self.path).helpers

    @cached_property
    def teams(self) -> Mapping[Hex, Mapping[str, Help]]:
        """Who else could carry, where there is a choice: by hex, and by their names in a draft."""
        found = {}
        for usual in self.usual:
            teams = self.choices.teams(self.handled.item, usual.at)
            others = {say_helpers(team): team for team in teams if not _same(team, usual)}
            if others:
                found[usual.at] = others
        return found

    @cached_property
    def named(self) -> tuple[Help, ...]:
        said = ((teams, self.asked.one(self._name(at), teams)) for at, teams in self.teams.items())
        return tuple(teams[value] for teams, value in said if value)

    @cached_property
    def facts(self) -> WayFacts:
        return self.choices.way_facts(self.handled.item, self.path, self.named)

    def _name(self, at: Hex) -> str:
        return f"by-{self.asked.island.label(at)}"

    # what is seen of it

    def told(self) -> str:
        """Path, strength, helpers and points."""
        if not self.path:
            return self.asked.say(N_("It stays where it lies."))
        asked = self.asked
        helpers = "; ".join(
            asked.say(N_("{hex}: {helpers}"), hex=asked.island.label(h.at), helpers=self._team(h))
            for h in self.facts.helpers
        )
        return " ".join(
            (
                asked.say(N_("Path: {path}."), path=asked.hexes(self.path)),
                asked.say(
                    N_("Strength needed on each hex: {count}."), count=load(self.handled.item.size)
                ),
                asked.say(N_("Helpers: {helpers}."), helpers=helpers),
                asked.points(self.facts.points),
            )
        )

    def _team(self, team: Help) -> str:
        asked = self.asked
        parts = [
            asked.say(N_("{seat} {units}"), seat=asked.shown("seat", share.seat), units=share.units)
            for share in team.figures
        ]
        parts += [asked.say(N_("logs {count}"), count=team.logs)] if team.logs else []
        return ", ".join(parts)

    def fields(self) -> Iterator[Field]:
        if self.path:
            yield from self._stops()
        yield from (self._helpers(usual) for usual in self.usual if usual.at in self.teams)

    def _stops(self) -> Iterator[Field]:
        asked, label = self.asked, self.asked.island.label
        if self.stops:
            values = tuple(map(label, self.stops))
            choices = tuple(Choice(value, value) for value in values)
            yield Field("via", asked.say(N_("By way of")), "checks", choices, values)
        others = [Choice("", asked.say(N_("No other hex"))), *self._detours()]
        if len(others) > 1:
            yield asked.select("add", N_("By way of another hex"), others, "")

    def _detours(self) -> Iterator[Choice]:
        """Hexes that the path could also come by, after those that are chosen already."""
        reached = {way.at for way in self.handled.facts.ways}.difference(self.path)
        for at, label in self.asked.island.labels.items():
            path = self._through((*self.stops, at)) if at in reached else None
            if path is not None:
                points = self.choices.way_facts(self.handled.item, path).points
                yield Choice(label, label, self.asked.points(points))

    def _helpers(self, usual: Help) -> Field:
        asked, seat = self.asked, self.asked.seated.seat
        choices = [Choice("", self._team(usual), asked.points(points_given((usual,), seat)))]
        choices += [
            Choice(value, self._team(team), asked.points(points_given((team,), seat)))
            for value, team in self.teams[usual.at].items()
        ]
        label = asked.say(N_("Helpers on {hex}"), hex=asked.island.label(usual.at))
        value = asked.one(self._name(usual.at), self.teams[usual.at])
        hint = self._logs() if any(t.logs for t in (usual, *self.teams[usual.at].values())) else ""
        return Field(self._name(usual.at), label, "select", tuple(choices), (value,), hint=hint)

    def _logs(self) -> str:
        """What logs take, by the version of the match's rules (G23)."""
        if self.asked.view.rules == FIRST_RULES:
            return self.asked.say(
                N_("This match goes by the rules 1, by which a chief draws logs too.")
            )
        return self.asked.say(
            N_("Logs need a worker or a sorcerer who takes part. A chief draws no logs.")
        )


def _same(one: Help, other: Help) -> bool:
    return set(one.figures) == set(other.figures) and one.logs == other.logs
