"""Where the ahus' names are written: beside their sign, over open water, or not at all."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from service.drawing import fonts
from service.drawing.giants.chart import Chart
from service.drawing.giants.shore import Spot, spots
from service.drawing.svg import Point

SIZE: Final = 10.5
RIM: Final = 3  # pixels to the map's edge
DRY: Final = 0.98  # a name keeps so far from a hex's centre, in hex radii


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def away(self, point: Point) -> float:
        """The square of the distance from a point to the nearest of the box."""
        x = point[0] - min(max(point[0], self.left), self.right)
        y = point[1] - min(max(point[1], self.top), self.bottom)
        return x * x + y * y


@lru_cache(maxsize=32)
def names(chart: Chart) -> dict[str, Point]:
    """For each ahu that has room for its name, the name's middle on its baseline."""
    found = spots(chart.island, chart.grid)
    taken = [_sign(chart, spot) for spot in found]
    land = [chart.centre(place) for place in chart.island.labels]
    told = {}
    for spot in found:
        for box in _candidates(chart, spot):
            if _free(chart, box, taken, land):
                taken.append(box)
                told[spot.ahu.id] = ((box.left + box.right) / 2, box.bottom - 2.5)
                break
    return told


def _sign(chart: Chart, spot: Spot) -> Box:
    (x, y), radius = chart.point(spot.at), chart.radius
    return Box(x - 0.42 * radius, y - 0.56 * radius, x + 0.42 * radius, y + 0.66 * radius)


def _candidates(chart: Chart, spot: Spot) -> Iterable[Box]:
    """Away from the coast first, then to the sides."""
    sign, wide = _sign(chart, spot), fonts.width(spot.ahu.name, SIZE)
    middle, level = (sign.left + sign.right) / 2, (sign.top + sign.bottom) / 2
    tall = SIZE + 3
    above = Box(middle - wide / 2, sign.top - tall, middle + wide / 2, sign.top)
    below = Box(middle - wide / 2, sign.bottom, middle + wide / 2, sign.bottom + tall)
    left = Box(sign.left - wide - 3, level - tall / 2, sign.left - 3, level + tall / 2)
    right = Box(sign.right + 3, level - tall / 2, sign.right + wide + 3, level + tall / 2)
    upright = (above, below) if spot.at[1] < spot.coast[1] else (below, above)
    sideways = (left, right) if spot.at[0] < spot.coast[0] else (right, left)
    shifted = [
        Box(box.left + by, box.top, box.right + by, box.bottom)
        for box in upright
        for by in (-wide / 3, wide / 3)
    ]
    return (*upright, *sideways, *shifted)


def _free(chart: Chart, box: Box, taken: list[Box], land: list[Point]) -> bool:
    inside = (
        min(box.left, box.top) > RIM
        and box.right < chart.width - RIM
        and box.bottom < chart.height - RIM
    )
    near = (DRY * chart.radius) ** 2
    return (
        inside
        and not any(box.meets(other) for other in taken)
        and all(box.away(centre) > near for centre in land)
    )
