"""What an awaited seat may do: buying times playing in a turn, a short list otherwise."""

from collections.abc import Iterator
from functools import cache
from itertools import product

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
    Take,
)
from engine.rapanui.cards import (
    CARDS,
    COLUMNS,
    GOODS,
    HAND,
    KINDS_OF_GOODS,
    MOAI,
    Card,
    Counts,
    Good,
    gatherer,
)
from engine.rapanui.offers import (
    ClaimOffer,
    DrawOffer,
    LayOffer,
    NoOffer,
    Offer,
    Playable,
    Price,
    SacrificeOffer,
    TakeOffer,
    TurnOffer,
)
from engine.rapanui.playing import cost, may_discard, price
from engine.rapanui.state import Stage, State
from engine.rapanui.turn import awaits
from engine.rapanui.valuation import due

_DRAWS = tuple(Draw(column) for column in range(1, COLUMNS + 1))
_CLAIMS = tuple(Claim(gain) for gain in Gain)


def choices(state: State, seat: Seat) -> Choices[Action]:
    if not awaits(state, seat):
        return Listed((), state, seat)
    if state.stage is Stage.PLAY:
        return TurnChoices(state, seat)
    return Listed(_listed(state, seat), state, seat)


class TurnChoices:
    """A purchase, or none, times a play that the rest of the wood allows.

    A purchase may also stand alone, to be followed by a play.
    """

    __slots__ = ("_seat", "_state", "_tribe")

    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._seat, self._tribe = state, seat, state.tribes[seat]

    def __iter__(self) -> Iterator[Action]:
        yield from self._plays(None)
        for purchase in self._purchases():
            yield Buy(purchase.good)
            yield from self._plays(purchase)

    def sample(self, pick: Pick) -> Action:
        purchases = self._purchases()
        if not (bought := pick(len(purchases) + 1)):
            plays = self._plays(None)
            return plays[pick(len(plays))]
        purchase = purchases[bought - 1]
        plays = self._plays(purchase)
        at = pick(len(plays) + 1)
        return plays[at] if at < len(plays) else Buy(purchase.good)

    def facts(self) -> Offer:
        tribe = self._tribe
        plays = tuple(play for play in playable(tribe.hand) if play.cost <= tribe.wood)
        return TurnOffer(tribe.wood, tuple(self._purchases()), plays, tribe.hand[MOAI] == HAND)

    def _purchases(self) -> list[Price]:
        if self._state.bought:
            return []
        wood, offered = self._tribe.wood, prices(self._tribe.village[:KINDS_OF_GOODS])
        return [
            offer
            for offer, left in zip(offered, self._state.stacks, strict=True)
            if left and offer.cost <= wood
        ]

    def _plays(self, purchase: Price | None) -> list[Action]:
        wood, good = self._tribe.wood, None
        if purchase is not None:
            wood, good = wood - purchase.cost, purchase.good
        plays: list[Action] = [
            Play(play.card, play.count, good)
            for play in playable(self._tribe.hand)
            if play.cost <= wood
        ]
        if may_discard(self._tribe.hand, wood):
            plays.append(Discard(good))
        return plays


@cache
def prices(gatherers: Counts) -> tuple[Price, ...]:
    """What a sacrifice card of each good costs a village with these gatherers."""
    return tuple(Price(good, price(gatherers, good)) for good in GOODS)


@cache
def playable(hand: Counts) -> tuple[Playable, ...]:
    """What a hand allows, whatever the wood."""
    return tuple(
        Playable(card, count, cost(card, count))
        for card, held in zip(CARDS, hand, strict=True)
        for count in range(1, _most(card, held) + 1)
    )


def _most(card: Card, held: int) -> int:
    return held if gatherer(card) else min(held, 1)


class Listed:
    """A short list of actions."""

    __slots__ = ("_actions", "_seat", "_state")

    def __init__(self, actions: tuple[Action, ...], state: State, seat: Seat) -> None:
        self._actions, self._state, self._seat = actions, state, seat

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def sample(self, pick: Pick) -> Action:
        return self._actions[pick(len(self._actions))]

    def facts(self) -> Offer:
        return _offer(self._state, self._seat) if self._actions else NoOffer()


def _listed(state: State, seat: Seat) -> tuple[Action, ...]:
    if state.stage is Stage.DRAW:
        return _DRAWS
    if state.stage is Stage.CLAIM:
        return _CLAIMS
    if state.stage is Stage.SUBSTITUTE:
        return tuple(map(Take, _present(state.stacks)))
    held = _present(state.tribes[seat].goods)
    if state.stage is Stage.SACRIFICE:
        return tuple(map(Sacrifice, held))
    return tuple(Lay(*pair) for pair in product(held or (None,), _present(state.stacks) or (None,)))


@cache
def _present(counts: Counts) -> tuple[Good, ...]:
    return tuple(good for good, count in zip(GOODS, counts, strict=True) if count)


def _offer(state: State, seat: Seat) -> Offer:
    tribe, left = state.tribes[seat], _present(state.stacks)
    if state.stage is Stage.DRAW:
        return DrawOffer(tuple(draw.column for draw in _DRAWS), HAND - sum(tribe.hand))
    if state.stage is Stage.CLAIM:
        return ClaimOffer(tuple(Gain), due(state.tribes, Card.MOAI)[seat])
    if state.stage is Stage.SUBSTITUTE:
        return TakeOffer(left, state.due)
    if state.stage is Stage.SACRIFICE:
        return SacrificeOffer(_present(tribe.goods))
    return LayOffer(_present(tribe.goods), left)
