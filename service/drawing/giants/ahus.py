"""Ahus: a stone platform with the outline of a statue, whose head and hat hold the two values."""

from collections.abc import Iterator

from engine.giants import ruleset
from engine.giants.board import Ahu
from engine.giants.view import BaseView, View
from engine.hexes import Hex
from engine.words import N_
from service.drawing.giants import names
from service.drawing.giants.chart import Chart
from service.drawing.giants.shore import Spot, spots
from service.drawing.look import Look
from service.drawing.svg import (
    NOTHING,
    Markup,
    Point,
    amid,
    at,
    circle,
    group,
    number,
    path,
    rect,
    text,
    titled,
)
from service.drawing.theme import CLANS, Theme

# About 0, 0, in hundredths of a hex radius: the hat above, the head, the platform below.
HEAD = "M-27 -12H27L28 4L33 22L29 36H-29L-33 22L-28 4Z"
LEAN = {0: 1.0, 1: 0.9, 2: 1.0, 3: 1.1}


def spits(chart: Chart) -> str:
    """A line from the coast to each ahu, along which there is sand."""
    return "".join(
        f"M{_said(chart.point(_inland(spot)))}L{_said(chart.point(spot.at))}"
        for spot in spots(chart.island, chart.grid)
    )


def _inland(spot: Spot) -> Point:
    return spot.coast[0] * 1.1 - spot.at[0] * 0.1, spot.coast[1] * 1.1 - spot.at[1] * 0.1


def _said(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def ahus(look: Look, chart: Chart, view: View) -> Iterator[Markup]:
    bases = {base.ahu: base for base in view.bases}
    for spot in spots(chart.island, chart.grid):
        yield _ahu(look, chart, spot, bases.get(spot.ahu.id))


def _ahu(look: Look, chart: Chart, spot: Spot, base: BaseView | None) -> Markup:
    theme, (x, y) = look.theme, chart.point(spot.at)
    ahu = spot.ahu
    return titled(
        f"{ahu.name}: {ahu.moai} / {ahu.headdress}",
        group(
            _platform(theme, base),
            _head(theme, ahu, base),
            _hat(theme, ahu, base),
            transform=at(x, y, chart.radius / 100),
        ),
        _name(look, chart, ahu) if look.wide else NOTHING,
        class_name="ahu",
        data_ahu=ahu.id,
        data_moai=ahu.moai,
        data_headdress=ahu.headdress,
    )


def _head(theme: Theme, ahu: Ahu, base: BaseView | None) -> Markup:
    size = base.size if base else 0
    fill, ink = (theme.stone, theme.on_stone) if size else (theme.ghost, theme.on_ghost)
    return group(
        path(
            HEAD,
            fill=fill,
            stroke=theme.outline if size else theme.stone,
            stroke_width=3.5,
            stroke_linejoin="round",
            transform=None
            if LEAN[size] == 1
            else f"translate(0 12) scale({LEAN[size]} 1) translate(0 -12)",
        ),
        _pips(theme, size),
        amid(0, 19 if size else 13, str(ahu.moai), 36 if size else 43, ink),
        class_name="moai" if size else None,
        data_size=size or None,
    )


def _pips(theme: Theme, size: int) -> Markup:
    """As many eyes as the statue is large."""
    first = -9 * (size - 1)
    return group(*(circle(first + 18 * i, -4, 5.2, fill=theme.on_stone) for i in range(size)))


def _hat(theme: Theme, ahu: Ahu, base: BaseView | None) -> Markup:
    topped = base is not None and base.topped
    fill = theme.scoria if topped else theme.scoria_ghost
    ink = theme.on_scoria if topped else theme.on_scoria_ghost
    return group(
        rect(
            -30,
            -53,
            60,
            38,
            rx=13,
            fill=fill,
            stroke=theme.outline if topped else theme.scoria,
            stroke_width=3.5,
        ),
        amid(0, -34, str(ahu.headdress), 34, ink),
        class_name="headdress" if topped else None,
    )


def _platform(theme: Theme, base: BaseView | None) -> Markup:
    if base is None:
        return group(
            rect(-38, 36, 76, 14, rx=4, fill=theme.stone, stroke=theme.outline, stroke_width=2.5),
            path(
                "M-13 36V43M14 36V43M-26 43V50M0 43V50M26 43V50M-38 43H38",
                fill="none",
                stroke=theme.halo,
                stroke_width=1.6,
                stroke_opacity=0.5,
            ),
        )
    clan = None if base.owner is None else CLANS[ruleset.COLOURS[base.owner]]
    return group(
        rect(
            -40,
            35,
            80,
            31,
            rx=6,
            fill=clan.fill if clan else theme.stone_deep,
            stroke=theme.outline,
            stroke_width=3,
        ),
        amid(0, 50.5, clan.letter if clan else "?", 29, clan.ink if clan else theme.halo),
        class_name="base" if base.size else "base reservation",
        data_owner="?" if base.owner is None else base.owner,
    )


def _name(look: Look, chart: Chart, ahu: Ahu) -> Markup:
    """Where there is room for it; its title has it anyway."""
    place = names.names(chart).get(ahu.id)
    return NOTHING if place is None else text(*place, ahu.name, names.SIZE, look.theme.on_sea)


def key(look: Look, x: float, y: float, radius: float) -> Markup:
    """What the two numbers of an ahu are, beside an ahu that is none."""
    theme = look.theme
    sample = Ahu("", "", Hex(0, 0), "E", 3, 8)
    words = ((-34, N_("headdress")), (13, N_("moai \N{MULTIPLICATION SIGN} size")))
    return group(
        group(
            _platform(theme, None),
            _head(theme, sample, None),
            _hat(theme, sample, None),
            transform=at(x, y, radius / 100),
        ),
        *(
            text(
                x - radius * 0.52,
                y + up * radius / 100 + 4,
                look.say(said),
                names.SIZE + 1,
                theme.on_sea,
                anchor="end",
            )
            for up, said in words
        ),
        class_name="key",
    )
