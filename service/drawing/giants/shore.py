"""Where the ahus stand off the coast: close to their edge, and out of each other's way."""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.giants.board import Ahu, Island
from service.drawing.giants.grid import ROOT3, Grid
from service.drawing.svg import Point

WIDE: Final = 0.8  # of an ahu with its sign, in hex radii, with a little air
TALL: Final = 1.32
OFF: Final = 0.62  # from the edge to the sign's middle
CLEAR: Final = 1.42  # from any hex's centre to a sign's middle, at least
ROUNDS: Final = 150


@dataclass(frozen=True, slots=True)
class Spot:
    """An ahu's place: where its sign's middle is, and the coast that it belongs to."""

    ahu: Ahu
    at: Point
    coast: Point


@lru_cache(maxsize=32)
def spots(island: Island, grid: Grid) -> tuple[Spot, ...]:
    """Each ahu off its edge's middle, pushed from land and from the others until all have room."""
    ahus = list(island.ahus.values())
    coast = [_coast(grid, ahu) for ahu in ahus]
    wanted = [_off(grid, ahu, middle) for ahu, middle in zip(ahus, coast, strict=True)]
    land = [grid.centre(place) for place in island.labels]
    places = list(wanted)
    for turn in range(ROUNDS):
        places = [_settled(p, w, land, turn) for p, w in zip(places, wanted, strict=True)]
        _part(places)
    return tuple(Spot(*each) for each in zip(ahus, places, coast, strict=True))


def _coast(grid: Grid, ahu: Ahu) -> Point:
    (x, y), (dx, dy) = grid.centre(ahu.hex), grid.outward(ahu.edge)
    return x + dx * ROOT3 / 2, y + dy * ROOT3 / 2


def _off(grid: Grid, ahu: Ahu, middle: Point) -> Point:
    dx, dy = grid.outward(ahu.edge)
    return middle[0] + OFF * dx, middle[1] + OFF * dy


def _settled(place: Point, wanted: Point, land: list[Point], turn: int) -> Point:
    """A step back towards where it belongs, then off the land."""
    pull = 0.12 * (1 - turn / ROUNDS)
    x, y = place[0] + pull * (wanted[0] - place[0]), place[1] + pull * (wanted[1] - place[1])
    for cx, cy in land:
        away = math.hypot(x - cx, y - cy)
        if 0 < away < CLEAR:
            grow = 0.6 * (CLEAR - away) / away
            x, y = x + (x - cx) * grow, y + (y - cy) * grow
    return x, y


def _part(places: list[Point]) -> None:
    """Push any two that overlap apart, along the shorter way."""
    for i, j in combinations(range(len(places)), 2):
        (ax, ay), (bx, by) = places[i], places[j]
        over_x, over_y = WIDE - abs(ax - bx), TALL - abs(ay - by)
        if min(over_x, over_y) <= 0:
            continue
        if over_x < over_y:
            push = math.copysign(over_x / 2, ax - bx)
            places[i], places[j] = (ax + push, ay), (bx - push, by)
        else:
            push = math.copysign(over_y / 2, ay - by)
            places[i], places[j] = (ax, ay + push), (bx, by - push)
