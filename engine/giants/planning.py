"""Turns ahead: which may be planned, how they can be imagined, and what a step would mean."""

from typing import Any, Final

from engine.changing import replace
from engine.game import Phase, Seat, Stake
from engine.giants import ruleset
from engine.giants.actions import Action, Decline, Move, Pass, Place, Tablet, Take
from engine.giants.board import Island
from engine.giants.carrying import Haul, carriers, crews_by_hex, load, points_given
from engine.giants.handling import MoveChoices
from engine.giants.items import abandoned, find
from engine.giants.rounds import nobody_passed
from engine.giants.state import Item, Stage, State, with_clan

COURSE: Final = ("auction", "placement", "transport")
REACHED: Final[dict[Stage, int]] = {  # how much of a round's course is over
    "bidding": 1,  # a bid has a plan of its own
    "picking": 0,
    "placement": 1,
    "transport": 2,
    "over": 3,
}
SUITING: Final[dict[str, tuple[type, ...]]] = {
    "auction": (Take, Decline),
    "placement": (Place, Tablet, Pass),
    "transport": (Move, Pass),
}


def ahead(state: State, seat: Seat) -> tuple[Phase, ...]:
    """What is left of this round; at its end the next."""
    if state.stage == "recall":
        return tuple(Phase(name, state.round + 1) for name in COURSE[1:])
    left = tuple(Phase(name, state.round) for name in COURSE[REACHED[state.stage] :])
    return left[1:] if state.clans[seat].passed else left


def in_round(state: State, seat: Seat) -> tuple[Phase, ...]:
    return tuple(phase for phase in ahead(state, seat) if phase.count == state.round)


def suits(action: Action, phase: Phase) -> bool:
    if isinstance(action, Pass) and action.mark:
        return phase.name == "transport"  # G14
    return isinstance(action, SUITING[phase.name])


def supposing(state: State, seat: Seat, phase: Phase) -> State | None:
    """Nobody knows what the others will pick: that much cannot be imagined."""
    if phase not in ahead(state, seat):
        return None
    if phase.name == "auction":
        return state if state.turn == seat else None
    if (state.stage, state.round) != (phase.name, phase.count):
        state = _opened(state, phase)
    return replace(state, turn=seat)


def _opened(state: State, phase: Phase) -> State:
    stage: Any = phase.name
    return nobody_passed(replace(state, stage=stage, round=phase.count, auction=None))


# --- what a step means


def stake(island: Island, state: State, seat: Seat, action: Action) -> Stake:
    if isinstance(action, Move):
        item = find(island, state, seat, action.item)
        return Stake(_traits(item), _given(state, seat, item, action))
    if isinstance(action, Place) and action.power == "forest":
        return Stake((f"logs {min(island.forests[action.at], state.logs)}",))  # G6
    return Stake()


def _traits(item: Item) -> tuple[str, ...]:
    return ("abandoned" if abandoned(item) else "own", "marked" if item.marked else "unmarked")


def _given(state: State, seat: Seat, item: Item, action: Move) -> int:
    named = {each.at: each for each in action.helpers}
    haul = Haul(seat, load(item.size), state.rules)
    helpers = carriers(state, crews_by_hex(state), haul, action.path, named)
    return sum(share.units for share in points_given(helpers, seat))


# --- what needs no plan


def passing(state: State) -> Pass | None:
    return Pass() if state.stage in ("placement", "transport") else None


def forced(island: Island, state: State, seat: Seat) -> Pass | None:
    """A pass in transport that nothing behind the screen could change.

    Were it passed for a seat that merely has no marker left, everyone would learn just that.
    """
    if state.stage != "transport":
        return None
    rich = with_clan(state, seat, markers=ruleset.MARKERS, bases=1)
    return only_pass(MoveChoices(island, rich, seat))


def only_pass(choices: MoveChoices) -> Pass | None:
    """Moves come first, and with something in front there is a choice of passes: one look tells."""
    first = next(iter(choices))
    return first if isinstance(first, Pass) else None
