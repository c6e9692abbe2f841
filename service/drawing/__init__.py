"""Pictures: a view to SVG, SVG to PNG, and the same in words. Pages, letters and API draw here."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.game import Game, Tagged
from service.drawing import giants
from service.drawing.look import NARROW, WIDE, WIDTHS, Look
from service.drawing.raster import png
from service.drawing.svg import Markup
from service.drawing.theme import THEMES, ThemeName

__all__ = ["NARROW", "THEMES", "WIDE", "WIDTHS", "Look", "Markup", "ThemeName", "describe", "draw", "png"]


def _giants(game: Any, look: Look, view: Any, events: Sequence[Tagged]) -> Markup:
    return giants.picture(look, game.islands[view.options.island], view, events)


DRAWN: Final[dict[str, Callable[[Any, Look, Any, Sequence[Tagged]], Markup]]] = {"giants": _giants}


def draw(game: Game[Any, Any], view: Any, look: Look, events: Sequence[Tagged] = ()) -> Markup:
    return DRAWN[game.meta.slug](game, look, view, events)


def describe(game: Game[Any, Any], view: Any, look: Look) -> str:
    return giants.telling(look, game.islands[view.options.island], view)
