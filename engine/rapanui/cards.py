"""The cards and the numbers of the rulebook.

A gatherer is named by its good. The four goods come first among the cards, so that one place
serves a good, its gatherers and its stack.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

Counts: TypeAlias = tuple[int, ...]  # how many of each card, or of each good, in their order


class Good(StrEnum):
    """What is gathered, sacrificed and in the end worth points."""

    FISH = "fish"
    MULBERRY = "mulberry"
    POTATO = "potato"
    GRAIN = "grain"


class Card(StrEnum):
    """What is held in the hand and played to the village."""

    FISH = "fish"
    MULBERRY = "mulberry"
    POTATO = "potato"
    GRAIN = "grain"
    LUMBERJACK = "lumberjack"
    PRIEST = "priest"
    MOAI = "moai"


GOODS = tuple(Good)
CARDS = tuple(Card)
PLACE: Mapping[str, int] = {card: place for place, card in enumerate(CARDS)}
LUMBERJACK, PRIEST, MOAI = PLACE[Card.LUMBERJACK], PLACE[Card.PRIEST], PLACE[Card.MOAI]
KINDS_OF_GOODS = len(GOODS)

COPIES: Mapping[Card, int] = {
    Card.FISH: 5,
    Card.MULBERRY: 5,
    Card.POTATO: 5,
    Card.GRAIN: 5,
    Card.LUMBERJACK: 12,
    Card.PRIEST: 9,
    Card.MOAI: 9,
}
DECK = tuple(card for card, copies in COPIES.items() for _ in range(copies))
STACK = 25  # sacrifice cards of each good

COLUMNS = 4
COLUMN = 4  # cards in a column when it is dealt
HAND = 3
FIRST_WOOD = 2  # the starting player's; each after it has one more

PRICE = 5  # of a sacrifice card, less one for each gatherer of its good
MOAI_COST = 7
GATHERERS = 3  # at most, in one play
MAJORITY = 2  # a bonus takes at least so many

MOAI_POINTS = 4
WOOD_FOR_A_POINT = 5
MOST_WORTH = 3  # of a card of the good that lies most on the stone


def gatherer(card: Card) -> bool:
    return PLACE[card] < KINDS_OF_GOODS


def plus(counts: Counts, place: int, more: int = 1) -> Counts:
    """The counts with some more, or fewer, at one place."""
    return (*counts[:place], counts[place] + more, *counts[place + 1 :])
