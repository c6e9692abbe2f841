"""The coast: an organic line that follows the hexes' outline, and the sea's depths round it."""

import math
from functools import lru_cache

from engine.giants.board import Island
from service.drawing.giants.grid import Grid, outlines
from service.drawing.svg import Markup, Point, group, number, path
from service.drawing.theme import Theme

ROUGHNESS = 0.13
WIDTHS = (3.9, 2.9, 1.75, 1.0)  # of the depths' bands across, in hex radii
SHALLOW = 2


def smoothed(loop: tuple[Point, ...]) -> list[Point]:
    """Corners and edges' middles, each drawn towards its neighbours, and a little out of line."""
    points = [p for a, b in _pairs(loop) for p in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))]
    for _ in range(2):
        points = [
            _between(points[i - 1], here, points[(i + 1) % len(points)])
            for i, here in enumerate(points)
        ]
    return [_weathered(point) for point in points]


def _pairs(loop: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(loop, (*loop[1:], loop[0]), strict=True))


def _between(before: Point, here: Point, after: Point) -> Point:
    return (
        here[0] / 2 + (before[0] + after[0]) / 4,
        here[1] / 2 + (before[1] + after[1]) / 4,
    )


def _weathered(point: Point) -> Point:
    """The same coast has the same bays in every picture: the sea has no chance of its own."""
    x, y = round(point[0], 2), round(point[1], 2)
    one = math.sin(x * 7.3 + y * 3.1) + math.sin(x * 2.9 - y * 5.7)
    two = math.sin(x * 4.7 - y * 6.1) + math.sin(x * 5.3 + y * 2.3)
    return x + ROUGHNESS * one / 2, y + ROUGHNESS * two / 2


def _curve(points: list[Point], radius: float) -> str:
    """A closed curve through the middles between the points, bent by the points."""
    scaled = [(x * radius, y * radius) for x, y in points]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in _pairs(tuple(scaled))]
    parts = [f"M{_said(middles[-1])}"]
    parts += [f"Q{_said(p)} {_said(m)}" for p, m in zip(scaled, middles, strict=True)]
    return "".join(parts) + "Z"


def _said(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


@lru_cache(maxsize=64)
def line(island: Island, grid: Grid, radius: float) -> str:
    return "".join(_curve(smoothed(loop), radius) for loop in outlines(island, grid))


@lru_cache(maxsize=64)
def reach(island: Island, grid: Grid, radius: float) -> str:
    """The coast with every other point: wide bands hide the rest, and cost half as much."""
    return "".join(_curve(smoothed(loop)[::2], radius) for loop in outlines(island, grid))


def depths(theme: Theme, coast: str, spits: str, radius: float, shift: str) -> Markup:
    """Bands that grow paler towards the land, each with a fine line at its edge."""
    drawn = []
    for colour, across in zip(theme.depths, WIDTHS, strict=True):
        for tint, wide in ((theme.depth_line, across * radius + 1.6), (colour, across * radius)):
            drawn.append(path(coast, stroke=tint, stroke_width=wide, transform=shift))
            if across < SHALLOW:  # farther out the spits make no difference
                drawn.append(path(spits, stroke=tint, stroke_width=wide * 0.8 + radius * 0.35))
    return group(
        *drawn, class_name="sea", fill="none", stroke_linejoin="round", stroke_linecap="round"
    )


def ground(theme: Theme, coast: str, spits: str, radius: float, shift: str) -> Markup:
    """The land with its beach, and a spit of sand out to every ahu."""
    beach = {"stroke": theme.sand, "stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(
        path(spits, fill="none", stroke_width=radius * 0.5, **beach),
        path(
            coast,
            fill=theme.sand,
            fill_rule="evenodd",
            stroke_width=radius * 0.5,
            transform=shift,
            **beach,
        ),
        path(
            coast,
            fill=theme.land,
            fill_rule="evenodd",
            stroke=theme.land,
            stroke_width=radius * 0.26,
            stroke_linejoin="round",
            transform=shift,
        ),
        class_name="land",
    )
