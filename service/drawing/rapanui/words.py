"""What a picture of Rapa Nui says in words: its title, and all of it in sentences."""

from collections.abc import Iterator

from engine.rapanui.cards import CARDS, GOODS
from engine.rapanui.view import Cards, Front, Goods, View
from engine.rapanui.words import CARDS as CARD_NAMES, COLOURS, GOODS as GOOD_NAMES
from engine.words import N_
from service.drawing.look import NONE, Look

STAGES = {
    "play": N_("Buy or play"),
    "sacrifice": N_("Sacrifices"),
    "lay": N_("Lay face down and add"),
    "draw": N_("Draw"),
    "claim": N_("Wood or points"),
    "substitute": N_("Take another good"),
    "over": N_("The end"),
}


def colour(look: Look, seat: int) -> str:
    return look.say(COLOURS[seat])


def named(look: Look, seat: int) -> str:
    name = look.name(seat)
    return f"{colour(look, seat)} ({name})" if name else colour(look, seat)


def title(look: Look, view: View) -> str:
    return look.say(N_("Rapa Nui, turn {turn}: {stage}")).format(
        turn=view.turn, stage=stage(look, view)
    )


def stage(look: Look, view: View) -> str:
    return look.say(STAGES[view.stage])


def awaited(look: Look, view: View) -> str:
    """Whose turn it is and whom the table waits for; at the end, who won."""
    say = look.say
    if view.ending is not None:
        seats = ", ".join(colour(look, seat) for seat in view.ending.outcome.winners)
        return say(N_("Won by {seats}")).format(seats=seats)
    parts = [say(N_("Turn of {seat}")).format(seat=colour(look, view.active))]
    if view.awaited != (view.active,):
        seats = ", ".join(colour(look, seat) for seat in view.awaited)
        parts.append(say(N_("awaited: {seats}")).format(seats=seats))
    if view.draws:
        parts.append(say(N_("cards to draw: {count}")).format(count=view.draws))
    if view.valued is not None:
        parts.append(say(N_("valued: {card}")).format(card=say(CARD_NAMES[view.valued])))
    if view.due:
        parts.append(say(N_("cards to take: {count}")).format(count=view.due))
    return " · ".join(parts)


def score(view: View, seat: int) -> int:
    return view.tribes[seat].points if view.ending is None else view.ending.outcome.totals[seat]


def notes(view: View, seat: int) -> list[str]:
    """What else is known of a tribe, in a word each."""
    if view.ending is not None:
        return [N_("winner")] if seat in view.ending.outcome.winners else []
    if seat in view.awaited:
        return [N_("awaited")]
    return [N_("its turn")] if seat == view.active else []


def telling(look: Look, view: View) -> tuple[str, ...]:
    """Everything that the picture shows, in sentences."""
    return tuple(_sentences(look, view))


def _sentences(look: Look, view: View) -> Iterator[str]:
    say = look.say
    yield f"{title(look, view)}. {awaited(look, view)}."
    for number, column in enumerate(view.columns, start=1):
        cards = ", ".join(say(CARD_NAMES[card]) for card in reversed(column))
        yield say(N_("Column {number}, front card first: {cards}.")).format(
            number=number, cards=cards or NONE
        )
    yield say(N_("Cards in the deck: {deck}; moai discarded: {discarded}.")).format(
        deck=view.deck, discarded=view.discarded
    )
    yield say(N_("Stacks of sacrifice cards: {goods}.")).format(goods=_goods(look, view.stacks))
    yield say(N_("Open on the stone: {goods}.")).format(goods=_goods(look, view.stone))
    for seat, tribe in enumerate(view.tribes):
        yield _tribe(look, view, seat, tribe)
    if view.own is not None:
        yield say(
            N_("My hand: {cards}. My sacrifice cards: {goods}. I laid face down: {laid}.")
        ).format(
            cards=_cards(look, view.own.hand),
            goods=_goods(look, view.own.goods),
            laid=_goods(look, view.own.laid),
        )
    yield from _ending(look, view)


def holding(look: Look, view: View) -> tuple[str, ...]:
    """What the seat has whose view it is, a pile each."""
    if view.own is None or view.seat is None:
        return ()
    say, own, tribe = look.say, view.own, view.tribes[view.seat]
    return (
        say(N_("Hand: {cards}")).format(cards=_cards(look, own.hand)),
        say(N_("Sacrifice cards: {goods}")).format(goods=_goods(look, own.goods)),
        say(N_("Laid face down: {goods}")).format(goods=_goods(look, own.laid)),
        say(N_("Wood: {count}")).format(count=tribe.wood),
        say(N_("Points: {count}")).format(count=score(view, view.seat)),
    )


def _tribe(look: Look, view: View, seat: int, tribe: Front) -> str:
    told = look.say(
        N_(
            "{seat}: points: {points}, wood: {wood}; village: {village}; cards in hand: {hand}; "
            "sacrifice cards: {goods}; laid face down: {laid}"
        )
    ).format(
        seat=named(look, seat),
        points=score(view, seat),
        wood=tribe.wood,
        village=_cards(look, tribe.village),
        hand=tribe.hand,
        goods=tribe.goods,
        laid=tribe.laid,
    )
    return "; ".join([told, *map(look.say, notes(view, seat))]) + "."


def _ending(look: Look, view: View) -> Iterator[str]:
    if view.ending is None:
        return
    say, ending = look.say, view.ending
    yield say(N_("On the stone in all: {stone}. Each card is worth: {worth}.")).format(
        stone=_goods(look, ending.stone), worth=_goods(look, ending.worth)
    )
    for seat, goods in enumerate(ending.goods):
        yield say(N_("{seat} held sacrifice cards: {goods}.")).format(
            seat=colour(look, seat), goods=_goods(look, goods)
        )


def _cards(look: Look, cards: Cards) -> str:
    counts = ((card, getattr(cards, card)) for card in CARDS)
    return ", ".join(f"{look.say(CARD_NAMES[c])} {n}" for c, n in counts if n) or NONE


def _goods(look: Look, goods: Goods) -> str:
    return ", ".join(f"{look.say(GOOD_NAMES[good])} {getattr(goods, good)}" for good in GOODS)
