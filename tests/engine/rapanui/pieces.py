"""The cards of a state, counted: none comes and none goes."""

from collections import Counter
from typing import TypeVar

from engine.rapanui.cards import CARDS, GOODS, Counts
from engine.rapanui.state import State

T = TypeVar("T")


def spread(counts: Counts, kinds: tuple[T, ...]) -> list[T]:
    return [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]


def pieces(state: State) -> tuple[Counter[str], Counter[str]]:
    """All the cards there are: of the village cards and of the sacrifice cards."""
    village: Counter[str] = Counter({"moai": state.discarded})
    goods: Counter[str] = Counter(spread(state.stacks, GOODS) + spread(state.stone, GOODS))
    for cards in (*state.columns, state.deck):
        village.update(cards)
    for tribe in state.tribes:
        village.update(spread(tribe.village, CARDS) + spread(tribe.hand, CARDS))
        goods.update(spread(tribe.goods, GOODS) + spread(tribe.laid, GOODS))
    for absent in range(len(state.tribes), 4):  # their starting cards stay in the box
        village.update(
            ["lumberjack", *(good for place, good in enumerate(GOODS) if place != absent)]
        )
    return village, goods
