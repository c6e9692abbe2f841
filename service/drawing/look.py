"""How a picture is to look: its theme and width, the names beside it, the language, its links."""

from collections.abc import Callable, Mapping, Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from service.drawing.svg import FAMILY, Markup, element, words
from service.drawing.theme import LIGHT, Theme

Say: TypeAlias = Callable[[str], str]  # from our English to the reader's language

NONE: Final = "\N{EN DASH}"  # stands where there is nothing to list
WIDTHS: Final = (360, 720, 1280)
NARROW, WIDE = WIDTHS[0], WIDTHS[-1]
RING: Final = 3.0  # from a place to the ring round it


@dataclass(frozen=True, slots=True)
class Target:
    """Where a click on a place leads, and what it says when it is pointed at or read aloud."""

    href: str
    title: str


@dataclass(frozen=True, slots=True)
class Look:
    """What is the same for all parts of one picture."""

    theme: Theme = LIGHT
    width: int = WIDE
    names: tuple[str, ...] = ()  # by seat; none for who need not be named
    say: Say = str
    spots: Mapping[str, Target] = field(default_factory=dict)  # by the picture's name of a place
    chosen: AbstractSet[str] = frozenset()  # the places that a draft has in hand
    ids: str = "moai"  # what its ids begin with, where a page has several pictures

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
        words("title", title, id=f"{look.ids}-title"),
        words("desc", told, id=f"{look.ids}-desc"),
        element("rect", width=width, height=tall, fill=look.theme.paper),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {tall}",
        width=width,
        height=tall,
        font_family=FAMILY,
        **_read_aloud(look),
    )


def _read_aloud(look: Look) -> dict[str, str]:
    """What is inside an image is not read aloud; links must be, so theirs is a group."""
    title, told = f"{look.ids}-title", f"{look.ids}-desc"
    if look.spots:
        return {"role": "group", "aria_labelledby": title, "aria_describedby": told}
    return {"role": "img", "aria_labelledby": f"{title} {told}"}


def linked(look: Look, place: str, drawn: Markup, ring: Markup) -> Markup:
    """A place as it is drawn, or as a link with a ring round it where a click leads somewhere."""
    target = look.spots.get(place)
    if target is None:
        return drawn
    chosen = place in look.chosen
    return element(
        "a",
        words("title", target.title),
        drawn,
        ring,
        href=target.href,
        class_name="spot chosen" if chosen else "spot",
        aria_current="true" if chosen else None,
        data_spot=place,
    )


def ring(look: Look, x: float, y: float, width: float, height: float) -> Markup:
    """Round a place that can be clicked: fine until it is pointed at or has the focus."""
    return element(
        "rect",
        x=x - RING,
        y=y - RING,
        width=width + 2 * RING,
        height=height + 2 * RING,
        rx=8,
        fill=look.theme.accent,
        fill_opacity=0,
        stroke=look.theme.accent,
        stroke_width=2.5,
        stroke_dasharray="6 4",
        class_name="ring",
    )
