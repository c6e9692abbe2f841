"""Pictures inside a page, in its own colours: one for a broad screen and one for a narrow one."""

from collections.abc import Callable
from typing import Final

from markupsafe import Markup

from engine.rapanui.cards import Card
from engine.words import Tongue
from service import drawing
from service.drawing import NARROW, WIDE, Look, pieces
from service.drawing.palette import IN_PAGE
from service.drawing.rapanui.symbols import SIGNS
from service.drawing.svg import Markup as Drawn, element
from service.drawing.theme import CLANS, Theme
from service.watching import Scene

WIDTHS: Final = {"broad": WIDE, "slim": NARROW}


def drawn(scene: Scene, tongue: Tongue) -> Markup:
    """A table twice, of which the style sheet shows the one that fits."""
    return Markup("").join(_sized(scene, tongue, name, width) for name, width in WIDTHS.items())


def _sized(scene: Scene, tongue: Tongue, name: str, width: int) -> Markup:
    look = Look(IN_PAGE, width, scene.names, tongue.say, ids=name)
    svg = drawing.draw(scene.game, scene.view, look, scene.events)
    return Markup('<div class="picture {}">{}</div>').format(name, Markup(svg))  # noqa: S704  # our own drawing, which escapes its words


# --- single pieces, for the rules

BLUE: Final = CLANS["blue"]
GIANTS: Final[dict[str, Callable[[Theme], Drawn]]] = {
    "worker": lambda theme: pieces.figure(theme, BLUE, "worker"),
    "sorcerer": lambda theme: pieces.figure(theme, BLUE, "sorcerer"),
    "chief": lambda theme: pieces.figure(theme, BLUE, "chief"),
    "marker": lambda theme: pieces.marker(theme, BLUE),
    "base": lambda theme: pieces.base(theme, BLUE),
    "moai-1": lambda theme: pieces.moai(theme, 1),
    "moai-2": lambda theme: pieces.moai(theme, 2),
    "moai-3": lambda theme: pieces.moai(theme, 3),
    "headdress": pieces.headdress,
    "log": pieces.log,
    "half-tablet": pieces.half_tablet,
    "die": lambda theme: pieces.die(theme, 2, white=True),
}
CARDS: Final[dict[str, Callable[[Theme], Drawn]]] = {
    f"card-{kind.value}": SIGNS[kind] for kind in Card
}


def piece(name: str) -> Markup:
    """A small drawing beside its word, which a screen reader has no need of."""
    svg = element(
        "svg",
        (GIANTS | CARDS)[name](IN_PAGE),
        class_name="piece",
        viewBox="-14 -15 28 30",
        width=36,
        height=38,
        aria_hidden="true",
    )
    return Markup(svg)  # noqa: S704  # our own drawing
