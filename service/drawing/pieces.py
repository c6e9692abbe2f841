"""Our symbols for what stands and lies about: figures, stones, logs and markers.

Each is drawn about 0, 0, and 24 high unless it says otherwise; outlines alone tell them apart.
"""

from service.drawing.svg import (
    Markup,
    amid,
    circle,
    element,
    group,
    number,
    path,
    rect,
)
from service.drawing.theme import Clan, Theme

TALL = 24
MOAI = (
    "M-6 -12H6L7.500 -8.500L8.500 -5L7.500 -3L9 5L8 12H-8L-9 5L-7.500 -3L-8.500 -5L-7.500 -8.500Z"
)
BROW = "M-8.200 -6.500H8.200L7.500 -3.200H2V-0.500H-2V-3.200H-7.500Z"
SHAPES = {
    # a pawn, a pointed hood, a crown
    "worker": (
        "M0 -12A4.600 4.600 0 0 1 3.600 -4.500A9 9 0 0 1 9.500 4V11Q9.500 12 8.500 12H-8.500"
        "Q-9.500 12 -9.500 11V4A9 9 0 0 1 -3.600 -4.500A4.600 4.600 0 0 1 0 -12Z"
    ),
    "sorcerer": (
        "M0 -13Q1 -13 1.600 -11.800L11 10.300Q11.600 12 10 12H-10Q-11.600 12 -11 10.300"
        "L-1.600 -11.800Q-1 -13 0 -13Z"
    ),
    "chief": "M-11 -12L-5.500 -6.500L0 -13L5.500 -6.500L11 -12V11Q11 12 10 12H-10Q-11 12 -11 11Z",
}
LETTER_AT = {"worker": 4.3, "sorcerer": 5.2, "chief": 3.2}
LETTER_SIZE = {"worker": 13, "sorcerer": 12, "chief": 14}


def figure(theme: Theme, clan: Clan, kind: str) -> Markup:
    return group(
        path(SHAPES[kind], fill="none", stroke=theme.halo, stroke_width=4, stroke_linejoin="round"),
        path(SHAPES[kind], fill=clan.fill, stroke=theme.outline, stroke_width=1.3),
        amid(0, LETTER_AT[kind], clan.letter, LETTER_SIZE[kind], clan.ink),
    )


def shield(theme: Theme, clan: Clan, size: float = 24) -> Markup:
    """A clan's sign: a round square with its letter."""
    half = size / 2
    return group(
        rect(
            -half,
            -half,
            size,
            size,
            rx=size * 0.26,
            fill=clan.fill,
            stroke=theme.outline,
            stroke_width=1,
        ),
        amid(0, 0, clan.letter, size * 0.66, clan.ink),
    )


def marker(theme: Theme, clan: Clan, *, laid: bool = True) -> Markup:
    """A disc with the clan's letter; a ring for who moved the item without marking it."""
    if laid:
        return group(
            circle(0, 0, 8.5, fill=clan.fill, stroke=theme.outline, stroke_width=1.2),
            amid(0, 0, clan.letter, 12, clan.ink),
        )
    return group(
        circle(
            0, 0, 7.5, fill=theme.halo, stroke=clan.fill, stroke_width=3, stroke_dasharray="4 2"
        ),
        amid(0, 0, clan.letter, 10.5, "#26221d"),
    )


SHRINK = {1: 0.8, 2: 0.9, 3: 1.0}


def moai(theme: Theme, size: int) -> Markup:
    """A carved stone; its size is written on it, and it is taller the larger it is."""
    scale = SHRINK[size]
    stone = {"stroke_linejoin": "round"}
    return group(
        group(
            path(MOAI, fill="none", stroke=theme.halo, stroke_width=3.5, **stone),
            path(MOAI, fill=theme.stone, stroke=theme.outline, stroke_width=1.2, **stone),
            path(BROW, fill=theme.stone_deep),
            transform=f"translate(0 {number(12 - 12 * scale)}) scale({scale})",
        ),
        amid(0, 4.8 - (scale - SHRINK[1]) * 4, str(size), 12.5, theme.on_stone),
    )


def headdress(theme: Theme) -> Markup:
    return group(
        rect(-10, -7, 20, 16, rx=4, fill="none", stroke=theme.halo, stroke_width=3.5),
        rect(-10, -7, 20, 16, rx=4, fill=theme.scoria, stroke=theme.outline, stroke_width=1.2),
        element(
            "ellipse",
            cx=0,
            cy=-6,
            rx=10,
            ry=3.6,
            fill=theme.scoria_deep,
            stroke=theme.outline,
            stroke_width=1.2,
        ),
        rect(-4, -11.500, 8, 6, rx=2, fill=theme.scoria, stroke=theme.outline, stroke_width=1.1),
    )


def log(theme: Theme) -> Markup:
    return group(
        rect(-11, -5, 21, 10, rx=4, fill="none", stroke=theme.halo, stroke_width=3.500),
        rect(-11, -5, 21, 10, rx=4, fill=theme.wood, stroke=theme.outline, stroke_width=1.2),
        element(
            "ellipse",
            cx=7.5,
            cy=0,
            rx=3.6,
            ry=5,
            fill=theme.wood_light,
            stroke=theme.outline,
            stroke_width=1.1,
        ),
        element("ellipse", cx=7.5, cy=0, rx=1.3, ry=2, fill=theme.wood),
        path(
            "M-7 -1.500H1M-5 2H2",
            stroke=theme.wood_light,
            stroke_width=1,
            fill="none",
            stroke_linecap="round",
        ),
    )


def half_tablet(theme: Theme) -> Markup:
    """A board of signs, broken in two."""
    return group(
        path(
            "M-9 -8Q-9 -10 -7 -10H4L2 -5L5 -1L2 4L4 10H-7Q-9 10 -9 8Z",
            fill=theme.wood,
            stroke=theme.outline,
            stroke_width=1.2,
            stroke_linejoin="round",
        ),
        path(
            "M-6 -6H0M-6 -2H1M-6 2H-1M-6 6H1",
            stroke=theme.wood_light,
            stroke_width=1.300,
            stroke_dasharray="2 1.200",
            fill="none",
        ),
    )


def base(theme: Theme, clan: Clan | None) -> Markup:
    """A slab, colour up with its letter, or face down."""
    fill, ink = (clan.fill, clan.ink) if clan else (theme.stone_deep, theme.halo)
    return group(
        rect(-11, -8, 22, 16, rx=3, fill=fill, stroke=theme.outline, stroke_width=1.2),
        amid(0, 0, clan.letter if clan else "?", 13, ink),
    )


PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-5, -5), (5, 5)),
    3: ((-5.500, -5.500), (0, 0), (5.500, 5.500)),
}


def die(theme: Theme, face: int, *, white: bool) -> Markup:
    fill, ink = ("#fdfaf2", "#2a251f") if white else (theme.wood, "#fff6e8")
    dots = [circle(x, y, 2.5, fill=ink) for x, y in PIPS.get(face, ())]
    return group(
        rect(-11, -11, 22, 22, rx=5, fill=fill, stroke=theme.outline, stroke_width=1.2),
        *dots,
        data_face=face,
    )
