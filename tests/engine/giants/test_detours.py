"""Paths by way of chosen hexes, and everyone who could carry: as brute force has them."""

from random import Random

import pytest

from engine.giants.handling import MoveChoices
from engine.giants.state import Item, State
from engine.hexes import Hex
from tests.engine.giants.naive_transport import Place, Walk, cheapest, reachable, teams
from tests.engine.giants.tables import GAME, at, table
from tests.engine.giants.test_naive_transport import random_position, told, unit_by_unit
from tests.scale import times

ISLAND = GAME.islands["rapa-nui"]


def moving(state: State) -> MoveChoices:
    return MoveChoices(ISLAND, state, state.turn or 0)


def stopping(walk: Walk, stops: list[Place]) -> bool:
    """Whether a walk comes by the stops in this order, and ends with the last."""
    met = [place for place in walk if place in stops]
    return bool(walk) and met == stops and walk[-1] == stops[-1]


@pytest.mark.parametrize("number", range(times(30)))
def test_a_way_through_stops_costs_what_the_cheapest_of_all_walks_does(number: int) -> None:
    dice = Random(number)  # noqa: S311 - the dice of a test
    for _ in range(10):
        state, item = random_position(dice)
        start = item.at or ISLAND.sites["headdress-quarry" if item.size == 0 else "moai-quarry"]
        units, weight = unit_by_unit(state), item.size or 1
        best, every = reachable(units, weight, state.turn or 0, start, item.trail, state.rules)
        stops = dice.sample(sorted(best), min(len(best), dice.randint(1, 3)))
        compared(state, item, stops, [walk for walk in every if stopping(walk, stops)])


def compared(state: State, item: Item, stops: list[Place], walks: list[Walk]) -> None:
    units, weight, mover = unit_by_unit(state), item.size or 1, state.turn or 0
    way = moving(state).through(item, [Hex(*stop) for stop in stops])
    tolls = {place: cheapest(here, weight, mover, state.rules) for place, here in units.items()}
    costs = {walk: (sum(tolls[place] or 0 for place in walk), len(walk)) for walk in walks}
    if way is None:
        assert not costs
    else:
        assert costs[way.path] == min(costs.values()) == (way.points, len(way.path))


def test_every_hex_named_is_the_path_itself() -> None:
    """Whatever it gives away: so each legal path can be asked for."""
    crews = "C7: red chief; C6: blue worker; D6: red worker; D5: blue worker"
    state = table(turn="blue", crews=crews, items="moai 1 of blue")
    around = [at("D6"), at("C6")]

    way = moving(state).through(state.items[0], around)

    assert way is not None
    assert way.path == tuple(around)
    assert way.points == 1


def test_a_stop_that_cannot_be_entered_or_is_named_twice_has_no_way() -> None:
    state = table(turn="blue", crews="C7: blue worker; A1: blue worker", items="moai 1 of blue")
    item, through = state.items[0], moving(state).through

    assert through(item, [at("D6")]) is None  # nobody stands there
    assert through(item, [at("A1")]) is None  # nobody stands on the way
    assert through(item, [at("C7"), at("C7")]) is None
    assert through(item, [at("D7")]) is None  # where it lies


def test_a_search_that_would_take_too_long_gives_up() -> None:
    """From H1 only G1 leads on, which led there: no path of the millions ends on C1."""
    crews = "; ".join(f"{label}: blue worker" for label in ISLAND.by_label if label != "H2")
    state = table(turn="blue", crews=crews, items="moai 1 of blue")
    item, through = state.items[0], moving(state).through

    assert through(item, [at("H1"), at("C1")]) is None
    assert through(item, [at("C1"), at("H1")]) is not None


@pytest.mark.parametrize("number", range(times(20)))
def test_teams_are_all_that_could_make_up_the_load(number: int) -> None:
    """G9, G23: exactly the load, a figure among them; the cheapest first."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    state, item = random_position(dice)
    units = unit_by_unit(state)
    for place, here in units.items():
        found = moving(state).teams(item, Hex(*place))
        listed = sorted(map(told, found))
        assert listed == sorted(map(list, teams(here, item.size or 1, state.rules)))
        given = [sum(s.units for s in team.figures if s.seat != state.turn) for team in found]
        assert given == sorted(given)


def test_a_ways_facts_follow_the_helpers_that_are_named() -> None:
    crews = "C7: blue worker, red worker; C6: blue worker"
    state = table(turn="blue", crews=crews, items="moai 1 of blue")
    item, choices = state.items[0], moving(state)
    path = (at("C7"), at("C6"))
    dear = choices.teams(item, at("C7"))[-1]

    assert choices.way_facts(item, path).points == ()
    (share,) = choices.way_facts(item, path, (dear,)).points
    assert (share.seat, share.units) == (2, 1)
