"""Where an item can go: each reachable hex with one cheapest path."""

import heapq
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.giants.board import Island
from engine.giants.carrying import Haul, price
from engine.giants.state import Crew
from engine.hexes import Hex


class Way(NamedTuple):
    """A path to a hex, and the points that it gives away."""

    points: int
    path: tuple[Hex, ...]


def ways(
    island: Island,
    crews: Mapping[Hex, Crew],
    haul: Haul,
    start: Hex,
    trail: tuple[Hex, ...],
) -> Iterator[Way]:
    """Fewest points first, then shortest; staying is the first of them (G10: no hex twice).

    A hex costs the same wherever it is entered from, so the first way to it is the best.
    """
    seen, count = {start, *trail}, 0
    order = [(0, 0, 0, Way(0, ()))]
    while order:
        points, steps, _, way = heapq.heappop(order)
        yield way
        for place in island.neighbours[way.path[-1] if way.path else start]:
            crew = crews.get(place)
            if crew is None or place in seen:
                continue
            seen.add(place)
            toll = price(crew, haul)
            if toll is not None:
                count += 1
                further = Way(points + toll, (*way.path, place))
                heapq.heappush(order, (further.points, steps + 1, count, further))
