"""Peek: a half-tablet for a look under a moai, at any time (G22)."""

from engine.changing import replace
from engine.errors import Illegal, Malformed, shown
from engine.game import Caution, Seat, Tagged
from engine.giants.actions import Peek
from engine.giants.board import Island
from engine.giants.events import Peeked, Saw
from engine.giants.state import Base, Glimpse, State, base_at, with_clan
from engine.giants.view import owner_told


def standing(state: State) -> tuple[Base, ...]:
    return tuple(base for base in state.bases if base.size)


def peeks(state: State, seat: Seat) -> tuple[Peek, ...]:
    if state.options.open_bases or state.reason or not state.clans[seat].halves:
        return ()
    unseen = (b for b in standing(state) if Glimpse(seat, b.ahu) not in state.glimpses)
    return tuple(Peek(base.ahu) for base in sorted(unseen, key=lambda base: base.ahu))


def check_peek(island: Island, state: State, seat: Seat, action: Peek) -> None:
    if state.options.open_bases:
        raise Illegal("bases_open")
    if action.ahu not in island.ahus:
        raise Malformed("unknown_ahu", ahu=shown(action.ahu))
    base = base_at(state, action.ahu)
    if base is None or not base.size:
        raise Illegal("no_moai", ahu=action.ahu)
    if Glimpse(seat, action.ahu) in state.glimpses:
        raise Illegal("seen_already", ahu=action.ahu)
    if not state.clans[seat].halves:
        raise Illegal("no_half_to_give")


def peek_cautions(state: State, action: Peek) -> tuple[Caution, ...]:
    """Of a base that all can see a look tells nothing, and is paid for all the same."""
    (base,) = (base for base in state.bases if base.ahu == action.ahu)
    if not owner_told(state, base.round):
        return ()
    return (Caution("owner_open", {"ahu": base.ahu, "owner": base.owner}),)


def peek(state: State, seat: Seat, action: Peek, events: list[Tagged]) -> tuple[State, Saw]:
    """All see who peeked where; the answer is for the seat alone."""
    events.append(Peeked(seat, action.ahu))
    owner = next(base.owner for base in state.bases if base.ahu == action.ahu)
    state = with_clan(state, seat, halves=state.clans[seat].halves - 1)
    glimpses = tuple(sorted((*state.glimpses, Glimpse(seat, action.ahu))))
    return replace(state, halves=state.halves + 1, glimpses=glimpses), Saw(action.ahu, owner)
