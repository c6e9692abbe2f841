"""The forms of a round of sacrifices: the others lay open, the active player face down."""

from engine.rapanui import offers
from engine.rapanui.actions import Lay, Sacrifice
from engine.rapanui.cards import Good
from engine.words import N_
from service.pages.forming.rapanui.asked import Asked, offered, value
from service.pages.forms import Offer


def sacrifice(asked: Asked, facts: offers.SacrificeOffer) -> Offer:
    choices = asked.goods(facts.goods, N_("You hold: {held}. Open on the stone: {stone}."))
    field = asked.field("good", N_("Which card do you lay open on the stone?"), choices)
    way = asked.way("sacrifice", N_("Sacrifice"), "", [field])
    good = value(way, "good")
    spots = asked.spots(way, "good", "own:{}", N_("Lay open: {what}"))
    return offered(way, spots, Sacrifice(Good(good)) if good else None)


def lay(asked: Asked, facts: offers.LayOffer) -> Offer:
    held = asked.goods(facts.goods, N_("You hold: {held}. Open on the stone: {stone}."))
    left = asked.goods(facts.adds, N_("Left in its stack: {left}. Open on the stone: {stone}."))
    fields = []
    if held:
        fields.append(asked.field("good", N_("Which card do you lay face down?"), held))
    if left:
        fields.append(asked.field("add", N_("Which card do you add from its stack, open?"), left))
    way = asked.way("lay", N_("Lay face down and add"), "", fields)
    spots = asked.spots(way, "good", "own:{}", N_("Lay face down: {what}"))
    spots |= asked.spots(way, "add", "stack:{}", N_("Add: {what}"))
    good, add = value(way, "good"), value(way, "add")
    whole = all(field.values for field in fields)
    action = Lay(Good(good) if good else None, Good(add) if add else None) if whole else None
    return offered(way, spots, action)
