"""Symbols of the land, 24 high about 0, 0: quarries, village, hut, trees and stumps."""

from collections.abc import Callable
from typing import Final

from service.drawing.svg import Markup, circle, element, group, path, rect
from service.drawing.theme import Theme


def moai_quarry(theme: Theme) -> Markup:
    """A crater's slope with two heads half out of the rock."""
    return group(
        path(
            "M-15 11Q-11 -4 -7 -9Q-3 -6 1 -10Q5 -13 8 -8Q12 -2 15 11Z",
            fill=theme.stone_deep,
            stroke=theme.outline,
            stroke_width=1,
        ),
        path(
            "M-8.500 11V1Q-8.500 -3 -5.500 -3Q-2.500 -3 -2.500 1V11Z",
            fill=theme.stone,
            stroke=theme.halo,
            stroke_width=0.8,
        ),
        path("M-8 0.500H-3M-5.500 0.500V5.500H-4", stroke=theme.halo, stroke_width=1, fill="none"),
        path(
            "M2 11V3Q2 -1.500 5.500 -1.500Q9 -1.500 9 3V11Z",
            fill=theme.stone,
            stroke=theme.halo,
            stroke_width=0.8,
        ),
        path("M2.800 2.500H8.200M5.500 2.500V7H7", stroke=theme.halo, stroke_width=1, fill="none"),
    )


def headdress_quarry(theme: Theme) -> Markup:
    """A red pit with a cut cylinder."""
    return group(
        path(
            "M-15 11Q-14 1 -8 -4Q0 -9 8 -4Q14 1 15 11Z",
            fill=theme.scoria_deep,
            stroke=theme.outline,
            stroke_width=1,
        ),
        rect(-7, -3, 14, 11, rx=3, fill=theme.scoria, stroke=theme.halo, stroke_width=0.8),
        element(
            "ellipse",
            cx=0,
            cy=-2.5,
            rx=7,
            ry=2.6,
            fill=theme.scoria_deep,
            stroke=theme.halo,
            stroke_width=0.8,
        ),
        rect(-3, -7.500, 6, 5, rx=1.500, fill=theme.scoria, stroke=theme.halo, stroke_width=0.8),
    )


def village(theme: Theme) -> Markup:
    """Two long houses, keel up."""
    house = "Q{x} {t} {r} {b}Z"
    return group(
        path(
            "M-15 4" + house.format(x=-5, t=-19, r=5, b=4),
            fill=theme.thatch,
            stroke=theme.outline,
            stroke_width=1,
        ),
        path(
            "M-3 11" + house.format(x=6.5, t=-15, r=16, b=11),
            fill=theme.thatch,
            stroke=theme.outline,
            stroke_width=1,
        ),
        path("M4 11V6.500Q4 4 6.500 4Q9 4 9 6.500V11Z", fill=theme.stone_deep),
        path("M-7 4V1Q-7 -1 -5 -1Q-3 -1 -3 1V4Z", fill=theme.stone_deep),
    )


def hut(theme: Theme) -> Markup:
    """A round house of stone with an eye over its door."""
    return group(
        path(
            "M-12 11V2Q-12 -11 0 -11Q12 -11 12 2V11Z",
            fill=theme.stone,
            stroke=theme.outline,
            stroke_width=1,
        ),
        path(
            "M-12 4H12M-11 -2.500H11M-5 4V11M6 4V11M-8 -2.500V4M8 -2.500V4",
            fill="none",
            stroke=theme.stone_deep,
            stroke_width=1,
        ),
        path(
            "M-3.500 11V6.500Q-3.500 3.500 0 3.500Q3.500 3.500 3.500 6.500V11Z", fill=theme.outline
        ),
        path(
            "M-7 -4Q0 -11 7 -4Q0 2.500 -7 -4Z",
            fill=theme.halo,
            stroke=theme.outline,
            stroke_width=0.8,
        ),
        circle(0, -4, 2.400, fill=theme.scoria),
    )


SITES: Final[dict[str, Callable[[Theme], Markup]]] = {
    "moai-quarry": moai_quarry,
    "headdress-quarry": headdress_quarry,
    "village": village,
    "hut": hut,
}


def palm(theme: Theme) -> Markup:
    """A wine palm: a thick trunk under a round crown."""
    return group(
        path("M-1.600 11Q-0.800 2 -1 -3H1.400Q1.200 2 2.200 11Z", fill=theme.wood),
        path("M0 -3Q-9 -6 -10 2Q-6 -2 0 -2.500Q6 -2 10 2Q9 -6 0 -3Z", fill=theme.leaf),
        path("M0 -3Q-9 -11 -11 -5Q-5 -6 0 -2.500Q5 -6 11 -5Q9 -11 0 -3Z", fill=theme.leaf_deep),
        path("M0 -3Q-4 -12 0 -12Q4 -12 0 -3Z", fill=theme.leaf),
    )


def stump(theme: Theme) -> Markup:
    return group(
        path("M-5 2V9Q-6 11 -8 11H8Q6 11 5 9V2Z", fill=theme.wood),
        element("ellipse", cx=0, cy=2, rx=5, ry=2.4, fill=theme.wood_light),
        element("ellipse", cx=0, cy=2, rx=2.3, ry=1, fill=theme.wood),
    )
