"""The island: hexes, sites, forests and ahus, read from data and checked.

The printed map is not public, so `islands/rapa-nui.json` is a reconstruction of ours.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

from engine import codec
from engine.errors import Illegal, Malformed, shown
from engine.giants import ruleset
from engine.hexes import Hex, across, neighbours

Site: TypeAlias = Literal["moai-quarry", "headdress-quarry", "village", "hut"]
SITES: Final[tuple[Site, ...]] = ("moai-quarry", "headdress-quarry", "village", "hut")
Edge: TypeAlias = Literal["E", "NE", "NW", "W", "SW", "SE"]


@dataclass(frozen=True, slots=True)
class Ahu:
    """A platform on the coast: what a moai, times its size, and a headdress are worth on it."""

    id: str
    name: str
    hex: Hex
    edge: Edge
    moai: int
    headdress: int


@dataclass(frozen=True, slots=True)
class Ground:
    """One hex of a map file."""

    q: int
    r: int
    site: Site | None = None
    forest: int | None = None

    @property
    def hex(self) -> Hex:
        return Hex(self.q, self.r)


@dataclass(frozen=True, slots=True)
class Chart:
    """A map file as it is written."""

    name: str
    hexes: tuple[Ground, ...]
    ahus: tuple[Ahu, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Island:
    """A checked map with what play asks of it worked out."""

    name: str
    ahus: Mapping[str, Ahu]
    forests: Mapping[Hex, int]
    sites: Mapping[Site, Hex]
    site_at: Mapping[Hex, Site]
    labels: Mapping[Hex, str]  # in reading order
    by_label: Mapping[str, Hex]
    neighbours: Mapping[Hex, tuple[Hex, ...]]
    ahus_at: Mapping[Hex, tuple[Ahu, ...]] = field(repr=False)

    def label(self, place: Hex) -> str:
        return self.labels[place]


def read(data: Any) -> Island:
    """The island that this JSON describes, or a refusal that names its fault."""
    chart: Chart = codec.read(Chart, data)
    _demand_land(chart)
    _demand_sites(chart)
    _demand_forests(chart)
    _demand_ahus(chart)
    return _worked_out(chart)


def load(name: str) -> Island:
    """One of the islands that come with the game."""
    text = resources.files("engine.giants").joinpath("islands", f"{name}.json").read_text("utf-8")
    return read(json.loads(text))


def demand_room(island: Island, seats: int) -> None:
    """Refuse a table whose bases would not find an ahu each."""
    needed = seats * ruleset.BASES[seats]
    if len(island.ahus) < needed:
        raise Malformed(
            "too_few_ahus", island=island.name, ahus=len(island.ahus), needed=needed, seats=seats
        )


def demand_ahu(island: Island, place: Hex, ahu: str | None) -> Ahu:
    """The ahu by this hex that is named, or a refusal that says what there is."""
    if ahu is None:
        near = tuple(each.id for each in island.ahus_at[place])
        if not near:
            raise Illegal("no_ahu", hex=island.label(place))
        raise Malformed("which_ahu", candidates=near)
    if ahu not in island.ahus:
        raise Malformed("unknown_ahu", ahu=shown(ahu))
    if island.ahus[ahu].hex != place:
        raise Illegal("ahu_not_adjacent", ahu=ahu, hex=island.label(place))
    return island.ahus[ahu]


# --- faults of a map


def _repeated(things: Iterable[Any]) -> Any | None:
    seen = set()
    for thing in things:
        if thing in seen:
            return thing
        seen.add(thing)
    return None


def _demand_land(chart: Chart) -> None:
    land = [ground.hex for ground in chart.hexes]
    if (twice := _repeated(land)) is not None:
        raise Malformed("hex_twice", hex=tuple(twice))
    if not land:
        raise Malformed("no_land")
    if adrift := set(land) - _connected(land):
        raise Malformed("land_apart", hex=tuple(min(adrift)))


def _connected(land: list[Hex]) -> set[Hex]:
    left, reached, edge = set(land[1:]), {land[0]}, [land[0]]
    while edge:
        near = left.intersection(neighbours(edge.pop()))
        left -= near
        reached |= near
        edge.extend(near)
    return reached


def _demand_sites(chart: Chart) -> None:
    found = [ground.site for ground in chart.hexes if ground.site]
    for site in SITES:
        if found.count(site) != 1:
            raise Malformed("site_count", site=site, found=found.count(site))


def _demand_forests(chart: Chart) -> None:
    forests = [ground.forest for ground in chart.hexes if ground.forest is not None]
    if any(logs < 0 for logs in forests):
        raise Malformed("value_below_zero", what="forest", value=min(forests))
    if sum(forests) != ruleset.LOGS:
        raise Malformed("forest_sum", found=sum(forests), needed=ruleset.LOGS)


def _demand_ahus(chart: Chart) -> None:
    land = {ground.hex for ground in chart.hexes}
    if (twice := _repeated(ahu.id for ahu in chart.ahus)) is not None:
        raise Malformed("ahu_twice", ahu=twice)
    if (edge := _repeated((ahu.hex, ahu.edge) for ahu in chart.ahus)) is not None:
        raise Malformed("edge_twice", hex=tuple(edge[0]), edge=edge[1])
    for ahu in chart.ahus:
        _demand_ahu(ahu, land)


def _demand_ahu(ahu: Ahu, land: set[Hex]) -> None:
    if ahu.hex not in land:
        raise Malformed("ahu_at_sea", ahu=ahu.id, hex=tuple(ahu.hex))
    if across(ahu.hex, ahu.edge) in land:
        raise Malformed("ahu_inland", ahu=ahu.id, hex=tuple(ahu.hex), edge=ahu.edge)
    if min(ahu.moai, ahu.headdress) < 0:
        raise Malformed("value_below_zero", what=ahu.id, value=min(ahu.moai, ahu.headdress))


# --- what play asks


def _worked_out(chart: Chart) -> Island:
    land = {ground.hex for ground in chart.hexes}
    sites = {ground.site: ground.hex for ground in chart.hexes if ground.site}
    labels = _labels(land)
    return Island(
        name=chart.name,
        ahus={ahu.id: ahu for ahu in chart.ahus},
        forests={ground.hex: ground.forest for ground in chart.hexes if ground.forest},
        sites=sites,
        site_at={place: site for site, place in sites.items()},
        labels=labels,
        by_label={label: place for place, label in labels.items()},
        neighbours={h: tuple(n for n in neighbours(h) if n in land) for h in labels},
        ahus_at={h: tuple(ahu for ahu in chart.ahus if ahu.hex == h) for h in labels},
    )


def _labels(land: set[Hex]) -> dict[Hex, str]:
    """A letter for each row from the north, a number along it from the west: B7."""
    rows = sorted({place.r for place in land})
    labels = {}
    for letter, row in zip(_letters(len(rows)), rows, strict=True):
        for number, place in enumerate(sorted(h for h in land if h.r == row), start=1):
            labels[place] = f"{letter}{number}"
    return labels


def _letters(count: int) -> list[str]:
    alphabet = [chr(ord("A") + i) for i in range(26)]
    return (alphabet + [a + b for a in alphabet for b in alphabet])[:count]
