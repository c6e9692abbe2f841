"""What stands beside a board: cards with rows of pieces, chips and headings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.drawing import fonts
from service.drawing.look import NONE, Look
from service.drawing.svg import Markup, amid, group, rect, text
from service.drawing.units import Unit, row

PAD = 12
GAP = 10


@dataclass(frozen=True, slots=True)
class Part:
    """Something drawn from 0, 0 down, and how high it is."""

    drawn: Markup
    height: float


def stacked(parts: Iterable[Part], gap: float = GAP) -> Part:
    """Parts below each other."""
    drawn, y = [], 0.0
    for part in parts:
        if not part.height:
            continue
        drawn.append(group(part.drawn, transform=f"translate(0 {y:g})"))
        y += part.height + gap
    return Part(Markup("".join(drawn)), max(0, y - gap))


def abreast(parts: Sequence[Part], width: float, columns: int, gap: float = GAP) -> Part:
    """Parts in columns, row by row; a row is as high as its highest."""
    wide = (width - gap * (columns - 1)) / columns
    rows = []
    for start in range(0, len(parts), columns):
        line = parts[start : start + columns]
        drawn = [
            group(part.drawn, transform=f"translate({i * (wide + gap):.5g} 0)")
            for i, part in enumerate(line)
        ]
        rows.append(Part(Markup("".join(drawn)), max(part.height for part in line)))
    return stacked(rows, gap)


def card(
    look: Look, width: float, height: float, *children: Markup, accent: str | None = None
) -> Markup:
    """A sheet with a fine border, perhaps with a coloured edge."""
    theme = look.theme
    edge = [rect(0.75, 8, 4, height - 16, rx=2, fill=accent)] if accent else []
    return group(
        rect(0.5, 0.5, width - 1, height - 1, rx=8, fill=theme.card, stroke=theme.line),
        *edge,
        *children,
    )


def heading(look: Look, title: str, below: str, width: float) -> Part:
    """The picture's first two lines."""
    large, small = (19.0, 13.5) if look.narrow else (24.0, 15.5)
    return Part(
        group(
            text(
                0,
                large,
                fonts.fitted(title, large, width, bold=True),
                large,
                look.theme.ink,
                bold=True,
                anchor="start",
            ),
            text(
                0,
                large + small + 7,
                fonts.fitted(below, small, width),
                small,
                look.theme.quiet,
                anchor="start",
            ),
        ),
        large + small + 12,
    )


def caption(look: Look, x: float, y: float, words: str) -> Markup:
    return text(x, y, words, 11.5, look.theme.quiet, anchor="start")


def listed(look: Look, title: str, units: Sequence[Unit], width: float, tall: float = 22) -> Part:
    """A card with a caption and a row of pieces."""
    height = tall + 38
    drawn, _ = row(units, PAD, 26 + tall / 2, tall, look.theme.ink, width - 2 * PAD)
    empty = [] if units else [text(PAD, 30 + tall / 2, NONE, 14, look.theme.quiet, anchor="start")]
    return Part(card(look, width, height, caption(look, PAD, 18, title), drawn, *empty), height)


def chip(look: Look, right: float, y: float, words: str, *, strong: bool) -> tuple[Markup, float]:
    """A word in a pill that ends at `right`; and where the next one may end."""
    theme, size = look.theme, 11.5
    wide = fonts.width(words, size, bold=True) + 14
    ink = theme.on_accent if strong else theme.quiet
    return group(
        rect(
            right - wide,
            y - 9,
            wide,
            18,
            rx=9,
            fill=theme.accent if strong else "none",
            stroke=theme.accent if strong else theme.quiet,
        ),
        amid(right - wide / 2, y, words, size, ink),
        class_name="chip",
    ), right - wide - 6


def chips(
    look: Look, right: float, y: float, words: Sequence[str], strong: Sequence[str]
) -> tuple[Markup, float]:
    drawn = []
    for word in reversed(words):
        mark, right = chip(look, right, y, look.say(word), strong=word in strong)
        drawn.append(mark)
    return Markup("".join(drawn)), right
