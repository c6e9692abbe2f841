"""Phase 3: figures, logs and tablets, and the powers of sorcerers and chiefs."""

from collections.abc import Callable

from engine.changing import replace
from engine.errors import Illegal, Malformed
from engine.game import Seat, Tagged
from engine.giants import ruleset
from engine.giants.actions import Place, Power
from engine.giants.board import Island, demand_ahu
from engine.giants.events import (
    BrokeTablet,
    Carved,
    Cut,
    GotMarker,
    Placed,
    Recruited,
    Reserved,
    TookTablet,
)
from engine.giants.state import (
    HEADDRESS,
    NOBODY,
    ONE,
    Base,
    Crew,
    Crowd,
    Item,
    State,
    base_at,
    sorted_items,
    with_clan,
)
from engine.hexes import Hex

ANSWERED_BY_RECEPTACLE = ("village", "hut")


def can_place(state: State, seat: Seat) -> bool:
    """Whether a figure or a usable marker is left; without either a seat passes by itself."""
    return bool(state.clans[seat].figures) or can_take_tablet(state, seat)


def can_take_tablet(state: State, seat: Seat) -> bool:
    """G6: no half-tablet left, none taken."""
    return state.clans[seat].markers > 0 and state.halves > 0


# --- refusals


def check_tablet(state: State, seat: Seat) -> None:
    if state.clans[seat].markers == 0:
        raise Illegal("no_marker")
    if state.halves == 0:
        raise Illegal("no_half_tablets")


def check_place(island: Island, state: State, seat: Seat, action: Place) -> None:
    clan = state.clans[seat]
    if action.at not in island.labels:
        raise Illegal("not_land", hex=tuple(action.at))
    if not clan.figures.holds(ONE[action.figure]):
        raise Illegal("no_figure", figure=action.figure)
    _check_logs(action, clan.logs)
    if action.power is None and action.ahu is not None:
        raise Malformed("ahu_without_use", ahu=action.ahu)
    if action.power is not None:
        _check_user(action, clan.halves)
        check_power(island, state, seat, action.at, action.power, action.ahu)


def _check_logs(action: Place, held: int) -> None:
    """G8: logs come with a worker or a sorcerer, and were behind the screen before."""
    if action.logs and action.figure == "chief":
        raise Illegal("logs_with_chief")
    if action.logs > ruleset.MOST_LOGS:
        raise Illegal("too_many_logs", logs=action.logs, most=ruleset.MOST_LOGS)
    if action.logs > held:
        raise Illegal("no_logs", logs=action.logs, held=held)


def _check_user(action: Place, halves: int) -> None:
    if action.figure == "worker":
        raise Illegal("worker_power")
    if action.figure == "chief" and halves < ruleset.TABLET:
        raise Illegal("no_tablet", halves=halves)


def check_power(
    island: Island, state: State, seat: Seat, at: Hex, power: Power, ahu: str | None
) -> None:
    if power != "ahu" and ahu is not None:
        raise Malformed("ahu_without_use", ahu=ahu)
    if power == "ahu":
        _check_reservation(island, state, seat, at, ahu)
    elif power == "forest":
        _check_forest(island, state, at)
    elif island.sites[power] != at:
        raise Illegal("power_elsewhere", power=power, hex=island.label(at))
    else:
        _check_source(state, seat, power)


def _check_source(state: State, seat: Seat, power: Power) -> None:
    """G6: an empty source has no power."""
    clan = state.clans[seat]
    left = {
        "village": clan.spare_workers,
        "hut": clan.spare_markers,
        "headdress-quarry": state.headdresses,
    }[power]
    if not left:
        raise Illegal("source_empty", power=power)


def _check_forest(island: Island, state: State, at: Hex) -> None:
    if at not in island.forests:
        raise Illegal("no_forest", hex=island.label(at))
    if at in state.cut:
        raise Illegal("forest_cut", hex=island.label(at))
    if not state.logs:
        raise Illegal("source_empty", power="forest")


def _check_reservation(island: Island, state: State, seat: Seat, at: Hex, ahu: str | None) -> None:
    found = demand_ahu(island, at, ahu)
    if base_at(state, found.id) is not None:
        raise Illegal("ahu_taken", ahu=found.id)
    if state.clans[seat].bases == 0:
        raise Illegal("no_base")


# --- what it leads to


def take_tablet(state: State, seat: Seat, events: list[Tagged]) -> State:
    clan = state.clans[seat]
    events.append(TookTablet(seat))
    state = with_clan(
        state,
        seat,
        markers=clan.markers - 1,
        front_markers=clan.front_markers + 1,
        halves=clan.halves + 1,
    )
    return replace(state, halves=state.halves - 1)


def place(island: Island, state: State, seat: Seat, action: Place, events: list[Tagged]) -> State:
    clan = state.clans[seat]
    events.append(Placed(seat, action.figure, action.at, action.logs))
    one = ONE[action.figure]
    state = with_clan(state, seat, figures=clan.figures.minus(one), logs=clan.logs - action.logs)
    state = replace(state, crews=_joined(state, seat, one, action))
    if action.power is None:
        return state
    if action.figure == "chief":
        state = _break_tablet(state, seat, events)
    return _USES[action.power](island, state, seat, action, events)


def _joined(state: State, seat: Seat, one: Crowd, action: Place) -> tuple[Crew, ...]:
    there = next((crew for crew in state.crews if crew.at == action.at), None)
    if there is None:
        there = Crew(action.at, (NOBODY,) * len(state.clans))
    crowds = list(there.crowds)
    crowds[seat] = crowds[seat].plus(one)
    joined = Crew(action.at, tuple(crowds), there.logs + action.logs)
    others = (crew for crew in state.crews if crew.at != action.at)
    return tuple(sorted((*others, joined), key=lambda crew: crew.at))


def _break_tablet(state: State, seat: Seat, events: list[Tagged]) -> State:
    events.append(BrokeTablet(seat))
    state = with_clan(state, seat, halves=state.clans[seat].halves - ruleset.TABLET)
    return replace(state, halves=state.halves + ruleset.TABLET)


def _recruit(_: Island, state: State, seat: Seat, __: Place, events: list[Tagged]) -> State:
    clan = state.clans[seat]
    events.append(Recruited(seat))
    return with_clan(
        state,
        seat,
        figures=clan.figures.plus(ONE["worker"]),
        spare_workers=clan.spare_workers - 1,
    )


def _get_marker(_: Island, state: State, seat: Seat, __: Place, events: list[Tagged]) -> State:
    clan = state.clans[seat]
    events.append(GotMarker(seat))
    return with_clan(state, seat, markers=clan.markers + 1, spare_markers=clan.spare_markers - 1)


def _cut(island: Island, state: State, seat: Seat, action: Place, events: list[Tagged]) -> State:
    logs = min(island.forests[action.at], state.logs)  # G6: what is left
    events.append(Cut(seat, action.at, logs))
    state = with_clan(state, seat, logs=state.clans[seat].logs + logs)
    cut = tuple(sorted((*state.cut, action.at)))
    return replace(state, logs=state.logs - logs, cut=cut)


def _reserve(_: Island, state: State, seat: Seat, action: Place, events: list[Tagged]) -> State:
    ahu = str(action.ahu)
    events.append(Reserved(seat, ahu))
    state = with_clan(state, seat, bases=state.clans[seat].bases - 1)
    return replace(state, bases=(*state.bases, Base(ahu, seat)))


def _carve(_: Island, state: State, seat: Seat, __: Place, events: list[Tagged]) -> State:
    events.append(Carved(seat))
    items = sorted_items((*state.items, Item(HEADDRESS, None, seat)))
    return replace(state, headdresses=state.headdresses - 1, items=items)


_USES: dict[Power, Callable[[Island, State, Seat, Place, list[Tagged]], State]] = {
    "village": _recruit,
    "hut": _get_marker,
    "forest": _cut,
    "ahu": _reserve,
    "headdress-quarry": _carve,
}
