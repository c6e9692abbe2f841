"""Which action belongs to which step of a turn, its check and what it leads to."""

from collections.abc import Callable, Mapping, Set as AbstractSet
from typing import Any, NamedTuple

from engine.errors import Illegal, OutOfTurn
from engine.game import Seat, Step
from engine.rapanui import drawing, playing, sacrifice, valuation
from engine.rapanui.actions import Action, Buy, Claim, Discard, Draw, Lay, Play, Sacrifice, Take
from engine.rapanui.state import Stage, State


class Rule(NamedTuple):
    """When an action may come, what may be wrong with it, and its effect."""

    stage: Stage
    check: Callable[[State, Seat, Any], None]
    effect: Callable[[State, Seat, Any], Step[State]]


def _check_nothing(_state: State, _seat: Seat, _action: Claim) -> None:
    """Whoever is asked to claim may claim either."""


def _refuse_alone(_state: State, _seat: Seat, _action: Claim) -> Step[State]:
    raise Illegal("sealed_now")


RULES: Mapping[type, Rule] = {
    Buy: Rule(Stage.PLAY, playing.check_buy, playing.buy),
    Play: Rule(Stage.PLAY, playing.check_play, playing.play),
    Discard: Rule(Stage.PLAY, playing.check_discard, playing.discard),
    Sacrifice: Rule(Stage.SACRIFICE, sacrifice.check_sacrifice, sacrifice.sacrifice),
    Lay: Rule(Stage.LAY, sacrifice.check_lay, sacrifice.lay),
    Draw: Rule(Stage.DRAW, drawing.check_draw, drawing.draw),
    Claim: Rule(Stage.CLAIM, _check_nothing, _refuse_alone),
    Take: Rule(Stage.SUBSTITUTE, valuation.check_take, valuation.take),
}


def awaiting(state: State) -> AbstractSet[Seat]:
    """All those asked when they claim, else the first in the queue."""
    return frozenset(state.asked if state.stage is Stage.CLAIM else state.asked[:1])


def awaits(state: State, seat: Seat) -> bool:
    asked = state.asked
    return seat in asked if state.stage is Stage.CLAIM else bool(asked) and asked[0] == seat


def check(state: State, seat: Seat, action: Action) -> Rule:
    """The action's rule, or a refusal."""
    rule = RULES[type(action)]
    if not awaits(state, seat):
        raise OutOfTurn("out_of_turn", awaited=tuple(sorted(awaiting(state))), seat=seat)
    if rule.stage is not state.stage:
        raise Illegal("wrong_step", action=action.kind, stage=state.stage)
    rule.check(state, seat, action)
    return rule


def play(state: State, seat: Seat, action: Action) -> Step[State]:
    return check(state, seat, action).effect(state, seat, action)


def resolve(state: State, actions: Mapping[Seat, Action]) -> Step[State]:
    for seat, action in actions.items():
        check(state, seat, action)
    return valuation.claimed(
        state, {seat: action for seat, action in actions.items() if isinstance(action, Claim)}
    )
