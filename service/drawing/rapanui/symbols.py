"""Rapa Nui's signs, 24 high about 0, 0: each kind of card has an outline of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.rapanui.cards import Card
from engine.words import N_
from service.drawing.svg import Markup, circle, element, group, path, rect
from service.drawing.theme import Theme


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of card is known: its colour, what is written on that, its letters, its name."""

    fill: str
    ink: str
    letters: str
    name: str


KINDS: Final = {
    Card.FISH: Kind("#1f6f9e", "#ffffff", "F", N_("Fish")),
    Card.MULBERRY: Kind("#7a3c86", "#ffffff", "Mu", N_("Mulberry")),
    Card.POTATO: Kind("#e08a3c", "#241202", "Po", N_("Potato")),
    Card.GRAIN: Kind("#f0d25a", "#241d02", "Gr", N_("Grain")),
    Card.LUMBERJACK: Kind("#5f7440", "#ffffff", "L", N_("Lumberjack")),
    Card.PRIEST: Kind("#a63a26", "#ffffff", "Pr", N_("Priest")),
    Card.MOAI: Kind("#5b544c", "#ffffff", "Mo", N_("Moai")),
}
LINE = "#2a251f"


def fish(_theme: Theme) -> Markup:
    return group(
        path(
            "M-11 0Q-4 -9 5 -4L11 -8Q9 0 11 8L5 4Q-4 9 -11 0Z",
            fill="#4aa3cf",
            stroke=LINE,
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
        path("M-4 -4.500Q-1 0 -4 4.500M1 -3Q2.500 0 1 3", fill="none", stroke=LINE, stroke_width=1),
        circle(-7, -1, 1.2, fill=LINE),
    )


def mulberry(_theme: Theme) -> Markup:
    """A berry of many beads under a leaf."""
    beads = [
        (-4, -2),
        (0, -3),
        (4, -2),
        (-5, 2),
        (-1.500, 1.500),
        (2.500, 1.500),
        (5.500, 2),
        (-3, 6),
        (1, 6),
        (4, 5.500),
        (0, 9.500),
    ]
    return group(
        path(
            "M0 -5Q-10 -7 -9 -12Q-1 -12 0 -5Q1 -12 9 -11Q9 -6 0 -5Z",
            fill="#6d9a45",
            stroke=LINE,
            stroke_width=1.1,
        ),
        *(circle(x, y, 2.9, fill="#8d4a9b", stroke=LINE, stroke_width=0.9) for x, y in beads),
    )


def potato(_theme: Theme) -> Markup:
    return group(
        path(
            "M-11 4Q-10 -6 0 -7Q9 -8 11 -3Q9 0 8 3Q5 10 -4 9Q-11 9 -11 4Z",
            fill="#d98245",
            stroke=LINE,
            stroke_width=1.2,
        ),
        path("M-6 1H-3M0 -3H3M-1 5H3M5 1H7", stroke=LINE, stroke_width=1.2, stroke_linecap="round"),
        path(
            "M9 -4Q10 -9 7 -11M8 -4Q12 -8 12 -10",
            fill="none",
            stroke="#5f8a3a",
            stroke_width=1.5,
            stroke_linecap="round",
        ),
    )


def grain(_theme: Theme) -> Markup:
    """An ear: kernels in pairs along a stalk."""
    kernels = [
        element(
            "ellipse",
            cx=side * 3.6,
            cy=y,
            rx=2.1,
            ry=3.7,
            fill="#f3cf4a",
            stroke=LINE,
            stroke_width=0.9,
            transform=f"rotate({side * 32} {side * 3.6} {y})",
        )
        for y in (5, 0, -5)
        for side in (-1, 1)
    ]
    tip = element(
        "ellipse", cx=0, cy=-9, rx=2, ry=3.4, fill="#f3cf4a", stroke=LINE, stroke_width=0.9
    )
    stalk = path("M0 12V-6", stroke="#8a6a1c", stroke_width=1.6, fill="none")
    return group(stalk, *kernels, tip)


def lumberjack(theme: Theme) -> Markup:
    """An axe in a log."""
    return group(
        rect(-12, 3, 22, 8, rx=3.500, fill=theme.wood, stroke=LINE, stroke_width=1.1),
        element("ellipse", cx=7.5, cy=7, rx=3, ry=4, fill="#d9ab74", stroke=LINE, stroke_width=1),
        path("M-6 5L5 -11", stroke="#c79a62", stroke_width=2.6, stroke_linecap="round"),
        path(
            "M-1 -9Q3 -13 8 -11L10 -5Q6 -7 2 -4Z",
            fill="#c9c3ba",
            stroke=LINE,
            stroke_width=1.1,
            stroke_linejoin="round",
        ),
    )


def priest(_theme: Theme) -> Markup:
    """A robed figure with raised arms and a feather."""
    return group(
        path(
            "M-8 12Q-6 2 -4 -1L-11 -7L-9.500 -9L-2 -4H2L9.500 -9L11 -7L4 -1Q6 2 8 12Z",
            fill="#f3ead8",
            stroke=LINE,
            stroke_width=1.1,
            stroke_linejoin="round",
        ),
        path("M-4 12L-2 3H2L4 12Z", fill="#b8432c"),
        circle(0, -6.5, 3.3, fill="#a06f48", stroke=LINE, stroke_width=1),
        path("M-3.300 -8H3.300V-9.500H-3.300Z", fill="#b8432c", stroke=LINE, stroke_width=0.7),
        path(
            "M0 -9.500Q-2.500 -12 0 -13.500Q2.500 -12 0 -9.500Z",
            fill="#b8432c",
            stroke=LINE,
            stroke_width=0.7,
        ),
    )


def moai(_theme: Theme) -> Markup:
    return group(
        path(
            "M-6 -12H6L8 -6L6.800 -2L8.500 5L7 12H-7L-8.500 5L-6.800 -2L-8 -6Z",
            fill="#8d857a",
            stroke=LINE,
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
        path("M-7.700 -6.500H7.700L7 -3H2.300L3.400 3.500H-3.400L-2.300 -3H-7Z", fill="#544d45"),
        path("M-3.500 7.500H3.500", stroke="#37322d", stroke_width=1.8, stroke_linecap="round"),
    )


SIGNS: Final[dict[Card, Callable[[Theme], Markup]]] = {
    Card.FISH: fish,
    Card.MULBERRY: mulberry,
    Card.POTATO: potato,
    Card.GRAIN: grain,
    Card.LUMBERJACK: lumberjack,
    Card.PRIEST: priest,
    Card.MOAI: moai,
}


def basket(theme: Theme) -> Markup:
    """What a gatherer carries the good in."""
    return group(
        path(
            "M-13 0H13L10 11Q9.500 12.500 8 12.500H-8Q-9.500 12.500 -10 11Z",
            fill=theme.thatch,
            stroke=LINE,
            stroke_width=1.2,
        ),
        path(
            "M-12 4H12M-11 8H11M-6 0V12M0 0V12M6 0V12",
            stroke=LINE,
            stroke_opacity=0.35,
            stroke_width=1,
            fill="none",
        ),
    )


def wood(theme: Theme) -> Markup:
    """Sticks of wood, as they are paid and gained."""
    return group(*(_stick(theme, x, y) for x, y in ((0, -5), (-1, 5))))


def _stick(theme: Theme, x: float, y: float) -> Markup:
    return group(
        rect(x - 10, y - 4.500, 20, 9, rx=4, fill=theme.wood, stroke=LINE, stroke_width=1.2),
        element(
            "ellipse",
            cx=x + 7,
            cy=y,
            rx=3.2,
            ry=4.500,
            fill=theme.wood_light,
            stroke=LINE,
            stroke_width=1.1,
        ),
    )


def point(theme: Theme) -> Markup:
    """A crescent breast-plate: a point of honour."""
    return path(
        "M-11 -6Q-9 10 0 10Q9 10 11 -6Q7 2 0 2Q-7 2 -11 -6Z",
        fill=theme.thatch,
        stroke=LINE,
        stroke_width=1.2,
        stroke_linejoin="round",
    )


def back(theme: Theme) -> Markup:
    """A card seen from behind."""
    return group(
        rect(-8, -11, 16, 22, rx=3, fill=theme.scoria, stroke=LINE, stroke_width=1.2),
        path("M-4 -5L0 -8L4 -5V5L0 8L-4 5Z", fill="none", stroke="#fff3e6", stroke_width=1.2),
        circle(0, 0, 1.8, fill="#fff3e6"),
    )


def offering(theme: Theme, good: Card) -> Markup:
    """A sacrifice card: its good on a round stone."""
    kind = KINDS[good]
    return group(
        circle(0, 0, 12, fill=theme.halo, stroke=kind.fill, stroke_width=2.4),
        group(SIGNS[good](theme), transform="scale(0.72)"),
    )
