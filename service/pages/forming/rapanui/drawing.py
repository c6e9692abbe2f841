"""The forms of a turn's end: drawing cards, and what a valuation asks."""

from engine.rapanui import offers
from engine.rapanui.actions import Claim, Draw, Gain, Take
from engine.rapanui.cards import COLUMN, Card, Good
from engine.words import N_
from service.pages.forming.rapanui.asked import Asked, offered, value
from service.pages.forms import Choice, Offer


def draw(asked: Asked, facts: offers.DrawOffer) -> Offer:
    choices = [
        Choice(
            str(number),
            asked.say(
                N_("Column {number}: {card}"),
                number=number,
                card=asked.card(asked.view.columns[number - 1][-1]),
            ),
            _uncovered(asked, asked.view.columns[number - 1], last=facts.due == 1),
        )
        for number in facts.columns
    ]
    hint = asked.say(N_("Cards to draw: {count}."), count=facts.due)
    field = asked.field("column", N_("From which column do you draw?"), choices)
    way = asked.way("draw", N_("Draw"), hint, [field])
    column = value(way, "column")
    spots = asked.spots(way, "column", "column:{}", N_("Draw. {what}"))
    return offered(way, spots, Draw(int(column)) if column else None)


def _uncovered(asked: Asked, column: tuple[Card, ...], *, last: bool) -> str:
    if len(column) > 1:
        words = N_("Uncovered: {card}. It is valued at once.") if last else N_("Uncovered: {card}.")
        return asked.say(words, card=asked.card(column[-2]))
    if asked.view.deck <= COLUMN:
        return asked.say(N_("The last cards of the deck are dealt there: the match ends."))
    return asked.say(N_("The column is dealt anew."))


def claim(asked: Asked, facts: offers.ClaimOffer) -> Offer:
    words = {Gain.WOOD: N_("Wood: {count}"), Gain.POINTS: N_("Points: {count}")}
    choices = [Choice(gain, asked.say(words[gain], count=facts.count)) for gain in facts.gains]
    field = asked.field("gain", N_("What do your moai bring you?"), choices)
    way = asked.way("claim", N_("Wood or points"), "", [field])
    gain = value(way, "gain")
    return offered(way, {}, Claim(Gain(gain)) if gain else None)


def take(asked: Asked, facts: offers.TakeOffer) -> Offer:
    choices = asked.goods(facts.goods, N_("You hold: {held}. Left in its stack: {left}."))
    hint = asked.say(
        N_("The stack of the valued good is empty. Cards to take: {count}."), count=facts.due
    )
    field = asked.field("good", N_("Which card do you take instead?"), choices)
    way = asked.way("take", N_("Take another good"), hint, [field])
    good = value(way, "good")
    spots = asked.spots(way, "good", "stack:{}", N_("Take: {what}"))
    return offered(way, spots, Take(Good(good)) if good else None)
