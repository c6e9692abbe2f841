"""The last step of a turn: drawing front cards, dealing emptied columns anew, and the end."""

from typing import Any

from engine.changing import replace
from engine.errors import Illegal
from engine.game import Seat, Step
from engine.rapanui.actions import Draw
from engine.rapanui.cards import COLUMN, COLUMNS, GOODS, HAND, PLACE, plus
from engine.rapanui.events import Drew, Ended, Opened, Refilled
from engine.rapanui.state import Stage, State, changed
from engine.rapanui.valuation import value


def check_draw(_state: State, _seat: Seat, action: Draw) -> None:
    if not 1 <= action.column <= COLUMNS:
        raise Illegal("no_such_column", column=action.column, most=COLUMNS)


def draw(state: State, seat: Seat, action: Draw) -> Step[State]:
    at, deck = action.column - 1, state.deck
    card, column = state.columns[at][-1], state.columns[at][:-1]
    refilled = not column
    events: list[Any] = [Drew(seat, card, action.column)]
    if refilled:
        column, deck = deck[:COLUMN], deck[COLUMN:]  # the last deal takes what there is (R3)
        events.append(Refilled(action.column, column))
    tribe = state.tribes[seat]
    tribe = replace(tribe, hand=plus(tribe.hand, PLACE[card]))
    columns = (*state.columns[:at], column, *state.columns[at + 1 :])
    state = changed(state, seat, tribe, columns=columns, deck=deck)
    if not deck:  # only a refill empties it: the match is over at once, with no valuation
        state = _over(state, events)
    elif sum(tribe.hand) == HAND:
        state = value(state, column[-1], events)
    return Step(state, tuple(events), final=refilled)


def _over(state: State, events: list[Any]) -> State:
    events.append(Ended())
    for seat, tribe in enumerate(state.tribes):
        if any(tribe.laid):
            laid = (
                good for good, count in zip(GOODS, tribe.laid, strict=True) for _ in range(count)
            )
            events.append(Opened(seat, tuple(laid)))
    return replace(state, stage=Stage.OVER, asked=())
