"""The island and the clans in letters, for a terminal and for letters without pictures."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.giants import ruleset
from engine.giants.board import Island
from engine.giants.state import HEADDRESS, Crew, Crowd
from engine.giants.terms import STAGES
from engine.giants.view import BaseView, ClanView, ItemView, View
from engine.giants.words import COLOURS
from engine.hexes import Hex
from engine.words import N_, Tongue

_MARKS = {"moai-quarry": "M", "headdress-quarry": "H", "village": "V", "hut": "S"}
_LEGEND = (
    N_("M moai quarry, H headdress quarry, V village, S sorcerers' hut, f4 forest of 4 logs,"),
    N_("x cut forest, a dot for each ahu, * something stands there"),
)


def sketch(island: Island, view: View, tongue: Tongue) -> str:
    told = _Told(island, view, tongue)
    parts = [told.heading(), *_map(island, view), "", *map(tongue.say, _LEGEND)]
    parts += ["", *told.crews(), *told.items(), *told.bases()]
    parts += ["", *map(told.clan, view.clans), *told.mine()]
    return "\n".join(parts) + "\n"


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _map(island: Island, view: View) -> Iterator[str]:
    """Each hex as its label with marks for what it is and whether something stands there."""
    west = min(2 * place.q + place.r for place in island.labels)
    cells = {place: island.label(place) + _mark(island, view, place) for place in island.labels}
    half = max(map(len, cells.values())) // 2 + 1
    for row in sorted({place.r for place in island.labels}):
        line = ""
        for place in sorted(h for h in island.labels if h.r == row):
            line = line.ljust((2 * place.q + place.r - west) * half) + cells[place]
        yield line


def _mark(island: Island, view: View, place: Hex) -> str:
    site = island.site_at.get(place)
    mark = _MARKS[site] if site else ""
    if place in island.forests:
        mark += "x" if place in view.cut else f"f{island.forests[place]}"
    mark += "." * len(island.ahus_at[place])
    busy = any(crew.at == place for crew in view.crews) or any(i.at == place for i in view.items)
    return mark + "*" if busy else mark


@dataclass(frozen=True, slots=True)
class _Told:
    """What stands around the map, in a tongue."""

    island: Island
    view: View
    tongue: Tongue

    def heading(self) -> str:
        view = self.view
        said = self.tongue.say(
            N_(
                "Round {round}, {stage}. Dice {dice}; quarry {quarry}; box {box}; "
                "headdresses {headdresses}; halves {halves}; logs {logs}."
            )
        )
        return said.format(
            round=view.round,
            stage=self.tongue.say(STAGES[view.stage]),
            dice=_row(view.dice),
            quarry=_row(view.quarry) or "-",
            box=_row(view.box),
            headdresses=view.headdresses,
            halves=view.halves,
            logs=view.logs,
        )

    def crews(self) -> Iterator[str]:
        for crew in self.view.crews:
            yield f"{self.island.label(crew.at):>4}  {self._crew(crew)}"

    def _crew(self, crew: Crew) -> str:
        crowds = [
            f"{self._colour(seat)} {self._crowd(crowd)}"
            for seat, crowd in enumerate(crew.crowds)
            if crowd
        ]
        logs = self.tongue.say(N_("logs {logs}")).format(logs=crew.logs)
        return "; ".join([*crowds, logs] if crew.logs else crowds)

    def _colour(self, seat: int) -> str:
        return self.tongue.say(COLOURS[ruleset.COLOURS[seat]])

    def _crowd(self, crowd: Crowd) -> str:
        say, count = self.tongue.say, crowd.workers
        workers = self.tongue.count(N_("{count} worker"), N_("{count} workers"), count)
        parts = [workers.format(count=count)] if count else []
        parts += [say(N_("sorcerer"))] if crowd.sorcerer else []
        parts += [say(N_("chief"))] if crowd.chief else []
        return ", ".join(parts) or say(N_("nobody"))

    def items(self) -> Iterator[str]:
        for item in self.view.items:
            place = "-" if item.at is None else self.island.label(item.at)
            yield f"{place:>4}  {self._item(item)}"

    def _item(self, item: ItemView) -> str:
        say = self.tongue.say
        name = say(N_("headdress")) if item.size == HEADDRESS else self._moai(item.size)
        if item.holder is None:
            return say(N_("{item}, abandoned")).format(item=name)
        if item.at is None:
            words = N_("{item}, in front of {seat}'s screen")
        else:
            words = N_("{item}, marked by {seat}") if item.marked else N_("{item}, moved by {seat}")
        return say(words).format(item=name, seat=self._colour(item.holder))

    def _moai(self, size: int) -> str:
        return self.tongue.say(N_("moai {size}")).format(size=size)

    def bases(self) -> Iterator[str]:
        for base in self.view.bases:
            owner = "?" if base.owner is None else self._colour(base.owner)
            where = self.island.ahus[base.ahu]
            yield f"{self.island.label(where.hex):>4}  {where.name}: {self._base(base)}, {owner}"

    def _base(self, base: BaseView) -> str:
        if not base.size:
            return self.tongue.say(N_("reserved"))
        if not base.topped:
            return self._moai(base.size)
        return self.tongue.say(N_("moai {size} with headdress")).format(size=base.size)

    def clan(self, clan: ClanView) -> str:
        say = self.tongue.say
        wide = 1 + max(len(say(colour)) for colour in COLOURS.values())
        has = say(N_("{score} points, halves {halves}"))
        has = has.format(score=f"{clan.score:>3}", halves=clan.halves)
        return "; ".join([f"{say(COLOURS[clan.colour]):>{wide}} {has}", *self._notes(clan)])

    def _notes(self, clan: ClanView) -> Iterator[str]:
        say = self.tongue.say
        if clan.front or clan.front_markers:
            yield say(N_("front: {figures}, markers {markers}")).format(
                figures=self._crowd(clan.front), markers=clan.front_markers
            )
        if clan.seat == self.view.first:
            yield say(N_("first player"))
        if clan.passed:
            yield say(N_("passed"))
        if clan.seat in self.view.awaiting:
            yield say(N_("awaited"))

    def mine(self) -> Iterator[str]:
        have = self.view.mine
        if have is not None:
            said = self.tongue.say(
                N_("Behind your screen: {figures}; markers {markers}, logs {logs}, bases {bases}.")
            )
            figures = self._crowd(have.figures)
            yield said.format(
                figures=figures, markers=have.markers, logs=have.logs, bases=have.bases
            )
