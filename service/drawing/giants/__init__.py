"""Giants in a picture: the island with all that is on it, and the clans beside it."""

import math
from collections.abc import Sequence

from engine.game import Tagged
from engine.giants.board import Island
from engine.giants.view import View
from service.drawing.giants import ahus, coast, land, links, panel, trails, words
from service.drawing.giants.chart import Chart, chart
from service.drawing.giants.shore import spots
from service.drawing.giants.units import clan_of
from service.drawing.look import Look, sheet
from service.drawing.panels import abreast, stacked
from service.drawing.svg import NOTHING, Markup, Point, group, path, rect, text

__all__ = ["clan_of", "picture", "telling", "words"]

EDGE = 20.0
SIDE = 348.0  # the panel's width beside a wide map
LEAST = 560.0  # the height of a wide map
TWO_COLUMNS = 600


def picture(look: Look, island: Island, view: View, events: Sequence[Tagged] = ()) -> Markup:
    drawn, height = (_beside if look.wide else _below)(look, island, view, events)
    return sheet(
        look, height, words.title(look, view), " ".join(words.telling(look, island, view)), drawn
    )


def title(look: Look, view: View) -> str:
    return words.title(look, view)


def telling(look: Look, island: Island, view: View) -> tuple[str, ...]:
    return words.telling(look, island, view)


def _beside(
    look: Look, island: Island, view: View, events: Sequence[Tagged]
) -> tuple[Markup, float]:
    """A wide picture: the map to the left, all else to the right."""
    wide = look.width - SIDE - 3 * EDGE
    side = stacked(
        [
            panel.head(look, view, SIDE),
            panel.supplies(look, view, SIDE),
            panel.auction(look, view, SIDE),
            *(panel.clan(look, view, clan, SIDE) for clan in view.clans),
            panel.crowds(look, chart(look, island, wide, 0), view, SIDE),
            panel.mine(look, view, SIDE),
        ]
    )
    board = chart(look, island, wide, max(side.height, LEAST))
    drawn = group(
        _map(look, board, view, events, EDGE, EDGE),
        group(side.drawn, transform=f"translate({wide + 2 * EDGE:g} {EDGE:g})"),
    )
    return drawn, max(board.height, side.height) + 2 * EDGE


def _below(
    look: Look, island: Island, view: View, events: Sequence[Tagged]
) -> tuple[Markup, float]:
    """A narrow one: heading, map, and the rest below."""
    edge = 10.0 if look.narrow else EDGE
    wide = look.width - 2 * edge
    columns = 2 if wide >= TWO_COLUMNS else 1
    each = (wide - 10 * (columns - 1)) / columns
    clans = [panel.clan(look, view, clan, each) for clan in view.clans]
    board = chart(look, island, look.width, 0)
    rest = [
        panel.mine(look, view, each),
        panel.supplies(look, view, each),
        panel.auction(look, view, each),
    ]
    foot = stacked(
        [
            panel.crowds(look, board, view, wide),
            abreast([stacked(clans), stacked(rest)], wide, columns),
        ]
    )
    top = panel.head(look, view, wide)
    down = edge + top.height + edge
    after = down + board.height + edge
    drawn = group(
        _map(look, board, view, events, 0, down),  # first: its sea is framed with paper
        group(top.drawn, transform=f"translate({edge:g} {edge:g})"),
        group(foot.drawn, transform=f"translate({edge:g} {after:g})"),
    )
    return drawn, after + foot.height + edge


def _map(
    look: Look, board: Chart, view: View, events: Sequence[Tagged], x: float, y: float
) -> Markup:  # where the map stands
    theme, radius = look.theme, board.radius
    line = coast.line(board.island, board.grid, radius)
    reach = coast.reach(board.island, board.grid, radius)
    sand = ahus.spits(board)
    shift = f"translate({board.origin[0]:g} {board.origin[1]:g})"
    rounded = 14 if x else 0
    return group(
        rect(0, 0, board.width, board.height, fill=theme.sea),
        coast.depths(theme, reach, sand, radius, shift),
        coast.ground(theme, line, sand, radius, shift),
        _frame(look, board, rounded),
        group(*land.cells(look, board), class_name="grid"),
        group(*ahus.ahus(look, board, view), class_name="ahus"),
        group(*trails.trails(look, board, events), class_name="trails"),
        group(*land.contents(look, board, view), class_name="places"),
        group(*trails.drafted(look, board, look.trail), class_name="draft"),
        group(*links.links(look, board), class_name="links"),
        _compass(look, board),
        _key(look, board),
        class_name="map",
        transform=f"translate({x:g} {y:g})",
    )


def _frame(look: Look, board: Chart, rounded: float) -> Markup:
    """Paper over the sea that reaches beyond the map: cheaper than to clip it."""
    far, w, h, r = board.radius * 2, board.width, board.height, rounded
    outer = f"M{-far:g} {-far:g}H{w + far:g}V{h + far:g}H{-far:g}Z"
    inner = (
        f"M{r:g} 0H{w - r:g}Q{w:g} 0 {w:g} {r:g}V{h - r:g}Q{w:g} {h:g} {w - r:g} {h:g}"
        f"H{r:g}Q0 {h:g} 0 {h - r:g}V{r:g}Q0 0 {r:g} 0Z"
    )
    return path(outer + inner, fill=look.theme.paper, fill_rule="evenodd")


def _compass(look: Look, board: Chart) -> Markup:
    """Where north is (a narrow map may lie on its side), in the emptiest corner."""
    size = 15.0 if look.narrow else 20.0
    turn = -90 if board.grid.turned else 0
    x, y = _corner(board, size * 2)
    needle = path("M0 -12L5 8L0 4.500L-5 8Z", fill=look.theme.on_sea, transform=f"rotate({turn})")
    letter = (-size * 1.05, size * 0.22) if turn else (0.0, -size * 0.8)
    return group(
        group(needle, transform=f"scale({size / 20:g})"),
        text(letter[0], letter[1], "N", size * 0.65, look.theme.on_sea, bold=True),
        transform=f"translate({x:g} {y:g})",
        class_name="compass",
    )


def _key(look: Look, board: Chart) -> Markup:
    """Beside the compass, where a wide map has room for it."""
    x, y = _corner(board, 40)
    radius = min(board.radius, 42)
    if not look.wide or x < board.width / 2 or _alone((x - 80, y), board) < 3 * board.radius:
        return NOTHING
    return ahus.key(look, x - 52, y - 8, radius)


def _corner(board: Chart, inset: float) -> Point:
    corners = [(x, y) for y in (board.height - inset, inset) for x in (board.width - inset, inset)]
    return max(corners, key=lambda corner: _alone(corner, board))


def _alone(here: Point, board: Chart) -> float:
    """How far it is from here to the next hex or ahu."""
    solid = [board.centre(place) for place in board.island.labels]
    solid += [board.point(spot.at) for spot in spots(board.island, board.grid)]
    return min(math.dist(here, other) for other in solid)
