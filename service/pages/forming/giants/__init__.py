"""Giants' forms: the ways to act in each stage, with what every choice costs and brings."""

from collections.abc import Callable, Mapping
from typing import Final

from service.pages.forming.giants.asked import Asked, Part
from service.pages.forming.giants.bidding import bid, pick
from service.pages.forming.giants.marking import leave, recall
from service.pages.forming.giants.moving import move
from service.pages.forming.giants.peeking import peek
from service.pages.forming.giants.placing import place, tablet
from service.pages.forms import Draft, Offer, Seated

STAGES: Final[Mapping[str, tuple[Callable[[Asked], Part | None], ...]]] = {
    "bidding": (bid,),
    "picking": (pick,),
    "placement": (place, tablet, leave),
    "transport": (move, leave),
    "recall": (recall,),
}


def offer(seated: Seated, draft: Draft) -> Offer:
    """Every way that is open to the seat; the draft is for the one in hand."""
    asked = Asked(seated, draft)
    open_now = (*(STAGES[asked.view.stage] if asked.facts else ()), peek)
    parts = [part for form in open_now if (part := form(asked)) is not None]
    if not parts:
        return Offer((), "", {}, None)
    held = next((part for part in parts if asked.chosen(part.way.slug)), parts[0])
    ways = tuple(part.way for part in parts)
    return Offer(ways, held.way.slug, held.spots, held.action, held.trail)
