"""What can be clicked on the map: a ring in each hex, or round each ahu, that leads somewhere."""

from collections.abc import Iterator

from engine.hexes import Hex
from service.drawing.giants.chart import Chart
from service.drawing.giants.shore import Spot, spots
from service.drawing.look import Look, linked
from service.drawing.svg import NOTHING, Attribute, Markup, Point, number, polygon, rect

MANY = 24  # spots
ROUND_AHU = (-0.46, -0.59, 0.46, 0.7)  # left, top, right and bottom, in hex radii
INSET = 0.9  # of the ring; the whole of a hex can be clicked


def links(look: Look, chart: Chart) -> Iterator[Markup]:
    """In reading order, which is the order of the keyboard too; the ahus last."""
    for place, label in chart.island.labels.items():
        if label in look.spots:
            area = polygon(_corners(chart, place, 1), fill=look.theme.accent, fill_opacity=0)
            ring = polygon(_corners(chart, place, INSET), **_drawn(look, chart))
            yield linked(look, label, area, ring)
    for spot in spots(chart.island, chart.grid):
        yield linked(look, f"ahu:{spot.ahu.name}", NOTHING, _ahu(look, chart, spot))


def _corners(chart: Chart, place: Hex, inset: float) -> list[Point]:
    x, y = chart.centre(place)
    corners = (chart.point(corner) for corner in chart.grid.corners(place))
    return [(x + (cx - x) * inset, y + (cy - y) * inset) for cx, cy in corners]


def _ahu(look: Look, chart: Chart, spot: Spot) -> Markup:
    (x, y), radius = chart.point(spot.at), chart.radius
    left, top, right, bottom = (radius * share for share in ROUND_AHU)
    wide, tall = right - left, bottom - top
    return rect(x + left, y + top, wide, tall, rx=radius * 0.16, **_drawn(look, chart))


def _drawn(look: Look, chart: Chart) -> dict[str, Attribute]:
    """Fine where there are many, and until it is pointed at or has the focus."""
    wide = chart.radius * (0.045 if len(look.spots) > MANY else 0.065)
    return {
        "fill": look.theme.accent,
        "fill_opacity": 0.08,
        "stroke": look.theme.accent,
        "stroke_opacity": 0.75,
        "stroke_width": max(1.2, wide),
        "stroke_dasharray": f"{number(wide * 2.4)} {number(wide * 1.8)}",
        "stroke_linejoin": "round",
        "class_name": "ring",
    }
