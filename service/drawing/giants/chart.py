"""The map's frame: how large a hex is drawn, and where the island lies on the paper."""

from dataclasses import dataclass
from functools import lru_cache

from engine.giants.board import Island
from engine.hexes import Hex
from service.drawing.giants import shore
from service.drawing.giants.grid import Grid
from service.drawing.look import Look
from service.drawing.svg import Point

MARGIN = 0.35  # of open sea, in hex radii
UPRIGHT = 1.15  # an island so much wider than tall is turned for a narrow picture
LARGEST = 58.0  # a hex's radius: a small island does not blow up


@dataclass(frozen=True, slots=True)
class Chart:
    """A map of a width and a height; the island's own 0, 0 is at the origin."""

    island: Island
    grid: Grid
    radius: float
    width: float
    height: float
    origin: Point

    def centre(self, place: Hex) -> Point:
        return self.point(self.grid.centre(place))

    def point(self, at: Point) -> Point:
        return self.origin[0] + at[0] * self.radius, self.origin[1] + at[1] * self.radius


def chart(look: Look, island: Island, width: float, least: float) -> Chart:
    """The island as large as the width allows, in the middle of a sea of at least this height."""
    grid = Grid(turned=look.narrow and _proportion(island) > UPRIGHT)
    left, top, right, bottom = bounds(island, grid)
    radius = round(min(width / (right - left), LARGEST if look.wide else 99), 2)
    height = max(least, round((bottom - top) * radius))
    origin = (
        round(width / 2 - (left + right) / 2 * radius, 1),
        round(height / 2 - (top + bottom) / 2 * radius, 1),
    )
    return Chart(island, grid, radius, width, height, origin)


@lru_cache(maxsize=32)
def bounds(island: Island, grid: Grid) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all that is drawn."""
    points = [corner for place in island.labels for corner in grid.corners(place)]
    for spot in shore.spots(island, grid):
        x, y = spot.at
        points += [
            (x - shore.WIDE / 2, y - shore.TALL / 2),
            (x + shore.WIDE / 2, y + shore.TALL / 2),
        ]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def _proportion(island: Island) -> float:
    left, top, right, bottom = bounds(island, Grid())
    return (right - left) / (bottom - top)
