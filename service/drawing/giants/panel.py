"""Beside the island: round and phase, dice, quarry and box, each clan, and my own reserve."""

from collections.abc import Iterator

from engine.giants import ruleset
from engine.giants.state import Plan
from engine.giants.view import ClanView, OfferView, Reserve, View
from engine.words import N_
from service.drawing import fonts, pieces
from service.drawing.giants import land, units, words
from service.drawing.giants.chart import Chart
from service.drawing.look import NONE, Look
from service.drawing.panels import PAD, Part, caption, card, chips, heading, listed, stacked
from service.drawing.svg import NOTHING, Markup, at, group, text
from service.drawing.theme import Theme
from service.drawing.units import Unit, row

STRONG = ("awaited", "winner")
UPPER, LOWER = 42.0, 34.0  # a clan's two lines


def head(look: Look, view: View, width: float) -> Part:
    title = look.say(N_("Round {round} · {stage}")).format(
        round=view.round, stage=words.stage(look, view)
    )
    return heading(look, title, words.awaited(look, view), width)


def supplies(look: Look, view: View, width: float) -> Part:
    """The dice with what they brought to the quarry, and what the box still has."""
    theme, say = look.theme, look.say
    dice = [
        Unit(pieces.die(theme, face, white=number < ruleset.DICE.count(ruleset.WHITE)), 22)
        for number, face in enumerate(view.dice)
    ]
    quarry = [
        Unit(
            pieces.moai(theme, size),
            19,
            attributes=(("class_name", "quarried"), ("data_size", size)),
        )
        for size in view.quarry
    ]
    box = [
        *(Unit(pieces.moai(theme, size), 19, left) for size, left in enumerate(view.box, start=1)),
        Unit(pieces.headdress(theme), 22, view.headdresses),
        Unit(pieces.half_tablet(theme), 16, view.halves),
        Unit(pieces.log(theme), 23, view.logs),
    ]
    half = (width - 2 * PAD) / 2
    return stacked(
        [
            Part(
                card(
                    look,
                    width,
                    62,
                    caption(look, PAD, 18, say(N_("Dice"))),
                    caption(look, PAD + half, 18, say(N_("In the quarry"))),
                    row(dice, PAD, 39, 22, theme.ink, half - 8)[0],
                    row(quarry, PAD + half, 39, 24, theme.ink, half)[0]
                    if quarry
                    else text(PAD + half, 44, NONE, 14, theme.quiet, anchor="start"),
                ),
                62,
            ),
            listed(look, say(N_("In the box")), box, width, 20),
        ]
    )


def clan(look: Look, view: View, one: ClanView, width: float) -> Part:
    """Sign, name, marks of the turn, points and half-tablets; below, what lies in front."""
    theme, sign = look.theme, units.clan_of(one.seat)
    front = list(_front(theme, view, one))
    height = UPPER + (LOWER if front else 0)
    score = str(words.score(view, one))
    wide = fonts.width(score, 23, bold=True)
    right = width - PAD - wide - 12
    tablets, right = _tablets(look, one, right)
    marks, right = chips(look, right - 10, UPPER / 2, words.notes(view, one), STRONG)
    name = look.name(one.seat) or words.colour(look, one.seat)
    drawn = card(
        look,
        width,
        height,
        group(pieces.shield(theme, sign), transform=at(28, UPPER / 2)),
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
        tablets,
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
        row(front, 16, UPPER + LOWER / 2 - 4, 22, theme.ink, width - 28)[0],
        accent=sign.fill,
    )
    return Part(group(drawn, class_name="clan", data_seat=one.seat), height)


def _tablets(look: Look, one: ClanView, right: float) -> tuple[Markup, float]:
    unit = Unit(
        pieces.half_tablet(look.theme),
        16,
        one.halves,
        (("class_name", "halves"), ("data_count", one.halves)),
    )
    left = right - unit.across(20)
    return unit.put(left, UPPER / 2, 20, look.theme.ink), left


def _front(theme: Theme, view: View, one: ClanView) -> Iterator[Unit]:
    """What lies in front of the screen: bid or used, and the items won."""
    yield from units.crowd(theme, one.seat, one.front)
    if one.front_markers:
        yield Unit(
            pieces.marker(theme, units.clan_of(one.seat)),
            18,
            one.front_markers,
            (("class_name", "markers"), ("data_count", one.front_markers)),
        )
    yield from units.items(
        theme, [item for item in view.items if item.at is None and item.holder == one.seat]
    )


def auction(look: Look, view: View, width: float) -> Part:
    """The open bids in the order of choice, each with the sculptors it has left."""
    if view.auction is None:
        return Part(NOTHING, 0)
    offers = [_offer(look.theme, offer) for offer in view.auction.offers]
    title = look.say(N_("Order of choice, with sculptors left"))
    return listed(look, title, offers, width, 22)


def _offer(theme: Theme, offer: OfferView) -> Unit:
    sign = group(
        pieces.shield(theme, units.clan_of(offer.seat)), opacity=0.45 if offer.done else None
    )
    return Unit(sign, 27, offer.left, (("class_name", "offer"), ("data_seat", offer.seat)))


def crowds(look: Look, chart: Chart, view: View, width: float) -> Part:
    """The crowded hexes once more, large enough to be read."""
    found = list(land.crowded(look, chart, view))
    rows = [
        group(
            text(PAD, 0, label, 13, look.theme.ink, bold=True, anchor="start"),
            row(here, PAD + 34, -5, 20, look.theme.ink, width - 2 * PAD - 34)[0],
            transform=f"translate(0 {42 + 28 * number})",
        )
        for number, (label, here) in enumerate(found)
    ]
    if not rows:
        return Part(NOTHING, 0)
    height = 28 * len(rows) + 30.0
    title = caption(look, PAD, 18, look.say(N_("Crowded hexes")))
    return Part(group(card(look, width, height, title, *rows), class_name="crowds"), height)


def mine(look: Look, view: View, width: float) -> Part:
    """What is behind the viewer's own screen."""
    if view.mine is None or view.seat is None:
        return Part(NOTHING, 0)
    have = list(_reserve(look.theme, view.seat, view.mine))
    part = listed(look, look.say(N_("Behind my screen")), have, width, 24)
    if not view.mine.plan:
        return Part(group(part.drawn, class_name="mine"), part.height)
    said = look.say(N_("My plan: {picks}")).format(picks=_plan(look, view.mine.plan))
    line = text(
        PAD,
        part.height + 8,
        fonts.fitted(said, 12.5, width - 2 * PAD),
        12.5,
        look.theme.ink,
        anchor="start",
    )
    return Part(group(part.drawn, line, class_name="mine"), part.height + 14)


def _plan(look: Look, plan: Plan) -> str:
    decline = look.say(N_("decline"))
    picks = ("/".join(decline if c == "decline" else str(c) for c in pick) for pick in plan)
    return ", ".join(picks)


def _reserve(theme: Theme, seat: int, have: Reserve) -> Iterator[Unit]:
    sign = units.clan_of(seat)
    yield from units.crowd(theme, seat, have.figures)
    yield Unit(pieces.marker(theme, sign), 19, have.markers)
    yield Unit(pieces.log(theme), 23, have.logs)
    yield Unit(pieces.base(theme, sign), 23, have.bases)
