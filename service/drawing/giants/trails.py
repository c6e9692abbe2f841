"""The last moves: a quiet line over the hexes that an item was carried through, with an arrow."""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from engine.game import Tagged
from engine.giants.events import Moved
from service.drawing.giants.chart import Chart
from service.drawing.giants.units import clan_of
from service.drawing.look import Look
from service.drawing.svg import Markup, Point, group, number, path, polygon

MOST = 8  # moves; older ones would only clutter


def trails(look: Look, chart: Chart, events: Iterable[Tagged]) -> Iterator[Markup]:
    moved = [event for event in events if isinstance(event, Moved) and event.path]
    for order, event in enumerate(moved[-MOST:]):
        points = [chart.centre(place) for place in (event.start, *event.path)]
        aside = chart.radius * 0.07 * (order % 3 - 1)
        points[0] = _short(points[0], points[1], chart.radius * 0.3)
        points[-1] = _short(points[-1], points[-2], chart.radius * 0.5)
        yield _trail(look, chart, event, [(x + aside, y + aside) for x, y in points])


def _short(end: Point, before: Point, by: float) -> Point:
    """A line's end, drawn back so that what stands in the hex does not hide it."""
    share = by / math.dist(end, before)
    return end[0] + (before[0] - end[0]) * share, end[1] + (before[1] - end[1]) * share


def _trail(look: Look, chart: Chart, event: Moved, points: list[Point]) -> Markup:
    theme = look.theme
    colour = theme.stone if event.seat is None else clan_of(event.seat).fill
    wide = max(2.2, chart.radius * 0.085)
    line, head = _bent(points), _head(points, chart.radius * 0.3)
    return group(
        path(line, stroke=theme.halo, stroke_width=wide * 2),
        polygon(head, fill=theme.halo, stroke=theme.halo, stroke_width=wide),
        path(
            line,
            stroke=colour,
            stroke_width=wide,
            stroke_dasharray=f"{number(wide * 1.6)} {number(wide * 1.9)}",
        ),
        polygon(head, fill=colour),
        class_name="trail",
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        opacity=0.78,
        data_seat=event.seat,
        data_size=event.size,
    )


def _bent(points: list[Point]) -> str:
    """A curve through the borders between the hexes, from one centre to the other."""
    parts = [f"M{_said(points[0])}"]
    for here, after in pairwise(points[1:]):
        middle = ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        parts.append(f"Q{_said(here)} {_said(middle)}")
    return "".join([*parts, f"L{_said(points[-1])}"])


def _head(points: list[Point], length: float) -> list[Point]:
    (ax, ay), (bx, by) = points[-2], points[-1]
    angle = math.atan2(by - ay, bx - ax)
    back = [
        (bx - length * math.cos(angle + turn), by - length * math.sin(angle + turn))
        for turn in (-0.5, 0.5)
    ]
    return [(bx, by), *back]


def _said(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
