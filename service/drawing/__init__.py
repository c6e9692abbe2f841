"""Pictures: a view to SVG, SVG to PNG, and the same in words. Pages, letters and API draw here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Game, Tagged
from engine.giants.board import Island
from service.drawing import giants, rapanui
from service.drawing.look import NARROW, WIDE, WIDTHS, Look, Target
from service.drawing.raster import png, small_png
from service.drawing.svg import Markup
from service.drawing.theme import THEMES, Clan, ThemeName

__all__ = [
    "NARROW",
    "THEMES",
    "WIDE",
    "WIDTHS",
    "Clan",
    "Look",
    "Markup",
    "Target",
    "ThemeName",
    "clan",
    "describe",
    "draw",
    "entitle",
    "holding",
    "png",
    "sentences",
    "small_png",
]


PLAIN: Final = Look()


@dataclass(frozen=True, slots=True)
class Drawer:
    """How one game is drawn, and told."""

    picture: Callable[[Game[Any, Any], Look, Any, Sequence[Tagged]], Markup]
    telling: Callable[[Game[Any, Any], Look, Any], tuple[str, ...]]
    title: Callable[[Look, Any], str]
    holding: Callable[[Look, Any], tuple[str, ...]]
    clan: Callable[[int], Clan]


def _island(game: Any, view: Any) -> Island:
    found: Island = game.islands[view.options.island]
    return found


DRAWERS: Final = {
    "giants": Drawer(
        lambda game, look, view, events: giants.picture(look, _island(game, view), view, events),
        lambda game, look, view: giants.telling(look, _island(game, view), view),
        giants.title,
        giants.words.holding,
        giants.clan_of,
    ),
    "rapa-nui": Drawer(
        lambda _game, look, view, _events: rapanui.picture(look, view),
        lambda _game, look, view: rapanui.telling(look, view),
        rapanui.title,
        rapanui.words.holding,
        rapanui.seats.sign,
    ),
}


def draw(
    game: Game[Any, Any], view: Any, look: Look = PLAIN, events: Sequence[Tagged] = ()
) -> Markup:
    """A view as SVG: the same view, look and events give the same text."""
    return DRAWERS[game.meta.slug].picture(game, look, view, events)


def sentences(game: Game[Any, Any], view: Any, look: Look = PLAIN) -> tuple[str, ...]:
    """The same in words, for who does not see the picture."""
    return DRAWERS[game.meta.slug].telling(game, look, view)


def describe(game: Game[Any, Any], view: Any, look: Look = PLAIN) -> str:
    """These in one text."""
    return " ".join(sentences(game, view, look))


def entitle(game: Game[Any, Any], view: Any, look: Look = PLAIN) -> str:
    """A picture's title: the game, and where it stands."""
    return DRAWERS[game.meta.slug].title(look, view)


def holding(game: Game[Any, Any], view: Any, look: Look = PLAIN) -> tuple[str, ...]:
    """What the seat has whose view it is, in a few words each."""
    return DRAWERS[game.meta.slug].holding(look, view)


def clan(game: Game[Any, Any], seat: int) -> Clan:
    """A seat's colour and letter in the pictures of this game."""
    return DRAWERS[game.meta.slug].clan(seat)
