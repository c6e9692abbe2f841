"""A greedy player of Rapa Nui: it takes the step after which its outlook is best.

The outlook is in points: what the tribe has, and what its village can be expected to bring until
the end. It knows no hidden card and looks no further than its own step.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from engine.game import Choices, Pick, Seat
from engine.rapanui.actions import (
    Action,
    Buy,
    Claim,
    Discard,
    Draw,
    Gain,
    Lay,
    Play,
    Sacrifice,
)
from engine.rapanui.cards import (
    CARDS,
    COLUMN,
    COPIES,
    DECK,
    GOODS,
    KINDS_OF_GOODS,
    MAJORITY,
    MOAI,
    MOAI_POINTS,
    PLACE,
    Card,
    Counts,
    Good,
    plus,
)
from engine.rapanui.ending import worth
from engine.rapanui.playing import cost, price
from engine.rapanui.view import Cards, Goods, View

_FREQUENCY = tuple(COPIES[card] / len(DECK) for card in CARDS)
_DRAWS_A_TURN = 1.3
_MEAN_WORTH = 1.6  # of a card while nothing is known of the stone
_DOUBT = 5.0  # cards that the stone should hold before it is believed by half
_WOOD_AT_END = 0.2
_WOOD_BEFORE = 0.5  # more than that while there is time to spend it
_TIME_TO_SPEND = 6.0  # own turns
_RIVALS = 0.8  # how much the others' gain is a loss
_GATHERED = 1.0  # how much more of a good another holds for each of its gatherers
_HELD = 0.5  # what a card in hand is worth of one in the village
_STEERING = 1.0  # what it is worth to choose two cards of the stone


@dataclass(frozen=True)
class Outlook:
    """The table as one seat reads it."""

    seat: Seat
    villages: tuple[Counts, ...]
    wood: int
    goods: Counts
    rivals: tuple[float, ...]  # goods that another may hold
    stone: Counts  # as far as the seat knows it
    turns: float  # to come, of everyone

    @cached_property
    def own_turns(self) -> float:
        return self.turns / len(self.villages)

    @cached_property
    def wood_value(self) -> float:
        return _WOOD_AT_END + _WOOD_BEFORE * min(1.0, self.own_turns / _TIME_TO_SPEND)

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """What a card of each good may be worth in the end."""
        seen = sum(self.stone)
        trust = seen / (seen + _DOUBT)
        return tuple(trust * value + (1 - trust) * _MEAN_WORTH for value in worth(self.stone))

    def share(self, seat: Seat, place: int) -> float:
        """What a seat gains, in points, when a kind of card is valued."""
        counts = [village[place] for village in self.villages]
        own = counts[seat]
        amount = min(own, 1) if place < KINDS_OF_GOODS else own
        if own >= MAJORITY and counts.count(own) == 1 and own == max(counts):
            amount += 1
        return amount * self._unit(place)

    def _unit(self, place: int) -> float:
        if place < KINDS_OF_GOODS:
            return self.worth[place]
        return self.wood_value if CARDS[place] is Card.LUMBERJACK else 1.0

    def swing(self, place: int) -> float:
        """A valuation's gain for this seat, less what it helps the others."""
        others = [
            self.share(seat, place) for seat in range(len(self.villages)) if seat != self.seat
        ]
        return self.share(self.seat, place) - _RIVALS * sum(others) / len(others)

    def bargain(self) -> float:
        """What the best purchase of a turn gains."""
        village = self.villages[self.seat]
        gains = (
            value - self.wood_value * price(village, good)
            for good, value in zip(GOODS, self.worth, strict=True)
        )
        return max(0.0, *gains)

    def value(self) -> float:
        valuations = sum(f * self.swing(place) for place, f in enumerate(_FREQUENCY))
        goods = sum(
            (held - _RIVALS * other) * value
            for held, other, value in zip(self.goods, self.rivals, self.worth, strict=True)
        )
        return (
            self.wood * self.wood_value
            + self.villages[self.seat][MOAI] * MOAI_POINTS
            + goods
            + self.turns * valuations
            + self.own_turns * self.bargain()
        )

    # --- what a step makes of it

    def with_card(self, card: Card, count: int = 1) -> "Outlook":
        village = plus(self.villages[self.seat], PLACE[card], count)
        villages = (*self.villages[: self.seat], village, *self.villages[self.seat + 1 :])
        return replace(self, villages=villages, wood=self.wood - cost(card, count))

    def with_bought(self, good: Good) -> "Outlook":
        due = price(self.villages[self.seat], good)
        return replace(self, wood=self.wood - due, goods=plus(self.goods, PLACE[good]))

    def with_good(self, good: Good, more: int = 1) -> "Outlook":
        return replace(self, goods=plus(self.goods, PLACE[good], more))

    def with_stone(self, good: Good) -> "Outlook":
        return replace(self, stone=plus(self.stone, PLACE[good]))


def greedy(view: View, choices: Choices[Action], pick: Pick) -> Action:
    """The choice with the best outlook; among equals, chance decides."""
    outlook = read(view)
    scored = [(judge(view, outlook, action), action) for action in choices]
    best = max(score for score, _ in scored)
    equals = [action for score, action in scored if score == best]
    return equals[pick(len(equals))]


def read(view: View) -> Outlook:
    """The outlook of the seat that the view belongs to."""
    own, seat = view.own, view.seat
    if own is None or seat is None:
        raise ValueError("a stranger has nothing to play")
    return Outlook(
        seat=seat,
        villages=tuple(_cards(tribe.village) for tribe in view.tribes),
        wood=view.tribes[seat].wood,
        goods=_goods(own.goods),
        rivals=_rivals(view, seat),
        stone=tuple(map(sum, zip(_goods(view.stone), _goods(own.laid), strict=True))),
        turns=_turns(view),
    )


def _cards(cards: Cards) -> Counts:
    return tuple(getattr(cards, card) for card in CARDS)


def _goods(goods: Goods) -> Counts:
    return tuple(getattr(goods, good) for good in GOODS)


def _rivals(view: View, seat: Seat) -> tuple[float, ...]:
    """The goods that another tribe may hold on average: more of those that it gathers."""
    others = [tribe for at, tribe in enumerate(view.tribes) if at != seat]
    held = [0.0] * len(GOODS)
    for tribe in others:
        weights = [1 + _GATHERED * count for count in _cards(tribe.village)[: len(GOODS)]]
        for place, weight in enumerate(weights):
            held[place] += tribe.goods * weight / sum(weights) / len(others)
    return tuple(held)


def _turns(view: View) -> float:
    """About how many turns there are until the deck is empty."""
    refills = -(-view.deck // COLUMN)
    draws = COLUMN * (refills - 1) + sum(map(len, view.columns)) / 2
    return draws / _DRAWS_A_TURN


def judge(view: View, outlook: Outlook, action: Action) -> float:  # noqa: PLR0911 - one for each action
    """How good a step is, in points."""
    match action:
        case Buy(good):
            return outlook.with_bought(good).value()
        case Play(card, count, bought):
            after = outlook if bought is None else outlook.with_bought(bought)
            steering = _STEERING if card is Card.MOAI else 0.0
            return after.with_card(card, count).value() + steering
        case Discard(bought):
            return (outlook if bought is None else outlook.with_bought(bought)).value()
        case Sacrifice(good):
            return outlook.with_good(good, -1).with_stone(good).value()
        case Lay(laid, added):
            if laid is not None:
                outlook = outlook.with_good(laid, -1).with_stone(laid)
            return (outlook if added is None else outlook.with_stone(added)).value()
        case Draw(column):
            return _drawn(view, outlook, view.columns[column - 1])
        case Claim(gain):
            return 1.0 if gain is Gain.POINTS else outlook.wood_value
    return outlook.with_good(action.good).value()


def _drawn(view: View, outlook: Outlook, column: tuple[Card, ...]) -> float:
    """The card for the hand, and the valuation if it is the last draw."""
    *rest, card = column
    gain = _HELD * (outlook.with_card(card).value() - outlook.value())
    if view.draws > 1:
        return gain
    if rest:
        return gain + outlook.swing(PLACE[rest[-1]])
    return gain + sum(f * outlook.swing(place) for place, f in enumerate(_FREQUENCY))
