"""The form of a turn's first step: a purchase, or none, and what is played."""

from engine.rapanui import offers
from engine.rapanui.actions import Action, Buy, Discard, Play
from engine.rapanui.cards import MOAI_COST, Card, Good
from engine.words import N_
from service.pages.forming.rapanui.asked import Asked, offered, value
from service.pages.forms import Choice, Field, Offer, Spot, Way

NONE, LATER, DISCARD = "none", "later", "discard"


def turn(asked: Asked, facts: offers.TurnOffer) -> Offer:
    fields = [_buying(asked, facts)] if facts.buys else []
    bought = next((one.values[0] for one in fields), NONE)
    cost = next((one.cost for one in facts.buys if one.good == bought), 0)
    fields.append(_playing(asked, facts, facts.wood - cost, bought))
    hint = asked.say(N_("Your wood: {wood}."), wood=facts.wood)
    way = asked.way("turn", N_("Buy or play"), hint, fields)
    spots = asked.spots(way, "buy", "stack:{}", N_("Buy: {what}")) | _hand(asked, way)
    return offered(way, spots, _turned(bought, value(way, "play")))


def _buying(asked: Asked, facts: offers.TurnOffer) -> Field:
    choices = [Choice(NONE, asked.say(N_("Buy nothing")))]
    for price in facts.buys:
        note = asked.say(
            N_("Wood to pay: {cost}. You hold: {held}."),
            cost=price.cost,
            held=getattr(asked.own.goods, price.good),
        )
        choices.append(Choice(price.good, asked.good(price.good), note))
    return asked.field("buy", N_("Do you buy a sacrifice card?"), choices, otherwise=NONE)


def _playing(asked: Asked, facts: offers.TurnOffer, wood: int, bought: str) -> Field:
    choices = [_playable(asked, one) for one in facts.plays if one.cost <= wood]
    if facts.discard and wood < MOAI_COST:
        words = N_("Put one moai out of the game")
        note = N_("You hold three moai, and your wood is too little for one.")
        choices.append(Choice(DISCARD, asked.say(words), asked.say(note)))
    if bought != NONE:
        note = N_("You buy now, and play in your next step.")
        choices.append(Choice(LATER, asked.say(N_("Nothing yet")), asked.say(note)))
    dear = asked.own.hand.moai and wood < MOAI_COST
    hint = asked.say(N_("A moai costs {cost} wood."), cost=MOAI_COST) if dear else ""
    return asked.field("play", N_("What do you play?"), choices, hint)


def _playable(asked: Asked, one: offers.Playable) -> Choice:
    card = asked.card(one.card)
    words = card if one.count == 1 else asked.say(N_("{card}: {count}"), count=one.count, card=card)
    if one.card is Card.MOAI:
        note = asked.say(N_("Wood to pay: {cost}. A round of sacrifices follows."), cost=one.cost)
    else:
        village = asked.view.tribes[asked.seated.seat].village
        note = asked.say(
            N_("Wood to pay: {cost}. In your village then: {count}."),
            cost=one.cost,
            count=getattr(village, one.card) + one.count,
        )
    return Choice(f"{one.card}:{one.count}", words, note)


def _hand(asked: Asked, way: Way) -> dict[str, Spot]:
    """A click on a card in the hand plays one of it."""
    found = asked.spots(way, "play", "hand:{}", N_("Play: {what}"))
    return {name.removesuffix(":1"): spot for name, spot in found.items() if name.endswith(":1")}


def _turned(bought: str, played: str) -> Action | None:
    good = None if bought == NONE else Good(bought)
    if not played:
        return None
    if played == LATER:
        return None if good is None else Buy(good)
    if played == DISCARD:
        return Discard(good)
    card, _, count = played.partition(":")
    return Play(Card(card), int(count), good)
