"""The rulebook's worked examples, laid out on our island."""

from engine.giants.actions import Share
from engine.giants.state import State
from tests.engine.giants.tables import (
    GAME,
    base,
    belongings,
    event,
    events,
    fronts,
    kinds,
    on,
    play,
    refused,
    scores,
    script,
    seal,
    table,
)


def five_bidders() -> State:
    return table(
        seats=5,
        stage="bidding",
        quarry=(1, 2, 2, 3),
        blue="chief, sorcerer, worker, 2 markers, 3 halves",
        red="chief, sorcerer, worker, 2 markers, 1 half",
        yellow="chief, sorcerer, worker, 2 markers, 1 half",
    )


def test_auction_for_five_with_each_choice_made_in_turn() -> None:
    """Markers, then half-tablets, then turn order; Green comes round again, Yellow cannot pay."""
    state = seal(
        five_bidders(),
        blue="bid 2 markers, chief",
        green="bid 2 markers, chief",
        red="bid 1 marker, sorcerer, 1 worker",
        yellow="bid 1 marker, 1 worker",
        purple="bid nothing",
    ).state
    step = play(script(state, "blue: take 3 \n green: take 1 \n red: take 2"), "green", "take 2")

    assert state.auction is not None
    assert state.auction.order == (0, 1, 2, 3, 4)
    assert [fronts(step.state, c) for c in ("blue", "green", "red", "yellow", "purple")] == [
        [3],
        [1, 2],
        [2],
        [],
        [],
    ]
    assert step.state.stage == "placement"
    assert step.state.quarry == ()


def test_auction_for_five_settled_by_plans_in_one_go() -> None:
    """G5: the same bids with the same choices laid down in advance."""
    step = seal(
        five_bidders(),
        blue="bid 2 markers, chief; take 3",
        green="bid 2 markers, chief; take 1, then 2",
        red="bid 1 marker, sorcerer, 1 worker; take 2",
        yellow="bid 1 marker, 1 worker; take 1",
    )

    assert [(e.seat, e.size) for e in events(step, "took")] == [
        (0, 3),
        (1, 1),
        (2, 2),
        (1, 2),
    ]
    assert step.state.stage == "placement"


FOUR_PLACE = (
    """
    blue: worker C4
    green: sorcerer H1, use hut
    red: sorcerer B3, use forest
    yellow: sorcerer F2, use village
    """,
    """
    blue: sorcerer H1, use hut
    green: worker C6
    red: worker C6 with 1 log
    yellow: tablet
    """,
    """
    blue: chief C7
    green: tablet
    yellow: worker C5
    """,
)


def test_placement_for_four() -> None:
    """Second and fourth of the example sit in our green and yellow seats; the table is in order.

    After an auction in which the first bid two markers and no sculptor.
    """
    state = table(seats=4, stage="bidding", round=1, quarry=(1, 2, 2, 1))
    state = seal(
        state,
        blue="bid 2 markers",
        green="bid 2 markers, chief; take 2, then decline",
        red="bid 2 markers, chief; take 2, then decline",
        yellow="bid 1 marker, 1 worker; take 1",
    ).state
    reserves = [[belongings(state, c) for c in ("blue", "green", "red", "yellow")]]
    for turn in FOUR_PLACE:
        state = script(state, turn)
        reserves.append([belongings(state, c) for c in ("blue", "green", "red", "yellow")])
    red_has_passed = state.clans[2].passed
    state = play(state, "blue", "pass").state
    step = play(state, "yellow", "chief D6")

    assert reserves == [
        [
            "chief, sorcerer, 1 worker",
            "sorcerer, 1 worker",
            "sorcerer, 1 worker",
            "chief, sorcerer, 1 marker",
        ],
        ["chief, sorcerer", "1 worker, 1 marker", "1 worker, 4 logs", "chief, 1 worker, 1 marker"],
        ["chief, 1 marker", "1 marker", "3 logs", "chief, 1 worker, 1 half"],
        ["1 marker", "1 half", "3 logs", "chief, 1 half"],
    ]
    assert red_has_passed  # logs alone are of no use
    assert state.turn == 3  # the second had nothing left and passed by itself
    assert kinds(step)[:2] == ["placed", "passed"]
    assert step.state.stage == "transport"


def test_the_italian_placement_example_cannot_be_right() -> None:
    """A slip: its fourth player places the worker in the second turn, and again in the third."""
    state = table(
        seats=4,
        stage="placement",
        turn="yellow",
        yellow="chief, worker, 1 marker; front: worker, marker",
        blue="chief, marker",
        green="marker",
        red="3 logs",
    )
    printed_after = "chief, 1 worker"  # in all four texts: the marker went, the worker stayed
    slip = play(state, "yellow", "worker C5").state
    right = play(state, "yellow", "tablet").state

    assert belongings(slip, "yellow") == "chief, 1 marker"
    assert belongings(right, "yellow") == f"{printed_after}, 1 half"


def test_transport_of_a_size_2_over_a_chief_a_log_and_a_neighbour() -> None:
    """Yellow's chief gets 2 points, Red's worker 1, and Blue's own worker with a log none."""
    state = table(
        seats=4,
        turn="blue",
        items="moai 2 of blue",
        crews="C7: yellow chief; C6: blue worker, 1 log; B5: blue worker, red worker;"
        "D6: blue worker",
    )
    step = play(state, "blue", "moai 2 via C7 C6 to B5")

    assert event(step, "moved").helped == (Share(2, 1), Share(3, 2))
    assert scores(step.state) == (0, 0, 1, 2)
    assert on(step.state, "B5") == [(2, "blue", False)]


def test_transport_of_a_size_2_not_over_a_single_worker() -> None:
    """Blue's worker alone cannot take the shorter way."""
    state = table(seats=4, turn="blue", items="moai 2 of blue", crews="D6: blue worker")

    refused(state, "blue", "moai 2 to D6", "too_weak", hex="D6", strength=1, needed=2)


def test_transport_with_logs() -> None:
    """Two logs do not go without a worker: Red's gets a point; Yellow's own on the next hex not."""
    state = table(
        seats=4,
        turn="yellow",
        items="moai 2 of yellow",
        crews="C7: red worker, 2 logs; C6: yellow worker, 1 log",
    )
    step = play(state, "yellow", "moai 2 via C7 to C6")

    assert scores(step.state) == (0, 0, 1, 0)
    refused(
        state,
        "yellow",
        "moai 2 via C7 to C6; C7 by 2 logs",
        "logs_alone",
        hex="C7",
    )


def test_erecting_needs_a_figure_of_ones_own() -> None:
    """G11: Red can roll the moai on to where only others stand, but not erect it there."""
    state = table(
        seats=4,
        turn="red",
        items="moai 3 at B5 marked red",
        crews="A4: red worker, 2 yellow workers; B6: blue chief",
    )

    refused(state, "red", "moai 3 from B5 to B6, erect", "no_own_figure", hex="B6")
    assert scores(play(state, "red", "moai 3 from B5 to B6").state) == (3, 0, 0, 0)


def test_erecting_on_either_of_two_ahus_and_topping() -> None:
    """Yellow's two workers earn 2 points; then Yellow crowns the moai from its own worker."""
    state = table(
        seats=4,
        turn="red",
        first="red",
        items="moai 3 at B5 marked red; headdress at B4 marked yellow",
        crews="A4: red worker, 2 yellow workers; B6: blue chief",
    )
    either = [
        play(state, "red", f"moai 3 from B5 to A4, erect {ahu}").state
        for ahu in ("nau-nau", "ature-huki")
    ]
    step = play(either[0], "yellow", "headdress from B4 to A4, top nau-nau")

    assert [scores(each) for each in either] == [(0, 0, 0, 2), (0, 0, 0, 2)]
    assert base(step.state, "nau-nau") == ("red", 3, True)
    assert base(either[1], "ature-huki") == ("red", 3, False)


def test_marking_a_moai_that_can_go_no_further() -> None:
    """Only its owner can go on with it, then and later."""
    state = table(turn="blue", items="moai 3 of blue", crews="C7: blue chief", green="worker")
    step = play(state, "blue", "moai 3 to C7, mark")

    assert on(step.state, "C7") == [(3, "blue", True)]
    assert belongings(step.state, "blue") == "chief, sorcerer, 1 worker, 1 marker"
    refused(
        step.state, "green", "moai 3 at C7, mark", "marked_by_other",
        size=3, place="C7", holder=0,
    )  # fmt: skip


def test_taking_possession_of_an_abandoned_headdress() -> None:
    """A point each to Red and Yellow, none for Blue's own worker between; then it is marked."""
    state = table(
        seats=4,
        turn="blue",
        items="headdress at E3",
        crews="D3: red worker; C4: blue worker; B4: yellow worker",
    )
    step = play(state, "blue", "headdress from E3 via D3 C4 to B4, mark")

    assert scores(step.state) == (0, 0, 1, 1)
    assert on(step.state, "B4") == [(0, "blue", True)]


def test_scoring_27_8_and_22() -> None:
    """Size 3 on a 9; size 1 on an 8; size 2 on an 8 with a headdress for 6."""
    state = table(
        seats=4,
        turn="blue",
        options={"max_rounds": 2},
        items="moai 1 of blue",
        bases="tahiri blue 3; vinapu red 1; te-niu yellow 2 topped",
        green="worker; passed",
        red="worker; passed",
        yellow="worker; passed",
    )
    outcome = GAME.outcome(play(state, "blue", "pass").state)

    assert outcome is not None
    assert outcome.totals == (27, 0, 8, 22)
    assert outcome.winners == (0,)
    assert [(line.what, line.where, line.count, line.each) for line in outcome.lines[3]] == [
        ("prestige", None, 0, 1),
        ("moai", "te-niu", 2, 8),
        ("headdress", "te-niu", 1, 6),
        ("tablets", None, 0, 3),
    ]
