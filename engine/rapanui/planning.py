"""Turns ahead: which may be planned, how they can be imagined, and what a step would mean."""

from engine.changing import replace
from engine.game import Phase, Seat, Stake
from engine.rapanui.actions import Action, Buy, Claim, Discard, Draw, Lay, Play, Sacrifice
from engine.rapanui.cards import GOODS, HAND, Counts
from engine.rapanui.playing import price
from engine.rapanui.sacrifice import ask
from engine.rapanui.state import Stage, State
from engine.rapanui.turn import awaits


def ahead(state: State, seat: Seat) -> tuple[Phase, ...]:
    """The present turn, and the next of one's own."""
    if state.stage is Stage.OVER:
        return ()
    seats = len(state.tribes)
    until = (seat - state.active) % seats or seats
    return Phase("turn", state.turn), Phase("turn", state.turn + until)


def suits(state: State, seat: Seat, action: Action, phase: Phase) -> bool:
    """Others sacrifice in one's turn, and whoever lacks a good may have to take another."""
    own = (state.active + phase.count - state.turn) % len(state.tribes) == seat
    if isinstance(action, Sacrifice):
        return not own
    return not isinstance(action, Claim) if own else action.kind == "take"


def supposing(state: State, seat: Seat, phase: Phase) -> State | None:
    if phase not in ahead(state, seat):
        return None
    if phase.count > state.turn:
        full = sum(state.tribes[seat].hand) == HAND  # else cards come that nobody knows yet
        return _own_turn(state, seat, phase.count) if full else None
    if state.stage is not Stage.CLAIM and awaits(state, seat):
        return state
    if state.stage is not Stage.SACRIFICE:
        return None
    if state.active == seat:
        return ask(state, ())  # once the others have laid theirs
    return replace(state, asked=(seat,)) if seat in state.asked else None


def _own_turn(state: State, seat: Seat, turn: int) -> State:
    return replace(
        state,
        turn=turn,
        active=seat,
        stage=Stage.PLAY,
        asked=(seat,),
        bought=False,
        valued=None,
        due=0,
    )


# --- what a step means


def stake(state: State, seat: Seat, action: Action) -> Stake:
    if isinstance(action, Draw):
        return Stake(_top_of(state, action.column))
    if isinstance(action, Buy):
        return Stake((f"price {price(state.tribes[seat].village, action.good)}",))
    if isinstance(action, Play | Discard) and action.buy is not None:
        return Stake((f"price {price(state.tribes[seat].village, action.buy)}",))
    return Stake()


def _top_of(state: State, column: int) -> tuple[str, ...]:
    """The card that is drawn, and the one behind it, whose kind is valued."""
    cards = state.columns[column - 1]
    behind = cards[-2] if len(cards) > 1 else "deck"
    return f"front {cards[-1]}", f"behind {behind}"


# --- what needs no plan


def forced(state: State, seat: Seat) -> Action | None:
    """The last sacrifice card: which it is nobody knows, but everyone sees that it is the last."""
    goods = state.tribes[seat].goods
    if sum(goods) > 1:
        return None
    held = tuple(good for good, count in zip(GOODS, goods, strict=True) if count)
    if state.stage is Stage.SACRIFICE:
        return Sacrifice(held[0])
    if state.stage is Stage.LAY and _kinds(state.stacks) <= 1:
        stacks = tuple(good for good, count in zip(GOODS, state.stacks, strict=True) if count)
        return Lay(held[0] if held else None, stacks[0] if stacks else None)
    return None


def _kinds(counts: Counts) -> int:
    return sum(1 for count in counts if count)
