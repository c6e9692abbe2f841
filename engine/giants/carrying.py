"""Strength on a hex: who can carry a load into it, who does unasked, and what it costs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from engine.errors import Illegal, Malformed
from engine.game import Seat
from engine.giants.actions import Help, Share
from engine.giants.board import Island
from engine.giants.ruleset import FIRST_RULES, Rules
from engine.giants.state import HEADDRESS, Crew, State
from engine.hexes import Hex


@dataclass(frozen=True, slots=True)
class Haul:
    """Who moves how heavy a load, and by which version of the rules."""

    seat: Seat
    weight: int
    rules: Rules


def load(size: int) -> int:
    """A headdress weighs 1, a moai its size."""
    return 1 if size == HEADDRESS else size


def crews_by_hex(state: State) -> dict[Hex, Crew]:
    return {crew.at: crew for crew in state.crews}


def own_figure(crew: Crew | None, seat: Seat) -> bool:
    return crew is not None and bool(crew.crowds[seat])


def price(crew: Crew, haul: Haul) -> int | None:
    """The fewest points to give away for a load on this hex, or nothing: it cannot be carried."""
    own = crew.crowds[haul.seat].worth
    missing = haul.weight - own - _logs(crew, haul)
    if own and missing <= 0:
        return 0
    needed = max(missing, 0 if own else 1)  # logs alone carry nothing
    others = sum(crowd.worth for crowd in crew.crowds) - own
    return needed if needed <= others else None


def _logs(crew: Crew, haul: Haul) -> int:
    """The logs that somebody on this hex can draw (G23)."""
    return crew.logs if any(_draws(crew, haul, seat) for seat in range(len(crew.crowds))) else 0


def _draws(crew: Crew, haul: Haul, seat: Seat) -> bool:
    """Whether a unit of this seat's can draw logs: by the first rules a chief's can too."""
    crowd = crew.crowds[seat]
    return bool(crowd if haul.rules == FIRST_RULES else crowd.bearers)


def helpers_of_last_resort(state: State, seat: Seat) -> tuple[Seat, ...]:
    """G9: opponents in the order in which they help unasked: lowest score, then turn order."""
    others = [s for s in state.clockwise(state.first) if s != seat]
    return tuple(sorted(others, key=lambda s: state.clans[s].score))


def unasked(crew: Crew, haul: Haul, others: tuple[Seat, ...]) -> Help:
    """G9: own figures first, then logs, then opponents, each drained before the next."""
    own = min(crew.crowds[haul.seat].worth, haul.weight)
    logs = min(_logs(crew, haul), haul.weight - own - (0 if own else 1))
    drawer = None
    if logs and not own:  # G23: the first unit is one that draws them
        drawer = next(seat for seat in others if _draws(crew, haul, seat))
    shares = _lent(crew, others, haul.weight - own - logs, drawer)
    return Help(crew.at, (*([Share(haul.seat, own)] if own else []), *shares), logs)


def _lent(
    crew: Crew, others: tuple[Seat, ...], needed: int, drawer: Seat | None
) -> Iterator[Share]:
    """So many units of opponents in their order, one of the drawer's among them."""
    needed -= drawer is not None
    for other in others:
        first = other == drawer
        more = min(crew.crowds[other].worth - first, needed)
        needed -= more
        if first + more:
            yield Share(other, first + more)


def teams(crew: Crew, haul: Haul) -> Iterator[Help]:
    """G9, G23: everyone who could make up exactly the load, a figure among them."""
    logs = min(crew.logs, haul.weight - 1)
    most = (logs, *(min(crowd.worth, haul.weight) for crowd in crew.crowds))
    for units in product(*(range(each + 1) for each in most)):
        if sum(units) == haul.weight:
            shares = (Share(seat, drawn) for seat, drawn in enumerate(units[1:]) if drawn)
            team = Help(crew.at, tuple(shares), units[0])
            if _drawn(crew, haul, team):
                yield team


def _drawn(crew: Crew, haul: Haul, team: Help) -> bool:
    """Whether a team's logs, if it has any, are drawn by one who can."""
    drawing = (share.units and _draws(crew, haul, share.seat) for share in team.figures)
    return not team.logs or any(drawing)


def check_strength(island: Island, crew: Crew | None, place: Hex, weight: int) -> None:
    """Refuse a hex that cannot carry the load, and say what it has."""
    figures = sum(crowd.worth for crowd in crew.crowds) if crew else 0
    logs = crew.logs if crew else 0
    if not figures:
        raise Illegal("nobody_there", hex=island.label(place))
    if figures + logs < weight:
        raise Illegal("too_weak", hex=island.label(place), strength=figures + logs, needed=weight)


def check_help(island: Island, crew: Crew, named: Help, haul: Haul) -> None:
    """G9: the units named are exactly the load, a figure among them, and all of them are there."""
    hex_label = island.label(named.at)
    if len({share.seat for share in named.figures}) < len(named.figures):
        raise Malformed("helper_twice", hex=hex_label)
    for share in named.figures:
        _check_share(crew, share, hex_label)
    if named.logs > crew.logs:
        raise Illegal("helper_logs", hex=hex_label, named=named.logs, there=crew.logs)
    figures = sum(share.units for share in named.figures)
    if figures + named.logs != haul.weight:
        raise Illegal("helper_sum", hex=hex_label, named=figures + named.logs, needed=haul.weight)
    if figures == 0:
        raise Illegal("logs_alone", hex=hex_label)
    if not _drawn(crew, haul, named):
        raise Illegal("logs_with_chief_alone", hex=hex_label)


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
    haul: Haul,
    path: tuple[Hex, ...],
    named: Mapping[Hex, Help],
) -> tuple[Help, ...]:
    """Who carries into each hex of a path: those named, else the rule's own."""
    others = helpers_of_last_resort(state, haul.seat)
    return tuple(
        named[place] if place in named else unasked(crews[place], haul, others) for place in path
    )
