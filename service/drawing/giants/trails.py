"""Moves as lines over the hexes: quiet ones for the last, a bold one for what a draft would be."""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from engine.game import Tagged
from engine.giants.events import Moved, Placed
from engine.hexes import Hex
from service.drawing import pieces
from service.drawing.giants.chart import Chart
from service.drawing.giants.units import clan_of
from service.drawing.look import Look
from service.drawing.svg import NOTHING, Markup, Point, at, circle, group, number, path, polygon

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


# --- a draft


def drafted(look: Look, chart: Chart, events: Iterable[Tagged]) -> Iterator[Markup]:
    """What is in hand: where it lies, the way it would go, and its ghost at the end."""
    for event in events:
        if isinstance(event, Moved):
            yield _hauled(look, chart, event)
        elif isinstance(event, Placed):
            figure = pieces.figure(look.theme, clan_of(event.seat), event.figure)
            yield group(_ghost(look, chart, event.at, figure), class_name="drafted")


def _hauled(look: Look, chart: Chart, event: Moved) -> Markup:
    theme, wide = look.theme, max(2.6, chart.radius * 0.1)
    points = [chart.centre(place) for place in (event.start, *event.path)]
    stone = pieces.moai(theme, event.size) if event.size else pieces.headdress(theme)
    return group(
        _ring(look, chart, points[0], wide),
        _line(look, points, wide, chart.radius * 0.74) if event.path else NOTHING,
        _ghost(look, chart, event.path[-1], stone) if event.path else NOTHING,
        class_name="drafted",
        data_size=event.size,
        data_path=" ".join(map(chart.island.label, event.path)),
    )


def _ring(look: Look, chart: Chart, here: Point, wide: float) -> Markup:
    radius = chart.radius * 0.74
    return group(
        circle(*here, radius, stroke=look.theme.card, stroke_width=wide * 1.8),
        circle(*here, radius, stroke=look.theme.accent, stroke_width=wide),
        fill="none",
    )


def _line(look: Look, points: list[Point], wide: float, back: float) -> Markup:
    line = _bent([_short(points[0], points[1], back), *points[1:]])
    return group(
        path(line, stroke=look.theme.card, stroke_width=wide * 2),
        path(
            line,
            stroke=look.theme.accent,
            stroke_width=wide,
            stroke_dasharray=f"{number(wide * 1.7)} {number(wide * 1.7)}",
        ),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _ghost(look: Look, chart: Chart, place: Hex, piece: Markup) -> Markup:
    """On a disc of its own, so that it is told from what stands there."""
    theme, radius, (x, y) = look.theme, chart.radius * 0.56, chart.centre(place)
    return group(
        circle(
            x,
            y,
            radius,
            fill=theme.card,
            fill_opacity=0.88,
            stroke=theme.accent,
            stroke_width=radius * 0.13,
            stroke_dasharray=f"{number(radius * 0.3)} {number(radius * 0.22)}",
        ),
        group(piece, transform=at(x, y, radius * 1.25 / pieces.TALL), opacity=0.85),
        class_name="ghost",
        data_hex=chart.island.label(place),
    )


# --- lines


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
