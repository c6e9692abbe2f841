"""Paths by way of chosen hexes: the cheapest one that stops on each of them in turn."""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.giants.board import Island
from engine.giants.carrying import Haul, price
from engine.giants.paths import Way
from engine.giants.state import Crew
from engine.hexes import Hex

Costs: TypeAlias = Mapping[Hex, int]

A_POINT: Final = 1000  # steps: one point given away outweighs any path
MOST_TRIED: Final = 1500  # beginnings of a path; only stops that bar each other need more


def through(
    island: Island,
    crews: Mapping[Hex, Crew],
    haul: Haul,
    start: Hex,
    trail: tuple[Hex, ...],
    stops: Sequence[Hex],
) -> Way | None:
    """Fewest points, then shortest; the last stop is the end. None: no way is found.

    No hex is entered twice (G10), so what one stop takes may bar another: to be sure of that can
    take very long, and the search gives up.
    """
    costs = _costs(crews, haul, {start, *trail})
    if not costs.keys() >= set(stops) or len(set(stops)) < len(stops):
        return None
    return _Search(island, costs, stops, tuple(_to(island, costs, stop) for stop in stops)).run(
        start
    )


def _costs(crews: Mapping[Hex, Crew], haul: Haul, been: set[Hex]) -> Costs:
    """What it costs to enter each hex that can be entered."""
    tolls = {h: price(crew, haul) for h, crew in crews.items() if h not in been}
    return {place: toll * A_POINT + 1 for place, toll in tolls.items() if toll is not None}


def _to(island: Island, costs: Costs, stop: Hex) -> Costs:
    """The least that it takes from each hex to a stop, were no hex barred."""
    found: dict[Hex, int] = {}
    order = [(0, stop)]
    while order:
        cost, place = heapq.heappop(order)
        if place in found:
            continue
        found[place] = cost
        if place in costs:
            for before in island.neighbours[place]:
                heapq.heappush(order, (cost + costs[place], before))
    return found


@dataclass(frozen=True, slots=True)
class _Search:
    """The most promising beginning first: by what it cost and the least that is to come."""

    island: Island
    costs: Costs
    stops: Sequence[Hex]
    legs: tuple[Costs, ...]  # to each stop

    def run(self, start: Hex) -> Way | None:
        order: list[tuple[int, int, int, int, tuple[Hex, ...]]] = [(0, 0, 0, 0, ())]
        tried = 0
        while order and tried < MOST_TRIED:
            _, _, passed, cost, path = heapq.heappop(order)
            if passed == len(self.stops):
                return Way(cost // A_POINT, path)
            for place in self.island.neighbours[path[-1] if path else start]:
                if not self._open(place, path, passed):
                    continue
                tried += 1
                now = passed + (place == self.stops[passed])
                spent = cost + self.costs[place]
                if (ahead := self._ahead(place, now)) is not None:
                    heapq.heappush(order, (spent + ahead, tried, now, spent, (*path, place)))
        return None

    def _open(self, place: Hex, path: tuple[Hex, ...], passed: int) -> bool:
        """A later stop waits for its turn."""
        later = self.stops[passed + 1 :]
        return place in self.costs and place not in path and place not in later

    def _ahead(self, place: Hex, passed: int) -> int | None:
        total = 0
        for stop, leg in zip(self.stops[passed:], self.legs[passed:], strict=True):
            if place not in leg:
                return None
            total += leg[place]
            place = stop
        return total
