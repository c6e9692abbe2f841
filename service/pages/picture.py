"""Pictures inside a page, in its own colours: one for a broad screen and one for a narrow one."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from markupsafe import Markup

from engine.rapanui.cards import Card
from engine.words import Tongue
from service import drawing
from service.drawing import NARROW, THEMES, WIDE, Look, pieces
from service.drawing.rapanui.symbols import SIGNS
from service.drawing.svg import Markup as Drawn, element
from service.drawing.theme import CLANS, Theme
from service.watching import Scene

WIDTHS: Final = {"broad": WIDE, "slim": NARROW}


def _variable(name: str) -> str:
    return f"--paint-{name.replace('_', '-')}"


def _named(name: str, value: str | tuple[str, ...]) -> dict[str, str]:
    """A colour under its variable, each of several under one of its own."""
    if isinstance(value, str):
        return {_variable(name): value}
    return {f"{_variable(name)}-{place}": one for place, one in enumerate(value)}


def _paints(theme: Theme) -> dict[str, str]:
    painted = (one.name for one in fields(Theme) if one.name != "name")
    return {
        variable: colour
        for name in painted
        for variable, colour in _named(name, getattr(theme, name)).items()
    }


def _as_variables(theme: Theme) -> Theme:
    """The same theme with a variable for each colour: the style sheet knows day from night."""
    painted: dict[str, Any] = {"name": theme.name}
    for one in fields(Theme):
        if one.name != "name":
            value = getattr(theme, one.name)
            several = tuple(f"var({variable})" for variable in _named(one.name, value))
            painted[one.name] = several[0] if isinstance(value, str) else several
    return Theme(**painted)


PAINTED: Final = _as_variables(THEMES["light"])


def paints() -> str:
    """The style sheet of the colours, by day and by night."""
    day, night = (
        "".join(f"{variable}:{colour};" for variable, colour in _paints(THEMES[name]).items())
        for name in ("light", "dark")
    )
    return f":root{{{day}}}\n@media (prefers-color-scheme: dark){{:root{{{night}}}}}\n"


def drawn(scene: Scene, tongue: Tongue) -> Markup:
    """A table twice, of which the style sheet shows the one that fits."""
    return Markup("").join(_sized(scene, tongue, name, width) for name, width in WIDTHS.items())


def _sized(scene: Scene, tongue: Tongue, name: str, width: int) -> Markup:
    look = Look(PAINTED, width, scene.names, tongue.say)
    svg = drawing.draw(scene.game, scene.view, look, scene.events)
    apart = svg.replace("moai-title", f"{name}-title").replace("moai-desc", f"{name}-desc")
    return Markup('<div class="picture {}">{}</div>').format(name, Markup(apart))  # noqa: S704  # our own drawing, which escapes its words


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
        (GIANTS | CARDS)[name](PAINTED),
        class_name="piece",
        viewBox="-14 -15 28 30",
        width=36,
        height=38,
        aria_hidden="true",
    )
    return Markup(svg)  # noqa: S704  # our own drawing
