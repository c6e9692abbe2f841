"""The middle of the table: columns of cards, the deck, the stacks and the stone."""

from collections.abc import Iterator

from engine.rapanui.cards import COLUMN, GOODS, Card
from engine.rapanui.view import Goods, View
from engine.words import N_
from service.drawing import fonts, pieces
from service.drawing.look import Look, linked, ring
from service.drawing.panels import PAD, Part, caption, card as sheet, stacked
from service.drawing.rapanui import symbols
from service.drawing.rapanui.cards import RATIO, card, strip
from service.drawing.rapanui.seats import sign
from service.drawing.svg import NOTHING, Markup, at, group, path, rect, text
from service.drawing.units import Unit, row

MOST_WIDE = 128.0
NUMBER = 24.0  # above each column
BASALT, SHADE, PALE = "#5f574e", "#3a342e", "#fdf6e8"
DEPTH = 6.0  # of the stone


def columns(look: Look, view: View, width: float) -> Part:
    """Four columns; the front card lies lowest and is whole, those beneath show their heads."""
    gap = 6.0 if look.narrow else 16.0
    wide = min(MOST_WIDE, (width - gap * (len(view.columns) - 1)) / len(view.columns))
    left = (width - wide * len(view.columns) - gap * (len(view.columns) - 1)) / 2
    drawn = [
        _column(look, column, number, left + (number - 1) * (wide + gap), wide)
        for number, column in enumerate(view.columns, start=1)
    ]
    height = NUMBER + strip(wide) * (COLUMN - 1) + wide * RATIO
    return Part(group(*drawn, class_name="columns"), height)


def _column(look: Look, cards: tuple[Card, ...], number: int, x: float, wide: float) -> Markup:
    """Laid from the far end towards the player: the last one is free."""
    last = len(cards) - 1
    drawn = [
        card(look, kind, 0, NUMBER + place * strip(wide), wide, front=place == last)
        for place, kind in enumerate(cards)
    ]
    empty = rect(
        0,
        NUMBER,
        wide,
        wide * RATIO,
        rx=8,
        fill="none",
        stroke=look.theme.line,
        stroke_width=1.500,
        stroke_dasharray="5 5",
    )
    front = NUMBER + max(last, 0) * strip(wide)
    whole = group(
        text(wide / 2, 16, str(number), 14, look.theme.quiet, bold=True),
        *(drawn or [empty]),
        class_name="column",
        data_column=number,
    )
    edge = ring(look, 0, front, wide, wide * RATIO)
    return group(linked(look, f"column:{number}", whole, edge), transform=f"translate({x:g} 0)")


def deck(look: Look, view: View, width: float) -> Part:
    theme, say = look.theme, look.say
    units = [
        Unit(
            symbols.back(theme), 18, view.deck, (("class_name", "deck"), ("data_count", view.deck))
        )
    ]
    thrown = say(N_("Discarded"))
    half = width * 0.34
    if view.discarded:  # on a narrow picture its caption needs the room
        half = max(half, PAD + 62 + fonts.width(thrown, 11.5) + 12)
    stacks = [
        Unit(
            symbols.offering(theme, Card(good)),
            26,
            getattr(view.stacks, good),
            (
                ("class_name", "stack"),
                ("data_good", str(good)),
                ("data_count", getattr(view.stacks, good)),
            ),
            f"stack:{good}",
        )
        for good in GOODS
    ]
    gone = (
        [Unit(symbols.moai(theme), 18, view.discarded, (("class_name", "discarded"),))]
        if view.discarded
        else []
    )
    return Part(
        sheet(
            look,
            width,
            66,
            caption(look, PAD, 18, say(N_("Deck"))),
            row(units, PAD, 42, 26, theme.ink)[0],
            row(gone, PAD + 62, 42, 22, theme.ink)[0],
            caption(look, PAD + 62, 18, thrown) if gone else NOTHING,
            caption(look, half, 18, say(N_("Stacks of sacrifice cards"))),
            row(stacks, half, 42, 24, theme.ink, width - half - PAD, look)[0],
        ),
        66,
    )


def stone(look: Look, view: View, width: float) -> Part:
    """The sacrifice stone with what lies open on it, and whose cards lie face down."""
    over = view.ending
    below = list(_face_down(look, view)) if over is None else list(_worth(look, over.worth))
    high = 94.0 if below else 66.0
    title = look.say(N_("The stone") if over is None else N_("The stone, all cards open"))
    rows = [
        _slab(look, width, high),
        text(22, 22, title, 12, PALE, anchor="start"),
        row(list(_offered(look, view)), 22, 44, 26, PALE, width - 44)[0],
    ]
    if below:
        words = look.say(N_("Face down") if over is None else N_("Each is worth"))
        after = 22 + fonts.width(words, 12) + 12
        rows.append(text(22, 79, words, 12, PALE, anchor="start"))
        rows.append(row(below, after, 75, 22, PALE, width - after - 22)[0])
    return Part(group(*rows, class_name="stone"), high + DEPTH)


def _slab(look: Look, width: float, high: float) -> Markup:
    """An uneven block: its top, and the shade of its side below."""
    w, h = width, high
    top = (
        f"M12 5Q{w * 0.3:g} -2 {w * 0.55:g} 2T{w - 10:g} 6"
        f"Q{w + 2:g} {h * 0.5:g} {w - 12:g} {h - 6:g}"
        f"Q{w * 0.6:g} {h + 2:g} {w * 0.3:g} {h - 3:g}T10 {h - 6:g}Q-3 {h * 0.45:g} 12 5Z"
    )
    return group(
        path(top, fill=SHADE, transform=f"translate(0 {DEPTH:g})", stroke=look.theme.outline),
        path(top, fill=BASALT, stroke=look.theme.outline, stroke_width=1.2),
    )


def _offered(look: Look, view: View) -> Iterator[Unit]:
    whole = view.stone if view.ending is None else view.ending.stone
    for good in GOODS:
        count = getattr(whole, good)
        yield Unit(
            symbols.offering(look.theme, Card(good)),
            27,
            count,
            (("class_name", "offered"), ("data_good", str(good)), ("data_count", count)),
        )


def _face_down(look: Look, view: View) -> Iterator[Unit]:
    for seat, tribe in enumerate(view.tribes):
        if tribe.laid:
            drawn = group(
                group(symbols.back(look.theme), transform=at(-9, 0)),
                group(pieces.shield(look.theme, sign(seat), 20), transform=at(11, 0)),
            )
            yield Unit(
                drawn,
                42,
                tribe.laid,
                (("class_name", "laid"), ("data_seat", seat), ("data_count", tribe.laid)),
            )


def _worth(look: Look, worth: Goods) -> Iterator[Unit]:
    for good in GOODS:
        value = getattr(worth, good)
        yield Unit(
            group(symbols.SIGNS[Card(good)](look.theme), transform="scale(0.9)"),
            22,
            value,
            (("class_name", "worth"), ("data_good", str(good)), ("data_count", value)),
        )


def middle(look: Look, view: View, width: float) -> Part:
    return stacked(
        [columns(look, view, width), deck(look, view, width), stone(look, view, width)], 14
    )
