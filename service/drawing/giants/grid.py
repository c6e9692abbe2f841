"""Where hexes lie on paper, in hex radii; a wide island is turned upright for a narrow picture."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.giants.board import Island
from engine.hexes import EDGES, Hex
from service.drawing.svg import Point

ROOT3: Final = math.sqrt(3)
# Each edge's direction, pointy top, y downwards.
TURNS: Final = {"E": 0, "SE": 60, "SW": 120, "W": 180, "NW": 240, "NE": 300}


@dataclass(frozen=True, slots=True)
class Grid:
    """Hexes of radius 1; turned, north is to the left and numbers climb as on a chessboard."""

    turned: bool = False

    def centre(self, place: Hex) -> Point:
        return self._laid(ROOT3 * (place.q + place.r / 2), 1.5 * place.r)

    def corners(self, place: Hex) -> list[Point]:
        x, y = self.centre(place)
        return [(x + dx, y + dy) for dx, dy in map(self._corner, range(6))]

    def outward(self, edge: str) -> Point:
        """The unit vector from a hex's centre through an edge."""
        angle = math.radians(TURNS[edge])
        return self._laid(math.cos(angle), math.sin(angle))

    def edge(self, place: Hex, edge: str) -> tuple[Point, Point]:
        """An edge's two ends, with the land on the right hand."""
        corners, first = self.corners(place), TURNS[edge] // 60
        return corners[(first - 1) % 6], corners[first]

    def _corner(self, number: int) -> Point:
        """The corner after the edge of that number, clockwise: 0 is between E and SE."""
        angle = math.radians(60 * number + 30)
        return self._laid(math.cos(angle), math.sin(angle))

    def _laid(self, x: float, y: float) -> Point:
        return (y, -x) if self.turned else (x, y)


@lru_cache(maxsize=32)
def outlines(island: Island, grid: Grid) -> tuple[tuple[Point, ...], ...]:
    """The coast as closed lines of corners: the shore, and those of lakes if there are any."""
    ways: dict[tuple[int, int], tuple[Point, Point]] = {}
    for place in island.labels:
        for edge, (dq, dr) in EDGES.items():
            if Hex(place.q + dq, place.r + dr) not in island.labels:
                start, end = grid.edge(place, edge)
                ways[_key(start)] = (start, end)
    found = []
    while ways:
        loop, (start, end) = [], ways.pop(min(ways))
        loop.append(start)
        while _key(end) in ways:
            start, end = ways.pop(_key(end))
            loop.append(start)
        found.append(tuple(loop))
    return tuple(found)


def _key(point: Point) -> tuple[int, int]:
    """One corner is computed from three hexes, each a little differently."""
    return round(point[0] * 1000), round(point[1] * 1000)
