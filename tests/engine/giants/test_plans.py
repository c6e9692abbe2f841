"""Plans: picks laid down with a bid (G5), and what is taken unasked."""

from typing import Any

import pytest

from engine.errors import Illegal
from engine.giants.actions import Bid, Take
from engine.giants.reading import EXAMPLES
from engine.giants.state import State
from tests.engine.giants.tables import (
    GAME,
    act,
    events,
    play,
    refused,
    seal,
    table,
)

RICH = "chief, sorcerer, 4 workers, 6 markers"


def bidding(**parts: Any) -> State:
    return table(
        **{"stage": "bidding", "blue": RICH, "green": RICH, "red": RICH, "quarry": (1, 2, 3)}
        | parts
    )


# --- plans, ruling G5


def test_the_first_affordable_size_of_a_ranked_list_is_taken() -> None:
    """Of 3, 1 and 2 the bid can pay 1 and 2: the list's order decides, not the size."""
    step = seal(bidding(), blue="bid 2 workers; take 3 or 1 or 2")

    assert [e.size for e in events(step, "took")] == [1]


def test_a_plans_entries_are_for_ones_own_picks() -> None:
    """The second entry waits for my second pick, whoever chose in between."""
    step = seal(
        bidding(quarry=(1, 1, 1, 2)),
        blue="bid 1 marker, 3 workers; take 1, then 2",
        green="bid 1 worker; take 1",
    )

    assert [(e.seat, e.size) for e in events(step, "took")] == [(0, 1), (1, 1), (0, 2)]


def test_decline_in_a_plan_declines() -> None:
    """Read left to right: what comes before it has its chance first."""
    step = seal(
        bidding(),
        blue="bid 1 marker, 2 workers; take 3 or decline or 1",
        green="bid 1 worker; take 1",
    )

    assert [e.seat for e in events(step, "declined")] == [0]
    assert [(e.seat, e.size) for e in events(step, "took")] == [(1, 1)]


def test_where_nothing_in_the_entry_fits_the_player_is_asked() -> None:
    step = seal(bidding(), blue="bid 2 workers; take 3")

    assert GAME.awaiting(step.state) == {0}
    assert events(step, "took") == []


def test_where_the_plan_runs_out_the_player_is_asked() -> None:
    step = seal(bidding(), blue="bid chief; take 1")

    assert [e.size for e in events(step, "took")] == [1]
    assert GAME.awaiting(step.state) == {0}


def test_after_an_answer_the_plan_goes_on_with_its_next_entry() -> None:
    """An empty entry asks; the one after it is for the pick after."""
    state = seal(bidding(quarry=(1, 1, 2)), blue="bid chief; take ask, then 2").state
    step = play(state, "blue", "take 1")

    assert [e.size for e in events(step, "took")] == [1, 2]


def test_an_empty_plan_asks() -> None:
    step = seal(bidding(), blue="bid 1 worker; ask")

    assert GAME.awaiting(step.state) == {0}


def test_auto_pick_takes_the_only_affordable_size_for_a_seat_without_a_plan() -> None:
    """Also where it lies in the quarry more than once; and again for its next pick."""
    state = bidding(options={"auto_pick": True}, quarry=(1, 1, 2))
    step = seal(state, blue="bid 1 worker", green="bid 1 marker, 1 worker")

    assert [(e.seat, e.size) for e in events(step, "took")] == [(1, 1), (0, 1)]
    assert step.state.stage == "placement"


def test_auto_pick_asks_where_two_sizes_are_affordable() -> None:
    state = bidding(options={"auto_pick": True})

    assert GAME.awaiting(seal(state, blue="bid 2 workers").state) == {0}


def test_auto_pick_is_off_by_default() -> None:
    step = seal(bidding(quarry=(1, 3)), blue="bid 1 worker")

    assert GAME.awaiting(step.state) == {0}


@pytest.mark.parametrize("plan", ["ask", "take ask", "take 2"])
def test_auto_pick_never_overrules_a_plan(plan: str) -> None:
    """An empty plan is a plan, and so is one where nothing fits."""
    state = bidding(options={"auto_pick": True}, quarry=(1, 3))
    step = seal(state, blue=f"bid 1 worker; {plan}")

    assert GAME.awaiting(step.state) == {0}
    assert events(step, "took") == []


def test_auto_pick_does_not_take_over_a_plan_that_has_run_out() -> None:
    state = bidding(options={"auto_pick": True}, quarry=(1, 2))
    step = seal(state, blue="bid chief; take 1")

    assert GAME.awaiting(step.state) == {0}


def test_a_plan_may_name_a_size_that_is_not_in_the_quarry() -> None:
    """It just does not fit."""
    step = seal(bidding(quarry=(1, 2)), blue="bid chief; take 3 or 2, then 1")

    assert [e.size for e in events(step, "took")] == [2, 1]


# --- bids that are no bids


def test_actions_of_other_phases_are_refused() -> None:
    bids, picks = EXAMPLES["bidding"], EXAMPLES["picking"]

    refused(bidding(), "blue", "pass", "wrong_phase", action="pass", phase="auction", examples=bids)
    state = seal(bidding(), blue="bid chief").state
    refused(state, "blue", Bid(), "wrong_phase", action="bid", phase="auction", examples=picks)


def test_a_sealed_action_is_not_played_by_itself() -> None:
    """Bids open together or not at all."""
    with pytest.raises(Illegal, match="sealed_now"):
        GAME.play(bidding(), 0, Bid())


def test_a_pick_is_final_only_if_others_plans_showed() -> None:
    """A step that opened what others had planned cannot be undone."""
    alone = seal(bidding(), blue="bid 1 marker, chief", green="bid 1 worker").state
    planned = seal(bidding(), blue="bid 1 marker, chief", green="bid 1 worker; take 1").state

    assert not act(alone, "blue", Take(2)).final
    assert act(planned, "blue", Take(2)).final
