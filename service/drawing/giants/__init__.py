"""Giants in a picture: the island with all that is on it, and the clans beside it."""

from collections.abc import Sequence

from engine.game import Tagged
from engine.giants.board import Island
from engine.giants.view import View
from service.drawing.giants import ahus, coast, land, panel, trails, words
from service.drawing.giants.chart import Chart, chart
from service.drawing.look import Look, sheet
from service.drawing.panels import Part, abreast, stacked
from service.drawing.svg import Markup, element, group, path, rect, text

EDGE = 20.0
SIDE = 348.0  # the panel's width beside a wide map
TWO_COLUMNS = 600


def picture(look: Look, island: Island, view: View, events: Sequence[Tagged] = ()) -> Markup:
    drawn, height = (_beside if look.wide else _below)(look, island, view, events)
    return sheet(look, height, words.title(look, view), words.telling(look, island, view), drawn)


def telling(look: Look, island: Island, view: View) -> str:
    return words.telling(look, island, view)


def _beside(look: Look, island: Island, view: View, events: Sequence[Tagged]) -> tuple[Markup, float]:
    """A wide picture: the map to the left, all else to the right."""
    side = stacked([
        panel.head(look, view, SIDE), panel.supplies(look, view, SIDE),
        panel.auction(look, view, SIDE),
        *(panel.clan(look, view, clan, SIDE) for clan in view.clans),
        panel.mine(look, view, SIDE),
    ])  # fmt: skip
    wide = look.width - SIDE - 3 * EDGE
    board = chart(look, island, wide, max(side.height, 560))
    drawn = group(
        _map(look, board, view, events, EDGE, EDGE),
        group(side.drawn, transform=f"translate({wide + 2 * EDGE:g} {EDGE:g})"),
    )
    return drawn, max(board.height, side.height) + 2 * EDGE


def _below(look: Look, island: Island, view: View, events: Sequence[Tagged]) -> tuple[Markup, float]:
    """A narrow one: heading, map, and the rest below."""
    edge = 10.0 if look.narrow else EDGE
    wide = look.width - 2 * edge
    columns = 2 if wide >= TWO_COLUMNS else 1
    each = (wide - 10 * (columns - 1)) / columns
    clans = [panel.clan(look, view, clan, each) for clan in view.clans]
    rest = [panel.supplies(look, view, each), panel.auction(look, view, each), panel.mine(look, view, each)]
    foot = abreast([stacked(clans), stacked(rest)], wide, columns)
    board = chart(look, island, look.width, 0)
    top = panel.head(look, view, wide)
    parts = stacked([
        Part(group(top.drawn, transform=f"translate({edge:g} 0)"), top.height),
        Part(_map(look, board, view, events, 0, 0), board.height),
        Part(group(foot.drawn, transform=f"translate({edge:g} 0)"), foot.height),
    ], edge)  # fmt: skip
    return group(parts.drawn, transform=f"translate(0 {edge:g})"), parts.height + 2 * edge


def _map(look: Look, board: Chart, view: View, events: Sequence[Tagged], x: float, y: float) -> Markup:  # noqa: PLR0913  # where the map stands
    theme, radius = look.theme, board.radius
    line = coast.line(board.island, board.grid, radius)
    sand = ahus.spits(board)
    shift = f"translate({board.origin[0]:g} {board.origin[1]:g})"
    rounded = 14 if x else 0
    return group(
        element("clipPath", rect(0, 0, board.width, board.height, rx=rounded), id="moai-sea"),
        group(
            rect(0, 0, board.width, board.height, fill=theme.sea),
            coast.depths(theme, line, sand, radius, shift),
            coast.ground(theme, line, sand, radius, shift),
            group(*land.cells(look, board), class_name="grid"),
            group(*ahus.ahus(look, board, view), class_name="ahus"),
            group(*trails.trails(look, board, events), class_name="trails"),
            group(*land.contents(look, board, view), class_name="places"),
            _compass(look, board),
            clip_path="url(#moai-sea)",
        ),
        class_name="map",
        transform=f"translate({x:g} {y:g})",
    )


def _compass(look: Look, board: Chart) -> Markup:
    """Where north is: a narrow map may lie on its side."""
    size = 15.0 if look.narrow else 20.0
    turn = -90 if board.grid.turned else 0
    x, y = size + 10, board.height - size - 10
    needle = path("M0 -12L5 8L0 4.500L-5 8Z", fill=look.theme.on_sea, transform=f"rotate({turn})")
    letter = (-size * 1.05, 4.0) if turn else (0.0, -size * 0.8)
    return group(
        group(needle, transform=f"scale({size / 20:g})"),
        text(letter[0], letter[1], "N", size * 0.6, look.theme.on_sea, bold=True),
        transform=f"translate({x:g} {y:g})",
        class_name="compass",
    )
