"""The greedy bot of Giants: legal, blind to what is hidden, and sensible."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.bots.chance import chance
from engine.bots.giants import greedy
from engine.bots.giants.powers import best_power
from engine.bots.giants.routes import best_goal
from engine.bots.giants.table import Table
from engine.giants.actions import Bid, Decline, Take
from engine.giants.facts import Facts, PowerFacts
from engine.giants.state import Item
from engine.registry import BOTS
from tests.engine.bots.giants_tables import GAME, Played, otherwise, played
from tests.scale import times

SEATS = GAME.meta.seats


@cache
def among_greedy(seats: int, number: int) -> Played:
    return played([greedy] * seats, number)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("island", GAME.islands)
@pytest.mark.parametrize(
    "options",
    [
        {"quick": True, "open_bases": True},
        {"visible_score": True, "leftover_moai": "return", "auto_pick": True},
        {"max_rounds": 3},
    ],
)
def test_it_keeps_to_the_rules_on_every_island_with_every_option(
    seats: int, island: str, options: dict[str, Any]
) -> None:
    for number in range(times(1)):
        match = played([greedy] * seats, number, island=island, **options)

        assert match.outcome.reason in ("bases", "rounds")


def test_the_same_seed_is_the_same_match() -> None:
    first, second = (played([greedy] * 4, 1) for _ in range(2))

    assert first.actions == second.actions


class Listed:
    """Choices that can do no more than list their facts: no state is within reach."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def facts(self) -> Facts:
        return self._facts


@pytest.mark.parametrize("seats", SEATS)
def test_it_chooses_from_the_view_alone(seats: int) -> None:
    """Whatever is behind the other screens, it does the same."""
    match = among_greedy(seats, 0)
    for state in match.states:
        for seat in GAME.awaiting(state):
            chosen = _chosen(state, seat)
            for other in otherwise(state, seat):
                assert GAME.view(other, seat) == GAME.view(state, seat)
                assert _chosen(other, seat) == chosen


def _chosen(state: Any, seat: int) -> Any:
    choices: Any = Listed(GAME.choices(state, seat).facts())
    return greedy(GAME.view(state, seat), choices, Random(7).randrange)  # noqa: S311 - test dice


@pytest.mark.parametrize("seats", SEATS)
def test_it_beats_random_players_in_over_nine_matches_of_ten(seats: int) -> None:
    won, matches = 0, times(12)
    for number in range(matches):
        own = number % seats
        bots = [greedy if seat == own else chance for seat in range(seats)]
        won += played(bots, number).outcome.winners == (own,)

    assert won > 0.9 * matches


@pytest.mark.parametrize("seats", SEATS)
def test_matches_among_greedy_bots_end_by_bases(seats: int) -> None:
    """At least 95 of 100; with SOAK=10 this is 200 matches a table."""
    matches = [among_greedy(seats, number) for number in range(times(20))]

    assert sum(match.outcome.reason == "bases" for match in matches) >= 0.95 * len(matches)


# --- rare turns


def _asked(**clan: Any) -> Any:
    """A seat that bid its chief without a plan, and is asked for its first pick."""
    state = among_greedy(3, 0).states[0]
    bids = {seat: Bid(chief=True) for seat in range(3)}
    state = GAME.resolve(state, bids).state
    assert state.turn is not None
    changed = replace(state.clans[state.turn], **clan)
    clans = tuple(changed if s == state.turn else c for s, c in enumerate(state.clans))
    return replace(state, clans=clans)


def test_a_seat_without_a_plan_takes_what_it_can_haul_farthest() -> None:
    state = _asked()

    assert _chosen(state, state.turn) == Take(max(state.quarry))


def test_a_seat_without_a_base_to_spare_declines() -> None:
    state = _asked(bases=0)

    assert _chosen(state, state.turn) == Decline()


def test_a_chief_without_a_tablet_has_no_power() -> None:
    table = Table(GAME.view(among_greedy(3, 0).states[1], 0), GAME.islands["rapa-nui"])
    village = PowerFacts(table.island.sites["village"], "village", None, ("sorcerer",))

    assert best_power(table, (), [village], "chief") == (0.0, None)


def test_an_item_seeks_no_ahu_where_it_has_been_this_round() -> None:
    """G10: it could not come back."""
    table = Table(GAME.view(among_greedy(3, 0).states[1], 0), GAME.islands["rapa-nui"])
    start, been = table.island.sites["moai-quarry"], table.island.ahus["tongariki"]
    item = Item(1, start, 0, trail=(been.hex,))

    assert best_goal(table, item, [been], strength=9) is None


def test_it_is_listed_for_its_game() -> None:
    assert BOTS["giants"] == {"random": chance, "greedy": greedy}
