"""The first two steps of a turn: buying a sacrifice card, and playing from the hand."""

from typing import Any

from engine.changing import replace
from engine.errors import Illegal
from engine.game import Seat, Step
from engine.rapanui.actions import Buy, Discard, Play
from engine.rapanui.cards import (
    GATHERERS,
    HAND,
    MOAI,
    MOAI_COST,
    PLACE,
    PRICE,
    Card,
    Counts,
    Good,
    gatherer,
    plus,
)
from engine.rapanui.events import Bought, Discarded, Played
from engine.rapanui.sacrifice import open_round
from engine.rapanui.state import Stage, State, Tribe, changed


def price(village: Counts, good: Good) -> int:
    """What a sacrifice card costs: less for each gatherer of its good, never below nothing."""
    return max(0, PRICE - village[PLACE[good]])


def cost(card: Card, count: int) -> int:
    """What a play costs; what lies in the village already does not matter."""
    return MOAI_COST if card is Card.MOAI else count - 1


def may_discard(hand: Counts, wood: int) -> bool:
    return hand[MOAI] == HAND and wood < MOAI_COST


# --- refusals


def check_buy(state: State, seat: Seat, action: Buy) -> None:
    _wood_after(state, seat, action.good)


def check_play(state: State, seat: Seat, action: Play) -> None:
    card, count = action.card, action.count
    wood = _wood_after(state, seat, action.buy)
    if may_discard(state.tribes[seat].hand, wood):
        raise Illegal("only_discard", wood=wood, cost=MOAI_COST)
    _demand_count(card, count)
    if (held := state.tribes[seat].hand[PLACE[card]]) < count:
        raise Illegal("not_in_hand", card=card, count=count, held=held)
    if wood < (due := cost(card, count)):
        raise Illegal("play_too_dear", card=card, count=count, cost=due, wood=wood)


def check_discard(state: State, seat: Seat, action: Discard) -> None:
    wood = _wood_after(state, seat, action.buy)
    if not may_discard(state.tribes[seat].hand, wood):
        raise Illegal("no_discard", cost=MOAI_COST)


def _wood_after(state: State, seat: Seat, good: Good | None) -> int:
    """The wood that is left to play with, once a good is bought."""
    tribe = state.tribes[seat]
    if good is None:
        return tribe.wood
    if state.bought:
        raise Illegal("bought_already")
    if not state.stacks[PLACE[good]]:
        raise Illegal("stack_empty", good=good)
    if tribe.wood < (due := price(tribe.village, good)):
        raise Illegal("good_too_dear", good=good, cost=due, wood=tribe.wood)
    return tribe.wood - due


def _demand_count(card: Card, count: int) -> None:
    if gatherer(card):
        if not 1 <= count <= GATHERERS:
            raise Illegal("too_many_gatherers", most=GATHERERS)
    elif count != 1:
        raise Illegal("one_a_turn", card=card)


# --- what they lead to


def buy(state: State, seat: Seat, action: Buy) -> Step[State]:
    events: list[Any] = []
    return Step(_bought(state, seat, action.good, events), tuple(events))


def play(state: State, seat: Seat, action: Play) -> Step[State]:
    card, count = action.card, action.count
    events: list[Any] = []
    state = _bought(state, seat, action.buy, events)
    due = cost(card, count)
    events.append(Played(seat, card, count, due))
    state = changed(state, seat, _with_played(state.tribes[seat], action, due), stage=Stage.DRAW)
    if card is Card.MOAI:
        state = open_round(state, events)
    return Step(state, tuple(events))


def discard(state: State, seat: Seat, action: Discard) -> Step[State]:
    events: list[Any] = []
    state = _bought(state, seat, action.buy, events)
    events.append(Discarded(seat))
    tribe = state.tribes[seat]
    tribe = replace(tribe, hand=plus(tribe.hand, MOAI, -1))
    state = changed(state, seat, tribe, stage=Stage.DRAW, discarded=state.discarded + 1)
    return Step(state, tuple(events))


def _bought(state: State, seat: Seat, good: Good | None, events: list[Any]) -> State:
    if good is None:
        return state
    tribe, place = state.tribes[seat], PLACE[good]
    due = price(tribe.village, good)
    events.append(Bought(seat, good, due))
    tribe = replace(tribe, wood=tribe.wood - due, goods=plus(tribe.goods, place))
    return changed(state, seat, tribe, bought=True, stacks=plus(state.stacks, place, -1))


def _with_played(tribe: Tribe, action: Play, due: int) -> Tribe:
    place, count = PLACE[action.card], action.count
    return replace(
        tribe,
        wood=tribe.wood - due,
        village=plus(tribe.village, place, count),
        hand=plus(tribe.hand, place, -count),
    )
