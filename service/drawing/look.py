"""How a picture is to look: its theme and width, the names beside it, the language."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from service.drawing.svg import FAMILY, Markup, element, words
from service.drawing.theme import LIGHT, Theme

Say: TypeAlias = Callable[[str], str]  # from our English to the reader's language

NONE: Final = "\N{EN DASH}"  # stands where there is nothing to list
WIDTHS: Final = (360, 720, 1280)
NARROW, WIDE = WIDTHS[0], WIDTHS[-1]


@dataclass(frozen=True, slots=True)
class Look:
    """What is the same for all parts of one picture."""

    theme: Theme = LIGHT
    width: int = WIDE
    names: tuple[str, ...] = ()  # by seat; none for who need not be named
    say: Say = str

    @property
    def narrow(self) -> bool:
        return self.width <= NARROW

    @property
    def wide(self) -> bool:
        return self.width >= WIDE

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else ""


def sheet(look: Look, height: float, title: str, told: str, *children: Markup) -> Markup:
    """The whole picture: a paper of its own, with its title and its telling in words."""
    width, tall = look.width, round(height)
    return element(
        "svg",
        words("title", title, id="moai-title"),
        words("desc", told, id="moai-desc"),
        element("rect", width=width, height=tall, fill=look.theme.paper),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {tall}",
        width=width,
        height=tall,
        role="img",
        aria_labelledby="moai-title moai-desc",
        font_family=FAMILY,
    )
