"""The valuation: what the kind of the card uncovered last brings to each village."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.changing import replace
from engine.errors import Illegal
from engine.game import Seat, Step
from engine.rapanui.actions import Claim, Gain, Take
from engine.rapanui.cards import (
    GOODS,
    MAJORITY,
    PLACE,
    Card,
    Counts,
    gatherer,
    plus,
)
from engine.rapanui.events import GainedPoints, GainedWood, Took, Valued
from engine.rapanui.state import Stage, State, Tribe, changed, clockwise


def value(state: State, card: Card, events: list[Any]) -> State:
    """Value a kind of card; ask those who have a choice, or pass the turn on."""
    events.append(Valued(card))
    shares = due(state.tribes, card)
    if gatherer(card):
        queue = tuple(seat for seat in clockwise(state) if shares[seat])
        return _hand_out(state, card, queue, events)
    if card is Card.MOAI:
        return _ask_claims(state, tuple(seat for seat, share in enumerate(shares) if share))
    gain = Gain.WOOD if card is Card.LUMBERJACK else Gain.POINTS
    return _passed_on(state, _paid(state.tribes, shares, dict.fromkeys(_all(state), gain), events))


def due(tribes: tuple[Tribe, ...], card: Card) -> Counts:
    """What each seat gets: wood, points or sacrifice cards, the bonus included."""
    place = PLACE[card]
    counts = [tribe.village[place] for tribe in tribes]
    # However many gatherers there are, they bring one card.
    shares = [min(count, 1) for count in counts] if gatherer(card) else counts.copy()
    most = max(counts)
    if most >= MAJORITY and counts.count(most) == 1:
        shares[counts.index(most)] += 1
    return tuple(shares)


def _all(state: State) -> Iterable[Seat]:
    return range(len(state.tribes))


def _paid(
    tribes: tuple[Tribe, ...], shares: Counts, gains: Mapping[Seat, Gain], events: list[Any]
) -> tuple[Tribe, ...]:
    paid = list(tribes)
    for seat, gain in gains.items():
        share, tribe = shares[seat], tribes[seat]
        if share and gain is Gain.WOOD:
            paid[seat] = replace(tribe, wood=tribe.wood + share)
            events.append(GainedWood(seat, share))
        elif share:
            paid[seat] = replace(tribe, points=tribe.points + share)
            events.append(GainedPoints(seat, share))
    return tuple(paid)


def _passed_on(state: State, tribes: tuple[Tribe, ...]) -> State:
    """The table after the valuation, at the start of the next player's turn."""
    active = (state.active + 1) % len(tribes)
    return replace(
        state,
        turn=state.turn + 1,
        active=active,
        stage=Stage.PLAY,
        asked=(active,),
        bought=False,
        valued=None,
        due=0,
        tribes=tribes,
    )


# --- moai: wood or points, sealed (R5)


def _ask_claims(state: State, owners: tuple[Seat, ...]) -> State:
    if not owners:
        return _passed_on(state, state.tribes)
    return replace(state, stage=Stage.CLAIM, asked=owners, valued=Card.MOAI)


def claimed(state: State, claims: Mapping[Seat, Claim]) -> Step[State]:
    """Open the sealed claims together."""
    events: list[Any] = []
    gains = {seat: claims[seat].gain for seat in state.asked}
    tribes = _paid(state.tribes, due(state.tribes, Card.MOAI), gains, events)
    return Step(_passed_on(state, tribes), tuple(events), final=True)


# --- gatherers: sacrifice cards, in turn


def _hand_out(
    state: State, card: Card, queue: tuple[Seat, ...], events: list[Any], owed: int = 0
) -> State:
    """Give each in the queue what it is due, until someone has a choice (R5).

    `owed` is what the first in the queue still waits for, if it was asked already.
    """
    tribes, stacks, shares = list(state.tribes), state.stacks, due(state.tribes, card)
    while queue and any(stacks):
        seat = queue[0]
        owed = owed or shares[seat]
        if (place := _unasked(stacks, PLACE[card])) is None:
            return replace(
                state,
                tribes=tuple(tribes),
                stacks=stacks,
                stage=Stage.SUBSTITUTE,
                asked=queue,
                valued=card,
                due=owed,
            )
        taken = min(owed, stacks[place])
        tribes[seat] = replace(tribes[seat], goods=plus(tribes[seat].goods, place, taken))
        stacks = plus(stacks, place, -taken)
        events.append(Took(seat, GOODS[place], taken))
        owed -= taken
        if not owed:
            queue = queue[1:]
    return _passed_on(replace(state, stacks=stacks), tuple(tribes))


def _unasked(stacks: Counts, valued: int) -> int | None:
    """The stack to take from without asking: the valued one, else the only one left."""
    if stacks[valued]:
        return valued
    left = [place for place, count in enumerate(stacks) if count]
    return left[0] if len(left) == 1 else None


def check_take(state: State, _seat: Seat, action: Take) -> None:
    if not state.stacks[PLACE[action.good]]:
        raise Illegal("stack_empty", good=action.good)


def take(state: State, seat: Seat, action: Take) -> Step[State]:
    """A substitute, then all that follows unasked."""
    valued: Card = state.valued  # type: ignore[assignment] # this stage always values a card
    place, tribe = PLACE[action.good], state.tribes[seat]
    owed = state.due - 1
    queue = state.asked if owed else state.asked[1:]
    events: list[Any] = [Took(seat, action.good, 1)]
    tribe = replace(tribe, goods=plus(tribe.goods, place))
    state = changed(state, seat, tribe, stacks=plus(state.stacks, place, -1))
    return Step(_hand_out(state, valued, queue, events, owed), tuple(events))
