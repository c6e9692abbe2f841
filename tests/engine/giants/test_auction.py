"""Phase 2: bids, the order of choice, picks, plans, and what nobody takes."""

from typing import Any

import pytest

from engine.giants.actions import Decline, Take
from engine.giants.state import State
from tests.engine.giants.tables import (
    GAME,
    belongings,
    event,
    events,
    facts,
    fronts,
    kinds,
    play,
    refused,
    script,
    seal,
    table,
)

RICH = "chief, sorcerer, 4 workers, 6 markers"


def bidding(**parts: Any) -> State:
    return table(
        **{"stage": "bidding", "blue": RICH, "green": RICH, "red": RICH, "quarry": (1, 2, 3)}
        | parts
    )


def order(state: State) -> tuple[int, ...]:
    assert state.auction is not None
    return state.auction.order


# --- bids


def test_bids_are_sealed_and_asked_of_all() -> None:
    state = bidding()

    assert GAME.sealed(state)
    assert GAME.awaiting(state) == {0, 1, 2}


def test_everything_bid_lies_in_front_until_phase_5() -> None:
    """Used or not: the chief alone would have paid."""
    state = seal(bidding(), blue="bid 2 markers, chief, sorcerer, 3 workers; take 3").state

    assert belongings(state, "blue") == "1 worker, 4 markers"
    blue = state.clans[0]
    assert (blue.front.chief, blue.front.sorcerer, blue.front.workers) == (True, True, 3)
    assert blue.front_markers == 2


def test_a_bid_is_told_by_markers_and_worth_of_sculptors() -> None:
    """A worker or sorcerer counts 1, a chief 3."""
    step = seal(bidding(), blue="bid 2 markers, chief, sorcerer, 3 workers", green="bid nothing")

    assert [(e.seat, e.markers, e.sculptors) for e in events(step, "bid_opened")] == [
        (0, 2, 7),
        (1, 0, 0),
        (2, 0, 0),
    ]


def test_a_bid_of_nothing_is_a_bid() -> None:
    """G4: with nothing bid by anybody the auction is over at once."""
    step = seal(bidding())

    assert step.state.stage == "placement"
    assert event(step, "left_over").sizes == (1, 2, 3)


def test_markers_without_sculptors_take_nothing() -> None:
    """G4."""
    state = seal(bidding(), blue="bid 6 markers", green="bid 1 worker").state

    assert order(state)[0] == 0
    assert GAME.awaiting(state) == {1}


@pytest.mark.parametrize(
    ("bid", "code", "wrong"),
    [
        ("bid 7 markers", "bid_markers", {"bid": 7, "held": 6}),
        ("bid 5 workers", "bid_workers", {"bid": 5, "held": 4}),
    ],
)
def test_nobody_bids_more_than_is_behind_the_screen(
    bid: str, code: str, wrong: dict[str, Any]
) -> None:
    refused(bidding(), "blue", bid, code, **wrong)


def test_nobody_bids_a_figure_that_is_not_there() -> None:
    state = bidding(blue="worker")

    refused(state, "blue", "bid chief", "no_figure", figure="chief")
    refused(state, "blue", "bid sorcerer", "no_figure", figure="sorcerer")


# --- the order of choice


def test_more_markers_choose_first() -> None:
    state = seal(
        bidding(),
        blue="bid 1 marker, chief",
        green="bid 3 markers, chief",
        red="bid 2 markers, chief",
    ).state

    assert order(state) == (1, 2, 0)


def test_equal_markers_go_by_half_tablets_then_by_turn_order_from_the_first_player() -> None:
    state = bidding(first="red", green=f"{RICH}, 1 half")
    bids = seal(
        state, blue="bid 1 marker, chief", green="bid 1 marker, chief", red="bid 1 marker, chief"
    ).state

    assert order(bids) == (1, 2, 0)


def test_sculptors_without_markers_choose_last() -> None:
    """G4: half-tablets do not help against a marker."""
    state = bidding(blue=f"{RICH}, 5 halves")
    state = seal(state, blue="bid chief", green="bid 1 marker, 1 worker").state

    assert order(state) == (1, 0, 2)


# --- picks


def test_in_that_order_one_each_then_round_again() -> None:
    """While moai are left and someone can pay."""
    state = bidding(quarry=(1, 1, 1, 1, 2))
    state = seal(
        state, blue="bid 2 markers, 2 workers", green="bid 1 marker, 3 workers", red="bid 1 worker"
    ).state
    state = script(state, "blue: take 1 \n green: take 1 \n red: take 1 \n blue: take 1")

    assert GAME.awaiting(state) == {1}
    assert fronts(script(state, "green: take 2"), "green") == [1, 2]


def test_a_chiefs_three_may_pay_a_1_and_a_2() -> None:
    """G1: sculptor worth is one pool."""
    state = seal(bidding(), blue="bid chief").state
    state = script(state, "blue: take 1 \n blue: take 2")

    assert fronts(state, "blue") == [1, 2]
    assert state.stage == "placement"


def test_taking_what_is_not_there_or_not_paid_is_refused() -> None:
    state = seal(bidding(quarry=(1, 3, 3)), blue="bid 1 marker, sorcerer, 1 worker").state

    refused(state, "blue", "take 2", "not_in_quarry", size=2, quarry=(1, 3, 3))
    refused(state, "blue", "take 3", "too_few_sculptors", size=3, left=2)


def test_declining_ends_ones_choosing() -> None:
    """G3: also where moai are left that one could pay."""
    state = bidding(quarry=(1, 1, 1))
    state = seal(state, blue="bid 2 markers, 2 workers", green="bid 2 workers").state
    step = play(state, "blue", "decline")
    state = script(step.state, "green: take 1 \n green: take 1")

    assert kinds(step) == ["declined"]
    assert fronts(state, "blue") == []
    assert state.stage == "placement"


def test_who_can_pay_nothing_is_skipped_for_good() -> None:
    """G3: without a word, and without being asked."""
    state = bidding(quarry=(2, 2, 3))
    step = seal(state, blue="bid 2 markers, 1 worker", green="bid 1 marker, chief")

    assert GAME.awaiting(step.state) == {1}
    assert kinds(step).count("declined") == 0


def test_one_by_one_each_sees_what_is_left() -> None:
    state = seal(bidding(), blue="bid 1 marker, chief", green="bid chief").state
    later = play(state, "blue", "take 3").state

    assert set(facts(state, "blue").sizes) == {1, 2, 3}
    assert set(facts(later, "green").sizes) == {1, 2}
    assert set(GAME.choices(later, 1)) == {Take(1), Take(2), Decline()}


# --- what nobody takes


@pytest.mark.parametrize(("option", "box"), [("remove", (16, 11, 5)), ("return", (17, 12, 5))])
def test_what_nobody_takes_leaves_the_game_or_returns(
    option: str, box: tuple[int, int, int]
) -> None:
    """G2."""
    state = bidding(options={"leftover_moai": option})
    step = seal(state, blue="bid chief; take 3")

    assert event(step, "left_over").sizes == (1, 2)
    assert event(step, "left_over").returned == (option == "return")
    assert step.state.box == box
    assert step.state.quarry == ()


def test_nothing_is_told_when_nothing_is_left_over() -> None:
    step = seal(bidding(quarry=(3,)), blue="bid chief; take 3")

    assert events(step, "left_over") == []
