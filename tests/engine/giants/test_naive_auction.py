"""Order and picks of random auctions, as a second, naive telling has them."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.giants.actions import Bid, Decline, Take
from engine.giants.state import State
from tests.engine.giants.naive_auction import Bidder, Pick, auction, ordered
from tests.engine.giants.tables import GAME, events, table
from tests.scale import times

AT_ONCE = 100


@pytest.mark.parametrize("number", range(times(60)))
def test_random_auctions_go_as_the_naive_telling_has_them(number: int) -> None:
    """Who chooses when, what plans take, who is asked and with which sizes, and what is left."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    for _ in range(AT_ONCE):
        state, bids = random_auction(dice)
        compare(state, bids, dice)


def random_auction(dice: Random) -> tuple[State, dict[int, Bid]]:
    seats = dice.randint(3, 5)
    quarry = tuple(sorted(dice.randint(1, 3) for _ in range(dice.randint(1, seats))))
    state = table(
        seats=seats,
        stage="bidding",
        first=("blue", "green", "red", "yellow", "purple")[dice.randrange(seats)],
        quarry=quarry,
        options={"auto_pick": dice.random() < 0.5},
    )
    clans = tuple(
        replace(clan, halves=dice.randrange(3), markers=6, figures=replace(clan.figures, workers=4))
        for clan in state.clans
    )
    return replace(state, clans=clans), {seat: random_bid(dice) for seat in range(seats)}


def random_bid(dice: Random) -> Bid:
    plan: Any = None
    if dice.random() < 0.6:
        wishes = (1, 2, 3, "decline")
        plan = tuple(
            tuple(dice.choices(wishes, (3, 3, 3, 1), k=dice.randrange(4)))
            for _ in range(dice.randrange(4))
        )
    return Bid(dice.randrange(3), dice.randrange(5), dice.random() < 0.4, dice.random() < 0.4, plan)


def bidder(state: State, seat: int, bid: Bid) -> Bidder:
    return Bidder(
        seat=seat,
        markers=bid.markers,
        halves=state.clans[seat].halves,
        place=(seat - state.first) % len(state.clans),
        worth=bid.workers + int(bid.sorcerer) + 3 * int(bid.chief),
        plan=None if bid.plan is None else [list(wishes) for wishes in bid.plan],
    )


def compare(state: State, bids: dict[int, Bid], dice: Random) -> None:
    bidders = [bidder(state, seat, bid) for seat, bid in bids.items()]
    order = tuple(each.seat for each in ordered(bidders))
    naive = auction(bidders, list(state.quarry), auto_pick=state.options.auto_pick)
    step = GAME.resolve(state, bids)
    if step.state.auction is not None:
        assert step.state.auction.order == order
    picks: list[tuple[int, Pick]] = told(step)
    ending: Any = None
    answer: Any = None
    while ending is None:
        asked, ending = following(naive, answer)
        if asked is None:
            continue
        seat, payable = asked
        assert GAME.awaiting(step.state) == {seat}
        offered: Any = GAME.choices(step.state, seat).facts()
        assert sorted(offered.sizes) == payable
        answer = dice.choice([*payable, "decline"])
        action = Decline() if answer == "decline" else Take(answer)
        step = GAME.play(step.state, seat, action)
        picks += told(step)
    assert (picks, list(left_over(step))) == ending
    assert step.state.stage != "picking"


def following(naive: Any, answer: Pick | None) -> tuple[Any, Any]:
    """Who is asked next in the naive telling, or how it ended."""
    try:
        return naive.send(answer), None
    except StopIteration as end:
        return None, end.value


def told(step: Any) -> list[tuple[int, Pick]]:
    return [
        (e.seat, "decline" if e.kind == "declined" else e.size)
        for e in step.events
        if e.kind in ("took", "declined")
    ]


def left_over(step: Any) -> tuple[int, ...]:
    found = events(step, "left_over")
    return found[0].sizes if found else ()
