"""A village card, whole or as much of it as another one leaves to be seen."""

from engine.rapanui.cards import Card, gatherer
from service.drawing import fonts
from service.drawing.look import Look
from service.drawing.rapanui.symbols import KINDS, LINE, SIGNS, basket
from service.drawing.svg import NOTHING, Markup, amid, at, group, rect, text

RATIO = 1.36  # a card's height to its width


def strip(width: float) -> float:
    """How much of a covered card is seen."""
    return max(25.0, width * 0.31)


def card(look: Look, kind: Card, x: float, y: float, width: float, *, front: bool = True) -> Markup:
    """Its head has sign, name and colour; a free card also shows its picture."""
    height, head = width * RATIO, strip(width)
    theme, told = look.theme, KINDS[kind]
    body = _picture(look, kind, width, height, head) if front else NOTHING
    return group(
        rect(0, 0, width, height, rx=width * 0.07, fill="#fbf5e6", stroke=LINE, stroke_width=1.2),
        _head(width, head, told.fill),
        group(SIGNS[kind](theme), transform=at(head * 0.5, head * 0.5, head * 0.72 / 24)),
        _name(look, told.name, told.ink, width, head),
        body,
        transform=f"translate({x:g} {y:g})",
        class_name="card front" if front else "card",
        data_card=str(kind),
    )


def _head(width: float, head: float, fill: str) -> Markup:
    return rect(2.2, 2.2, width - 4.4, head - 3.4, rx=width * 0.05, fill=fill)


def _name(look: Look, name: str, ink: str, width: float, head: float) -> Markup:
    """As large as fits, but never smaller than can be read."""
    said, room = look.say(name), width - head - 5
    size = min(head * 0.44, 15)
    while size > 9 and fonts.width(said, size, bold=True) > room:  # noqa: PLR2004  # pixels
        size -= 0.25
    return text(
        head * 0.93,
        head / 2 + size * 0.34,
        fonts.fitted(said, size, room, bold=True),
        size,
        ink,
        bold=True,
        anchor="start",
    )


def _picture(look: Look, kind: Card, width: float, height: float, head: float) -> Markup:
    middle, room = width / 2, height - head
    scale = room * 0.68 / 24
    down = head + room * 0.5
    letters = amid(width - 13, height - 11, KINDS[kind].letters, 11.5, "#4a4238")
    if not gatherer(kind):
        return group(group(SIGNS[kind](look.theme), transform=at(middle, down, scale)), letters)
    return group(
        group(SIGNS[kind](look.theme), transform=at(middle, down - room * 0.12, scale * 0.8)),
        group(basket(look.theme), transform=at(middle, down + room * 0.15, scale * 0.66)),
        letters,
    )
