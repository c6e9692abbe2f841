"""Strength on a hex: who can carry a load into it, who does unasked, and what it costs."""

from collections.abc import Iterator, Mapping
from itertools import product

from engine.errors import Illegal, Malformed
from engine.game import Seat
from engine.giants.actions import Help, Share
from engine.giants.board import Island
from engine.giants.state import HEADDRESS, Crew, State
from engine.hexes import Hex


def load(size: int) -> int:
    """A headdress weighs 1, a moai its size."""
    return 1 if size == HEADDRESS else size


def crews_by_hex(state: State) -> dict[Hex, Crew]:
    return {crew.at: crew for crew in state.crews}


def own_figure(crew: Crew | None, seat: Seat) -> bool:
    return crew is not None and bool(crew.crowds[seat])


def price(crew: Crew, seat: Seat, weight: int) -> int | None:
    """The fewest points to give away for a load on this hex, or nothing: it cannot be carried."""
    own = crew.crowds[seat].worth
    missing = weight - own - crew.logs
    if own and missing <= 0:
        return 0
    needed = max(missing, 0 if own else 1)  # logs alone carry nothing
    others = sum(crowd.worth for crowd in crew.crowds) - own
    return needed if needed <= others else None


def helpers_of_last_resort(state: State, seat: Seat) -> tuple[Seat, ...]:
    """G9: opponents in the order in which they help unasked: lowest score, then turn order."""
    others = [s for s in state.clockwise(state.first) if s != seat]
    return tuple(sorted(others, key=lambda s: state.clans[s].score))


def unasked(crew: Crew, seat: Seat, weight: int, others: tuple[Seat, ...]) -> Help:
    """G9: own figures first, then logs, then opponents, each drained before the next."""
    own = min(crew.crowds[seat].worth, weight)
    logs = min(crew.logs, weight - own - (0 if own else 1))
    shares = [Share(seat, own)] if own else []
    needed = weight - own - logs
    for other in others:
        if drawn := min(crew.crowds[other].worth, needed):
            shares.append(Share(other, drawn))
            needed -= drawn
    return Help(crew.at, tuple(shares), logs)


def teams(crew: Crew, weight: int) -> Iterator[Help]:
    """G9: everyone who could make up exactly the load, a figure among them."""
    logs = min(crew.logs, weight - 1)
    most = (logs, *(min(crowd.worth, weight) for crowd in crew.crowds))
    for units in product(*(range(each + 1) for each in most)):
        if sum(units) == weight:
            shares = (Share(seat, drawn) for seat, drawn in enumerate(units[1:]) if drawn)
            yield Help(crew.at, tuple(shares), units[0])


def check_strength(island: Island, crew: Crew | None, place: Hex, weight: int) -> None:
    """Refuse a hex that cannot carry the load, and say what it has."""
    figures = sum(crowd.worth for crowd in crew.crowds) if crew else 0
    logs = crew.logs if crew else 0
    if not figures:
        raise Illegal("nobody_there", hex=island.label(place))
    if figures + logs < weight:
        raise Illegal("too_weak", hex=island.label(place), strength=figures + logs, needed=weight)


def check_help(island: Island, crew: Crew, named: Help, weight: int) -> None:
    """G9: the units named are exactly the load, a figure among them, and all of them are there."""
    hex_label = island.label(named.at)
    if len({share.seat for share in named.figures}) < len(named.figures):
        raise Malformed("helper_twice", hex=hex_label)
    for share in named.figures:
        _check_share(crew, share, hex_label)
    if named.logs > crew.logs:
        raise Illegal("helper_logs", hex=hex_label, named=named.logs, there=crew.logs)
    figures = sum(share.units for share in named.figures)
    if figures + named.logs != weight:
        raise Illegal("helper_sum", hex=hex_label, named=figures + named.logs, needed=weight)
    if figures == 0:
        raise Illegal("logs_alone", hex=hex_label)


def _check_share(crew: Crew, share: Share, hex_label: str) -> None:
    if not 0 <= share.seat < len(crew.crowds):
        raise Malformed("unknown_seat", seat=share.seat)
    there = crew.crowds[share.seat].worth
    if share.units > there:
        raise Illegal(
            "helper_units", hex=hex_label, seat=share.seat, named=share.units, there=there
        )


def points_given(helpers: tuple[Help, ...], seat: Seat) -> tuple[Share, ...]:
    """Each point of strength drawn from another's figure is a prestige point for its owner."""
    given: dict[Seat, int] = {}
    for share in (share for named in helpers for share in named.figures):
        if share.seat != seat and share.units:
            given[share.seat] = given.get(share.seat, 0) + share.units
    return tuple(Share(other, units) for other, units in sorted(given.items()))


def carriers(
    state: State,
    crews: Mapping[Hex, Crew],
    seat: Seat,
    weight: int,
    path: tuple[Hex, ...],
    named: Mapping[Hex, Help],
) -> tuple[Help, ...]:
    """Who carries into each hex of a path: those named, else the rule's own."""
    others = helpers_of_last_resort(state, seat)
    return tuple(
        named[place] if place in named else unasked(crews[place], seat, weight, others)
        for place in path
    )
