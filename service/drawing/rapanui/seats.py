"""The tribes round the table: villages, wood, points, and how much each one holds."""

from collections.abc import Iterator

from engine.rapanui.cards import CARDS, GOODS, Card
from engine.rapanui.view import Cards, Front, Goods, Own, View
from engine.rapanui.words import COLOURS
from engine.words import N_
from service.drawing import fonts, pieces
from service.drawing.look import Look, linked, ring
from service.drawing.panels import PAD, Part, caption, card as sheet, chips
from service.drawing.rapanui import symbols, words
from service.drawing.rapanui.cards import RATIO, card
from service.drawing.svg import NOTHING, Markup, at, circle, group, text
from service.drawing.theme import CLANS, Clan
from service.drawing.units import Unit, row

STRONG = ("awaited", "winner")
FAINT = 0.32  # what a village has none of
UPPER, LOWER, OPENED = 42.0, 44.0, 34.0
HAND, HAND_TOP = 3, 27.0


def sign(seat: int) -> Clan:
    return CLANS[COLOURS[seat].lower()]


def tribe(look: Look, view: View, seat: int, width: float) -> Part:
    """Sign, name, points and wood; below, the village by kinds in a fixed order."""
    theme, clan, have = look.theme, sign(seat), view.tribes[seat]
    score = str(words.score(view, seat))
    right = width - PAD - fonts.width(score, 23, bold=True) - 6
    crescent = group(symbols.point(theme), transform=at(right - 9, UPPER / 2, 0.72))
    holdings, right = _holdings(look, have, right - 30)
    opened = list(_opened(look, view, seat))
    notes, last = words.notes(view, seat), UPPER + LOWER + OPENED / 2 - 6
    if opened:  # the last line has more room
        marks, _ = chips(look, width - PAD, last, notes, STRONG)
    else:
        marks, right = chips(look, right - 6, UPPER / 2, notes, STRONG)
    name = look.name(seat) or words.colour(look, seat)
    height = UPPER + LOWER + (OPENED if opened else 0)
    drawn = sheet(
        look,
        width,
        height,
        group(pieces.shield(theme, clan), transform=at(28, UPPER / 2)),
        text(
            47,
            UPPER / 2 + 5,
            fonts.fitted(name, 15, right - 52, bold=True),
            15,
            theme.ink,
            bold=True,
            anchor="start",
        ),
        marks,
        holdings,
        crescent,
        text(
            width - PAD,
            UPPER / 2 + 8,
            score,
            23,
            theme.ink,
            bold=True,
            anchor="end",
            class_name="score",
        ),
        _village(look, have.village, width),
        row(opened, 16, last, 22, theme.ink, width - 110)[0],
        accent=clan.fill,
    )
    return Part(group(drawn, class_name="tribe", data_seat=seat), height)


def _holdings(look: Look, have: Front, right: float) -> tuple[Markup, float]:
    """Wood, and how many cards of either sort: what they are, only their holder sees."""
    theme, tall = look.theme, _tall(look)
    units = [
        Unit(
            symbols.back(theme), 17, have.hand, (("class_name", "hand"), ("data_count", have.hand))
        ),
        Unit(
            _hidden_good(look),
            21,
            have.goods,
            (("class_name", "goods"), ("data_count", have.goods)),
        ),
        Unit(
            symbols.wood(theme), 23, have.wood, (("class_name", "wood"), ("data_count", have.wood))
        ),
    ]
    wide = sum(unit.across(tall) for unit in units) + 2 * 0.38 * tall
    return row(units, right - wide, UPPER / 2, tall, theme.ink)[0], right - wide


def _tall(look: Look) -> float:
    return 26.0 if look.wide else 17.0 if look.narrow else 20.0


def _hidden_good(look: Look) -> Markup:
    """A sacrifice card from behind: round, as they are."""
    theme = look.theme
    return group(
        circle(0, 0, 10.5, fill=theme.scoria, stroke=symbols.LINE, stroke_width=1.2),
        circle(0, 0, 4.5, fill="none", stroke="#fff3e6", stroke_width=1.6),
    )


def _village(look: Look, village: Cards, width: float) -> Markup:
    cell = (width - 2 * PAD) / len(CARDS)
    tall = min(30.0, cell * 0.56)
    drawn = []
    for place, kind in enumerate(CARDS):
        count = getattr(village, kind)
        unit = Unit(
            symbols.SIGNS[kind](look.theme),
            25,
            count,
            (
                ("class_name", "kept"),
                ("data_card", str(kind)),
                ("data_count", count),
                ("opacity", None if count else FAINT),
            ),
        )
        left = PAD + place * cell + (cell - unit.across(tall)) / 2
        drawn.append(unit.put(left, UPPER + LOWER / 2 - 4, tall, look.theme.ink))
    return group(*drawn, class_name="village")


def _opened(look: Look, view: View, seat: int) -> Iterator[Unit]:
    """At the end all see what each one held."""
    if view.ending is not None:
        yield from _own_goods(look, view.ending.goods[seat], "opened")


# --- my own


def mine(look: Look, view: View, width: float) -> Part:
    """My hand as cards, and the sacrifice cards that I hold and laid."""
    if view.own is None:
        return Part(NOTHING, 0)
    own, say = view.own, look.say
    wide = 80.0 if look.narrow else 92.0
    hand = [kind for kind in CARDS for _ in range(getattr(own.hand, kind))]
    height = wide * RATIO + 40
    beside = PAD + HAND * (wide + 8) + 10
    if look.narrow:
        beside, height = float(PAD), height + 86
    down = 18.0 + (height - 86 - 6 if look.narrow else 0)
    drawn = sheet(
        look,
        width,
        height,
        caption(look, PAD, 18, say(N_("My hand"))),
        *(_held(look, kind, PAD + i * (wide + 8), wide) for i, kind in enumerate(hand)),
        caption(look, beside, down, say(N_("My sacrifice cards"))),
        row(
            list(_own_goods(look, own.goods, "own")),
            beside,
            down + 25,
            26,
            look.theme.ink,
            width - beside - PAD,
            look,
        )[0],
        *_own_laid(look, own, beside, down + 58, width - beside - PAD),
    )
    return Part(group(drawn, class_name="mine"), height)


def _held(look: Look, kind: Card, x: float, wide: float) -> Markup:
    edge = ring(look, x, HAND_TOP, wide, wide * RATIO)
    return linked(look, f"hand:{kind}", card(look, kind, x, HAND_TOP, wide), edge)


def _own_goods(look: Look, goods: Goods, name: str) -> Iterator[Unit]:
    for good in GOODS:
        count = getattr(goods, good)
        yield Unit(
            symbols.offering(look.theme, Card(good)),
            27,
            count,
            (
                ("class_name", name),
                ("data_good", str(good)),
                ("data_count", count),
                ("opacity", None if count else FAINT),
            ),
            f"{name}:{good}",
        )


def _own_laid(look: Look, own: Own, x: float, y: float, room: float) -> Iterator[Markup]:
    if any(getattr(own.laid, good) for good in GOODS):
        words_wide = fonts.width(look.say(N_("Laid face down")), 11.5) + 10
        yield caption(look, x, y + 4, look.say(N_("Laid face down")))
        units = [unit for unit in _own_goods(look, own.laid, "own-laid") if unit.count]
        yield row(units, x + words_wide, y, 20, look.theme.ink, room - words_wide)[0]
