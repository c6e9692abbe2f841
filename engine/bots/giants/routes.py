"""How an item could be carried somewhere, and which strength is still missing on the way."""

import heapq
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.bots.giants.table import Table
from engine.bots.giants.worth import GIVEN, HOPE, STEP, UNIT, gain
from engine.giants.board import Ahu
from engine.giants.carrying import Haul, load, own_figure, price
from engine.giants.items import place_of
from engine.giants.state import Item
from engine.hexes import Hex


class Gap(NamedTuple):
    """A hex on a way where strength is missing."""

    at: Hex
    units: int


class Route(NamedTuple):
    """A way to a hex: what it costs, and its gaps in the order of the way."""

    cost: float
    gaps: tuple[Gap, ...]

    @property
    def missing(self) -> int:
        return sum(gap.units for gap in self.gaps)


class Goal(NamedTuple):
    """What an item could become on an ahu, and the way there."""

    value: float
    item: Item
    ahu: Ahu
    route: Route


def routes(table: Table, start: Hex, weight: int, trail: tuple[Hex, ...]) -> Mapping[Hex, Route]:
    """To every hex one way that costs least, missing strength included.

    A hex costs the same wherever it is entered from, so the first way to it is the cheapest.
    """
    found: dict[Hex, Route] = {}
    seen, count = {start, *trail}, 0
    queue: list[tuple[float, int, Hex, tuple[Gap, ...]]] = [(0.0, 0, start, ())]
    while queue:
        cost, _, here, gaps = heapq.heappop(queue)
        found[here] = Route(cost, gaps)
        for place in table.island.neighbours[here]:
            if place in seen:
                continue
            seen.add(place)
            count += 1
            toll, missing = _entry(table, place, weight)
            further = (*gaps, Gap(place, missing)) if missing else gaps
            heapq.heappush(queue, (cost + toll, count, place, further))
    return found


def _entry(table: Table, place: Hex, weight: int) -> tuple[float, int]:
    """What it costs to enter a hex, and the strength that is missing there."""
    crew = table.crews.get(place)
    if crew is None:
        return STEP + UNIT * weight, weight
    toll = price(crew, Haul(table.seat, weight, table.view.rules))
    if toll is not None:
        return STEP + GIVEN * toll, 0
    figures = sum(crowd.worth for crowd in crew.crowds)
    missing = max(weight - figures - crew.logs, 0 if figures else 1)
    lent = figures - crew.crowds[table.seat].worth
    return STEP + UNIT * missing + GIVEN * lent, missing


def to_ahu(table: Table, ways: Mapping[Hex, Route], ahu: Ahu) -> Route | None:
    """The way to an ahu's hex with an own figure there, who alone can erect and top (G11, G12)."""
    route = ways.get(ahu.hex)
    if route is None or own_figure(table.crews.get(ahu.hex), table.seat):
        return route
    if route.gaps and route.gaps[-1].at == ahu.hex:
        return route
    return Route(route.cost + UNIT, (*route.gaps, Gap(ahu.hex, 1)))


def best_goal(table: Table, item: Item, ahus: Iterable[Ahu], strength: int) -> Goal | None:
    """The ahu that is worth most after all costs, given the strength at hand."""
    ways = routes(table, place_of(table.island, item), load(item.size), item.trail)
    best = None
    for ahu in ahus:
        route = to_ahu(table, ways, ahu)
        if route is None:
            continue
        hoped = HOPE ** max(0, route.missing - strength)
        value = gain(item.size, ahu) * hoped - route.cost
        if value > 0 and (best is None or value > best.value):
            best = Goal(value, item, ahu, route)
    return best
