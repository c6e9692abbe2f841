"""A greedy player of Giants: it reads its seat's view, and takes what gains most now."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from engine.bots.giants import bidding, hauling, placing
from engine.bots.giants.table import Table
from engine.game import Bot, Choices, Pick
from engine.giants.actions import Action
from engine.giants.board import Island, load
from engine.giants.facts import BidFacts, Facts, MoveFacts, PickFacts, PlaceFacts
from engine.giants.view import View

_shipped: Final = cache(load)


class Greedy:
    """Chooses from a view and the choices' facts alone; islands are looked up by name."""

    def __init__(self, island: Callable[[str], Island] = _shipped) -> None:
        self._island = island

    def __call__(self, view: View, choices: Choices[Any], pick: Pick) -> Action:
        return _decide(Table(view, self._island(view.options.island)), choices.facts(), pick)


def _decide(table: Table, facts: Facts, pick: Pick) -> Action:
    match facts:
        case BidFacts():
            return bidding.bid(table, facts, pick)
        case PickFacts():
            return bidding.choose(table, facts)
        case PlaceFacts():
            return placing.place(table, facts)
        case MoveFacts():
            return hauling.haul(table, facts)
        case _:
            return hauling.recall(table, facts)


greedy: Final[Bot] = Greedy()
