"""Hexes in axial coordinates, pointy top."""

from typing import NamedTuple


class Hex(NamedTuple):
    """A place on the grid: q runs east, r runs south-east."""

    q: int
    r: int


# The order is the islands' own; it also settles which of two equal paths is listed.
EDGES: dict[str, tuple[int, int]] = {
    "E": (1, 0),
    "NE": (1, -1),
    "NW": (0, -1),
    "W": (-1, 0),
    "SW": (-1, 1),
    "SE": (0, 1),
}


def across(here: Hex, edge: str) -> Hex:
    dq, dr = EDGES[edge]
    return Hex(here.q + dq, here.r + dr)


def neighbours(here: Hex) -> tuple[Hex, ...]:
    return tuple(across(here, edge) for edge in EDGES)


def distance(a: Hex, b: Hex) -> int:
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))
