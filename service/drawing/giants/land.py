"""The hexes: faint cells with their labels, what grows or is built there, and who stands there."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from engine.giants.view import ItemView, View
from engine.hexes import Hex
from service.drawing.giants import sites, units
from service.drawing.giants.chart import Chart
from service.drawing.look import Look
from service.drawing.svg import NOTHING, Markup, Point, at, group, polygon, text
from service.drawing.theme import Theme
from service.drawing.units import Unit, box, packed

INSET = 0.955
SMALLEST_LABEL = 8.5
BOX = (1.46, 1.12)  # where pieces stand, in hex radii
LARGEST = 0.76  # a piece's height, in the same
LEGIBLE = 14.0  # pixels; what is drawn smaller is told again beside the map


def cells(look: Look, chart: Chart) -> Iterator[Markup]:
    """The grid itself, a shade darker where a forest is or was."""
    theme, island = look.theme, chart.island
    for place, label in island.labels.items():
        x, y = chart.centre(place)
        fill = theme.forest if place in island.forests else _hill(theme, place)
        corners = [_inset(chart.point(corner), (x, y)) for corner in chart.grid.corners(place)]
        yield polygon(
            corners,
            fill=fill,
            stroke=theme.grid,
            stroke_width=max(0.7, chart.radius * 0.022),
            stroke_linejoin="round",
            class_name="hex",
            data_hex=label,
        )


def _hill(theme: Theme, place: Hex) -> str:
    """Neighbours differ by a shade, so that the land does not look printed."""
    return theme.hills[(place.q - place.r) % len(theme.hills)]


def _inset(corner: Point, centre: Point) -> Point:
    return (
        centre[0] + (corner[0] - centre[0]) * INSET,
        centre[1] + (corner[1] - centre[1]) * INSET,
    )


def contents(look: Look, chart: Chart, view: View) -> Iterator[Markup]:
    """Each hex's label, its site or forest, and its pieces."""
    there = pieces_at(look, view)
    for place in chart.island.labels:
        yield _content(look, chart, view, place, there.get(place, []))


def pieces_at(look: Look, view: View) -> dict[Hex, list[Unit]]:
    """Items, figures and logs by hex."""
    found: defaultdict[Hex, list[Unit]] = defaultdict(list)
    items: defaultdict[Hex, list[ItemView]] = defaultdict(list)
    for item in view.items:
        if item.at is not None:
            items[item.at].append(item)
    for place, lying in items.items():
        found[place] += units.items(look.theme, lying)
    for crew in view.crews:
        found[crew.at] += units.crew(look.theme, crew)
    return found


def crowded(look: Look, chart: Chart, view: View) -> Iterator[tuple[str, list[Unit]]]:
    """The hexes with more on them than can be read there, by label."""
    there, radius = pieces_at(look, view), chart.radius
    for place, label in chart.island.labels.items():
        here = there.get(place, [])
        if here and packed(here, BOX[0] * radius, BOX[1] * radius, LARGEST * radius)[0] < LEGIBLE:
            yield label, [replace(unit, attributes=()) for unit in here]


def _content(look: Look, chart: Chart, view: View, place: Hex, here: list[Unit]) -> Markup:
    (x, y), radius, theme = chart.centre(place), chart.radius, look.theme
    marked = place in chart.island.site_at or place in chart.island.forests
    size = max(SMALLEST_LABEL, radius * 0.27)
    aside = radius * 0.34 if here and marked else 0
    wide, high, largest = BOX[0] * radius, BOX[1] * radius, LARGEST * radius
    middle = (x, y + radius * 0.21)
    return group(
        text(
            x - aside,
            y - radius * 0.46,
            chart.island.label(place),
            size,
            theme.on_land,
            class_name="label",
        ),
        _feature(look, chart, view, place, busy=bool(here)),
        box(here, middle, wide, high, largest, theme.outline, theme.halo) if here else NOTHING,
        class_name="place",
        data_hex=chart.island.label(place),
    )


def _feature(look: Look, chart: Chart, view: View, place: Hex, *, busy: bool) -> Markup:
    """A site and a forest may share a hex; where pieces stand they make room."""
    island = chart.island
    site, logs = island.site_at.get(place), island.forests.get(place)
    both = site is not None and logs is not None
    drawn = NOTHING
    if site is not None:
        symbol = sites.SITES[site](look.theme)
        spot = _spot(chart, place, busy=busy, shift=-0.36 if both else 0)
        drawn = group(symbol, transform=spot, class_name="site", data_site=site)
    if logs is None:
        return drawn
    forest = _forest(look, logs, cut=place in view.cut, busy=busy)
    spot = _spot(chart, place, busy=busy, shift=0.36 if both else 0)
    kind = "forest cut" if place in view.cut else "forest"
    return Markup(drawn + group(forest, transform=spot, class_name=kind, data_logs=logs))


def _spot(chart: Chart, place: Hex, *, busy: bool, shift: float) -> str:
    (x, y), radius = chart.centre(place), chart.radius
    if busy:
        return at(x + radius * (0.36 + shift / 2), y - radius * 0.57, radius / 50)
    return at(x + radius * shift, y + radius * 0.2, radius / (25 if not shift else 36))


def _forest(look: Look, logs: int, *, cut: bool, busy: bool) -> Markup:
    """Three trees and how many logs they give; one tree where there is little room."""
    theme = look.theme
    one = sites.stump if cut else sites.palm
    if busy:
        tree = group(one(theme), transform=at(-6, 0, 0.95))
        return tree if cut else Markup(tree + _logs(look, 9, 4, logs, 17))
    places = ((-10, -1), (10, 0)) if cut else ((-10, -1), (9, -3), (0, 4))
    trees = [group(one(theme), transform=at(x, y, 0.8)) for x, y in places]
    return Markup("".join(trees) + ("" if cut else _logs(look, 12, 12, logs, 13)))


def _logs(look: Look, x: float, y: float, logs: int, size: float) -> Markup:
    return text(
        x,
        y,
        str(logs),
        size,
        look.theme.on_land,
        bold=True,
        stroke=look.theme.forest,
        stroke_width=size * 0.25,
        paint_order="stroke",
        stroke_linejoin="round",
    )
