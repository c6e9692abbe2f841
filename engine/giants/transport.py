"""Phase 4: moving, erecting, topping and marking what stands between quarry and ahu."""

from collections.abc import Mapping

from engine.changing import replace
from engine.errors import Illegal, Malformed
from engine.game import Seat, Tagged
from engine.giants.actions import Move, Pass, Share
from engine.giants.board import Ahu, Island, demand_ahu
from engine.giants.carrying import (
    Haul,
    carriers,
    check_help,
    check_strength,
    crews_by_hex,
    load,
    own_figure,
    points_given,
)
from engine.giants.events import Erected, Laid, Marked, Moved, Topped
from engine.giants.items import abandoned, find, place_of, quarry_of
from engine.giants.state import (
    HEADDRESS,
    Base,
    Crew,
    Item,
    State,
    base_at,
    sorted_items,
    swap_item,
    with_clan,
)
from engine.hexes import Hex

# --- refusals


def check_move(island: Island, state: State, seat: Seat, action: Move) -> None:
    item = find(island, state, seat, action.item)
    crews = crews_by_hex(state)
    _check_path(island, crews, item, action)
    _check_helpers(island, crews, Haul(seat, load(item.size), state.rules), action)
    end = action.path[-1] if action.path else place_of(island, item)
    _check_ending(island, state, crews, seat, item, end, action)


def _check_path(island: Island, crews: Mapping[Hex, Crew], item: Item, action: Move) -> None:
    here = place_of(island, item)
    been = {*item.trail, here}
    for place in action.path:
        if place not in island.labels:
            raise Illegal("not_land", hex=tuple(place))
        if place not in island.neighbours[here]:
            raise Illegal("not_next", hex=island.label(place), previous=island.label(here))
        if place in been:
            raise Illegal("been_there", hex=island.label(place))  # G10
        check_strength(island, crews.get(place), place, load(item.size))
        been.add(place)
        here = place


def _check_helpers(island: Island, crews: Mapping[Hex, Crew], haul: Haul, action: Move) -> None:
    if len({named.at for named in action.helpers}) < len(action.helpers):
        raise Malformed("helpers_twice")
    for named in action.helpers:
        if named.at not in action.path:
            raise Illegal("helpers_elsewhere", hex=island.labels.get(named.at, str(named.at)))
        check_help(island, crews[named.at], named, haul)


def _check_ending(
    island: Island,
    state: State,
    crews: Mapping[Hex, Crew],
    seat: Seat,
    item: Item,
    end: Hex,
    action: Move,
) -> None:
    if action.ending is None and not action.path:
        raise Illegal("changes_nothing")
    if action.ending is None and abandoned(item):
        raise Illegal("must_claim")
    if action.ending not in ("erect", "top"):
        if action.ahu is not None:
            raise Malformed("ahu_without_use", ahu=action.ahu)
        if action.ending == "mark":
            _check_mark(state, seat, item)
        return
    _check_fits_ending(item, action.ending)
    ahu = demand_ahu(island, end, action.ahu)
    if not own_figure(crews.get(end), seat):
        raise Illegal("no_own_figure", hex=island.label(end))
    (_check_erect if action.ending == "erect" else _check_top)(state, seat, ahu)


def _check_mark(state: State, seat: Seat, item: Item) -> None:
    """G13: one marker an item, from behind the screen."""
    if item.marked:
        raise Illegal("already_marked")
    if state.clans[seat].markers == 0:
        raise Illegal("no_marker")


def _check_fits_ending(item: Item, ending: str) -> None:
    if (item.size == HEADDRESS) != (ending == "top"):
        raise Illegal("wrong_ending", size=item.size, ending=ending)


def _check_erect(state: State, seat: Seat, ahu: Ahu) -> None:
    """G11: a free ahu and a base, or one's own reservation."""
    base = base_at(state, ahu.id)
    if base is None:
        if state.clans[seat].bases == 0:
            raise Illegal("no_base")
    elif base.size:
        raise Illegal("ahu_taken", ahu=ahu.id)
    elif base.owner != seat:
        raise Illegal("ahu_reserved", ahu=ahu.id, owner=base.owner)


def _check_top(state: State, _: Seat, ahu: Ahu) -> None:
    """G12: a moai without a headdress, anyone's."""
    base = base_at(state, ahu.id)
    if base is None or not base.size:
        raise Illegal("no_moai", ahu=ahu.id)
    if base.topped:
        raise Illegal("topped_already", ahu=ahu.id)


def check_pass(state: State, seat: Seat, action: Pass) -> None:
    """G14: only what lies in front of the screen, and a marker for each."""
    if action.mark and state.stage != "transport":
        raise Illegal("mark_later")
    front = [item.size for item in state.items if item.at is None and item.holder == seat]
    for size in set(action.mark):
        if action.mark.count(size) > front.count(size):
            raise Illegal("no_such_item", size=size, place="front")
    if len(action.mark) > state.clans[seat].markers:
        raise Illegal("few_markers", wanted=len(action.mark), held=state.clans[seat].markers)


# --- what it leads to


def move(island: Island, state: State, seat: Seat, action: Move, events: list[Tagged]) -> State:
    item = find(island, state, seat, action.item)
    start = place_of(island, item)
    end = action.path[-1] if action.path else start
    if action.path:
        state = _pay(state, seat, item, start, action, events)
    trail = (*item.trail, start, *action.path[:-1]) if action.path else item.trail
    moved = Item(item.size, end, seat, item.marked, trail)
    return _end(island, state, seat, item, moved, action, events)


def _pay(
    state: State, seat: Seat, item: Item, start: Hex, action: Move, events: list[Tagged]
) -> State:
    named = {each.at: each for each in action.helpers}
    haul = Haul(seat, load(item.size), state.rules)
    helpers = carriers(state, crews_by_hex(state), haul, action.path, named)
    given = points_given(helpers, seat)
    events.append(Moved(seat, item.size, start, action.path, given))
    return _reward(state, given)


def _reward(state: State, given: tuple[Share, ...]) -> State:
    for share in given:
        state = with_clan(state, share.seat, score=state.clans[share.seat].score + share.units)
    return state


def _end(
    island: Island,
    state: State,
    seat: Seat,
    item: Item,
    moved: Item,
    action: Move,
    events: list[Tagged],
) -> State:
    if action.ending == "erect":
        ahu = island.ahus[str(action.ahu)]
        return _erect(_unmark(state, seat, item), seat, item, ahu, events)
    if action.ending == "top":
        return _top(_unmark(state, seat, item), seat, item, str(action.ahu), events)
    if action.ending == "mark":
        return _mark(state, seat, item, moved, events)
    return replace(state, items=swap_item(state, item, moved))


def _unmark(state: State, seat: Seat, item: Item) -> State:
    """G13: the marker of a finished item returns behind the screen at once."""
    if not item.marked:
        return state
    return with_clan(state, seat, markers=state.clans[seat].markers + 1)


def _mark(state: State, seat: Seat, item: Item, moved: Item, events: list[Tagged]) -> State:
    place = moved.at
    assert place is not None  # noqa: S101 - a moved item is on the board
    events.append(Marked(seat, item.size, place))
    state = with_clan(state, seat, markers=state.clans[seat].markers - 1)
    return replace(state, items=swap_item(state, item, moved._replace(marked=True)))


def _erect(state: State, seat: Seat, item: Item, ahu: Ahu, events: list[Tagged]) -> State:
    events.append(Erected(seat, ahu.id, item.size, state.round))
    base = base_at(state, ahu.id)
    if base is None:
        state = with_clan(state, seat, bases=state.clans[seat].bases - 1)
    if state.options.visible_score:
        state = with_clan(state, seat, score=state.clans[seat].score + ahu.moai * item.size)
    kept = tuple(other for other in state.bases if other is not base)
    standing = Base(ahu.id, seat, item.size, topped=False, round=state.round)
    return replace(
        state,
        bases=(*kept, standing),
        items=swap_item(state, item, None),
        erected=state.erected + 1,
    )


def _top(state: State, seat: Seat, item: Item, ahu: str, events: list[Tagged]) -> State:
    events.append(Topped(seat, ahu))
    bases = tuple(replace(b, topped=True) if b.ahu == ahu else b for b in state.bases)
    return replace(state, bases=bases, items=swap_item(state, item, None))


def mark_front(
    island: Island, state: State, seat: Seat, action: Pass, events: list[Tagged]
) -> State:
    """G14: what a pass marks goes on its quarry at once."""
    for size in action.mark:
        item = Item(size, None, seat)
        moved = Item(size, quarry_of(island, size), seat)
        state = _mark(state, seat, item, moved, events)
    return state


def lay_the_rest(island: Island, state: State, events: list[Tagged]) -> State:
    """At the phase's end what is in front of screens goes on its quarry, unmarked."""
    items = []
    for item in state.items:
        if item.at is None:
            events.append(Laid(item.holder or 0, item.size))
        items.append(
            Item(
                item.size, place_of(island, item), item.holder if item.marked else None, item.marked
            )
        )
    return replace(state, items=sorted_items(items))
