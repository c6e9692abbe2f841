"""Rapa Nui's forms: one for each step of a turn, with what every choice costs and brings."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.rapanui import offers
from service.pages.forming.rapanui import drawing, playing, sacrificing
from service.pages.forming.rapanui.asked import Asked
from service.pages.forms import Draft, Offer, Seated

STEPS: Mapping[type, Callable[[Asked, Any], Offer]] = {
    offers.TurnOffer: playing.turn,
    offers.SacrificeOffer: sacrificing.sacrifice,
    offers.LayOffer: sacrificing.lay,
    offers.DrawOffer: drawing.draw,
    offers.ClaimOffer: drawing.claim,
    offers.TakeOffer: drawing.take,
}


def offer(seated: Seated, draft: Draft) -> Offer:
    facts = seated.facts
    step = STEPS.get(type(facts))
    return Offer((), "", {}, None) if step is None else step(Asked(seated, draft), facts)
