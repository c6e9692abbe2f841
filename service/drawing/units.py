"""Pieces in a row or in a box: each takes its share of the width, and all shrink until they fit."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.drawing import fonts
from service.drawing.look import Look, linked, ring
from service.drawing.pieces import TALL
from service.drawing.svg import NOTHING, Attribute, Markup, Number, at, group, text

AIR = 0.16  # between two pieces, as a share of their height
COUNT = 0.62  # a count's size, as a share of its piece's height
LOOSE = 0.38  # the same in a row of a panel
STEP = 0.96


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece, drawn 24 high about 0, 0, perhaps with how many of it there are."""

    drawn: Markup
    width: float = 20
    count: int | None = None
    attributes: tuple[tuple[str, Attribute], ...] = ()
    place: str = ""  # by which a page may make it a link

    def across(self, height: Number) -> float:
        """Its width when it is drawn so high."""
        return self.width * height / TALL + (self._counted(height) if self.count is not None else 0)

    def _counted(self, height: Number) -> float:
        return 0.1 * height + fonts.width(str(self.count), COUNT * height, bold=True)

    def put(
        self, x: Number, y: Number, height: Number, ink: str, halo: str | None = None
    ) -> Markup:
        """With its left edge and its middle here."""
        scale = height / TALL
        piece = group(self.drawn, transform=at(x + self.width * scale / 2, y, scale))
        return group(piece, self._number(x, y, height, ink, halo), **dict(self.attributes))

    def _number(self, x: Number, y: Number, height: Number, ink: str, halo: str | None) -> Markup:
        if self.count is None:
            return NOTHING
        size = COUNT * height
        left = x + self.width * height / TALL + 0.1 * height
        return text(
            left,
            y + 0.36 * size,
            str(self.count),
            size,
            ink,
            bold=True,
            anchor="start",
            stroke=halo,
            stroke_width=size * 0.22 if halo else None,
            paint_order="stroke" if halo else None,
            stroke_linejoin="round" if halo else None,
        )


def row(  # where the row stands, and how
    units: Sequence[Unit],
    x: Number,
    y: Number,
    height: Number,
    ink: str,
    room: Number | None = None,
    look: Look | None = None,
) -> tuple[Markup, float]:
    """Units side by side from x on, shrunk to the room if need be, and where the row ends.

    With a look, those that it has a spot for are links.
    """
    while room is not None and height > 1 and _length(units, height, LOOSE) > room:
        height *= STEP
    drawn = []
    for unit in units:
        put = unit.put(x, y, height, ink)
        drawn.append(put if look is None else _linked(look, unit, put, x, y, height))
        x += unit.across(height) + LOOSE * height
    return Markup("".join(drawn)), x


def _linked(look: Look, unit: Unit, put: Markup, x: Number, y: Number, height: Number) -> Markup:
    edge = ring(look, x, y - height / 2, unit.across(height), height)
    return linked(look, unit.place, put, edge)


def _length(units: Sequence[Unit], height: Number, air: float = AIR) -> float:
    return sum(unit.across(height) for unit in units) + air * height * max(0, len(units) - 1)


def box(  # a box has four numbers
    units: Sequence[Unit],
    centre: tuple[float, float],
    width: float,
    height: float,
    largest: float,
    ink: str,
    halo: str,
) -> Markup:
    """Units in as many rows as make them largest, in the middle of a box."""
    tall, rows = packed(units, width, height, largest)
    pitch = tall * (1 + AIR)
    y = centre[1] - pitch * (len(rows) - 1) / 2
    drawn = []
    for line in rows:
        x = centre[0] - _length(line, tall) / 2
        for unit in line:
            drawn.append(unit.put(x, y, tall, ink, halo))
            x += unit.across(tall) + AIR * tall
        y += pitch
    return Markup("".join(drawn))


def packed(
    units: Sequence[Unit], width: float, height: float, largest: float
) -> tuple[float, list[list[Unit]]]:
    """How high the units can be, and their rows."""
    tall = largest
    while True:
        rows = _broken(units, width, tall)
        if len(rows) * tall * (1 + AIR) - tall * AIR <= height or tall < 1:
            return tall, rows
        tall *= STEP


def _broken(units: Sequence[Unit], width: float, tall: float) -> list[list[Unit]]:
    rows: list[list[Unit]] = [[]]
    for unit in units:
        if rows[-1] and _length([*rows[-1], unit], tall) > width:
            rows.append([])
        rows[-1].append(unit)
    return rows
