"""The sacrifice round that a moai brings: the others lay open, the active player face down."""

from typing import Any

from engine.changing import replace
from engine.errors import Illegal
from engine.game import Seat, Step
from engine.rapanui.actions import Lay, Sacrifice
from engine.rapanui.cards import PLACE, Good, plus
from engine.rapanui.events import Added, Laid, Sacrificed, Spared
from engine.rapanui.state import Stage, State, changed, clockwise


def open_round(state: State, events: list[Any]) -> State:
    """Ask the seats to the left of the active player that have a sacrifice card (R2)."""
    active, *others = clockwise(state)
    order = (*others, active)
    events.extend(Spared(seat) for seat in order if not any(state.tribes[seat].goods))
    return ask(state, tuple(seat for seat in others if any(state.tribes[seat].goods)))


def ask(state: State, others: tuple[Seat, ...]) -> State:
    """These in turn; once there are none left, the active player."""
    if others:
        return replace(state, stage=Stage.SACRIFICE, asked=others)
    active = (state.active,)
    # Without cards there may be one to add; with no stack left either, nothing is asked (R2).
    if any(state.tribes[state.active].goods) or any(state.stacks):
        return replace(state, stage=Stage.LAY, asked=active)
    return replace(state, stage=Stage.DRAW, asked=active)


# --- refusals


def check_sacrifice(state: State, seat: Seat, action: Sacrifice) -> None:
    _demand_held(state, seat, action.good)


def check_lay(state: State, seat: Seat, action: Lay) -> None:
    if action.good is not None:
        _demand_held(state, seat, action.good)
    elif any(state.tribes[seat].goods):
        raise Illegal("must_lay")
    if action.add is not None:
        if not state.stacks[PLACE[action.add]]:
            raise Illegal("stack_empty", good=action.add)
    elif any(state.stacks):
        raise Illegal("must_add")


def _demand_held(state: State, seat: Seat, good: Good) -> None:
    if not state.tribes[seat].goods[PLACE[good]]:
        raise Illegal("not_held", good=good)


# --- what they lead to


def sacrifice(state: State, seat: Seat, action: Sacrifice) -> Step[State]:
    place, tribe = PLACE[action.good], state.tribes[seat]
    tribe = replace(tribe, goods=plus(tribe.goods, place, -1))
    state = changed(state, seat, tribe, stone=plus(state.stone, place))
    return Step(ask(state, state.asked[1:]), (Sacrificed(seat, action.good),))


def lay(state: State, seat: Seat, action: Lay) -> Step[State]:
    events: list[Any] = []
    tribe, stone, stacks = state.tribes[seat], state.stone, state.stacks
    if action.good is not None:
        place = PLACE[action.good]
        tribe = replace(tribe, goods=plus(tribe.goods, place, -1), laid=plus(tribe.laid, place))
        events.append(Laid(seat))
    if action.add is not None:
        place = PLACE[action.add]
        stone, stacks = plus(stone, place), plus(stacks, place, -1)
        events.append(Added(seat, action.add))
    state = changed(state, seat, tribe, stage=Stage.DRAW, stone=stone, stacks=stacks)
    return Step(state, tuple(events))
