"""Phase 5: what comes back, what leaves the game, and markers taken back from items."""

from typing import Any

from engine.giants.actions import Recall, Which
from engine.giants.state import State
from tests.engine.giants.tables import (
    GAME,
    at,
    belongings,
    event,
    events,
    facts,
    kinds,
    on,
    play,
    refused,
    seal,
    table,
)


def last_pass(**parts: Any) -> State:
    """Blue alone has not passed."""
    usual: dict[str, Any] = {"turn": "blue", "green": "; passed", "red": "; passed"}
    return table(**usual | {"items": "moai 1 of blue"} | parts)


def recalling(items: str, **parts: Any) -> State:
    return table(stage="recall", items=items, **parts)


# --- what comes back


def test_all_figures_and_the_markers_in_front_return() -> None:
    state = last_pass(
        blue="worker, 1 marker; front: chief, 2 workers, 3 markers",
        crews="C7: blue sorcerer, 2 blue workers; D3: red chief; C4: green worker, green sorcerer",
    )
    step = play(state, "blue", "pass")

    assert belongings(step.state, "blue") == "chief, sorcerer, 5 workers, 4 markers"
    assert belongings(step.state, "green") == "sorcerer, 1 worker"
    assert belongings(step.state, "red") == "chief"
    assert step.state.crews == ()
    assert step.state.clans[0].front_markers == 0
    assert not step.state.clans[0].front


def test_placed_logs_leave_the_game_used_or_not() -> None:
    """G15: those behind screens stay."""
    state = last_pass(crews="C7: blue worker, 2 logs", blue="3 logs")
    step = play(state, "blue", "pass")

    assert (state.logs, step.state.logs) == (22, 22)
    assert belongings(step.state, "blue") == "1 worker, 3 logs"


def test_half_tablets_and_bases_stay_where_they_are() -> None:
    state = last_pass(blue="3 halves", bases="nau-nau blue; hekii red 2")
    step = play(state, "blue", "pass")

    assert step.state.clans[0].halves == 3
    assert step.state.bases == state.bases


def test_the_next_player_clockwise_becomes_first_player() -> None:
    for first, following in (("blue", 1), ("green", 2), ("red", 0)):
        step = play(last_pass(first=first), "blue", "pass")

        assert step.state.first == following
        assert (event(step, "round_ended").round, event(step, "round_ended").first) == (
            2,
            following,
        )
        assert step.state.round == 3


def test_a_new_round_is_rolled_and_everyone_may_act_again() -> None:
    step = play(last_pass(), "blue", "pass")

    assert kinds(step) == ["passed", "laid", "round_ended", "rolled"]
    assert not any(clan.passed for clan in step.state.clans)
    assert len(step.state.dice) == 3


# --- markers taken back (G20)


def test_taking_back_is_asked_only_of_players_with_markers_on_items() -> None:
    """G20: together, and sealed."""
    state = last_pass(items="moai 1 of blue; moai 2 at C7 marked green; headdress at D3 marked red")
    after = play(state, "blue", "pass").state

    assert after.stage == "recall"
    assert GAME.awaiting(after) == {1, 2}
    assert GAME.sealed(after)
    assert str(GAME.phase(after)) == "recall 2"


def test_without_markers_on_items_phase_5_asks_nobody() -> None:
    state = last_pass(items="moai 1 of blue; moai 2 at C7")

    assert play(state, "blue", "pass").state.stage == "bidding"


def test_a_marker_taken_back_gives_the_item_up() -> None:
    state = recalling("moai 2 at C7 marked blue; headdress at D3 marked blue")
    step = seal(state, blue="recall moai 2 at C7")

    assert on(step.state, "C7") == [(2, None, False)]
    assert on(step.state, "D3") == [(0, "blue", True)]
    assert belongings(step.state, "blue") == "chief, sorcerer, 1 worker, 3 markers"
    assert (event(step, "recalled").seat, event(step, "recalled").at) == (0, at("C7"))


def test_several_markers_may_be_taken_back_at_once() -> None:
    state = recalling(
        "moai 2 at C7 marked blue; moai 2 at C7 marked blue; moai 1 at D7 marked green"
    )
    step = seal(state, blue="recall moai 2 at C7, moai 2 at C7", green="recall moai 1 at D7")

    assert on(step.state, "C7") == [(2, None, False)] * 2
    assert [e.seat for e in events(step, "recalled")] == [0, 0, 1]
    assert step.state.stage == "bidding"


def test_all_may_be_kept() -> None:
    state = recalling("moai 2 at C7 marked blue")

    for words in ("keep", "keep all"):
        step = seal(state, blue=words)
        assert on(step.state, "C7") == [(2, "blue", True)]
        assert kinds(step) == ["round_ended", "rolled"]


def test_each_names_the_board_as_it_lay_when_all_sealed() -> None:
    """G20: two of a size on one hex, one each of two colours."""
    state = recalling("moai 2 at C7 marked blue; moai 2 at C7 marked green")
    step = seal(state, blue="recall moai 2 at C7", green="recall moai 2 at C7")

    assert on(step.state, "C7") == [(2, None, False)] * 2


def test_only_ones_own_markers_can_be_taken_back() -> None:
    state = recalling("moai 2 at C7 marked green; moai 1 at D7 marked blue; moai 3 at C6")

    refused(state, "blue", "recall moai 2 at C7", "marked_by_other", size=2, place="C7", holder=1)
    refused(state, "blue", "recall moai 3 at C6", "no_such_item", size=3, place="C6")
    refused(state, "blue", "recall moai 2 at D5", "no_such_item", size=2, place="D5")


def test_no_marker_can_be_taken_back_twice() -> None:
    state = recalling("moai 2 at C7 marked blue")
    words = "recall moai 2 at C7, moai 2 at C7"

    refused(state, "blue", words, "no_such_item", size=2, place="C7")


def test_nothing_lies_in_front_in_phase_5() -> None:
    state = recalling("moai 2 at C7 marked blue")

    refused(state, "blue", Recall((Which(2),)), "no_such_item", size=2, place="front")


def test_choices_of_recall() -> None:
    state = recalling("moai 2 at C7 marked blue; headdress at D3 marked blue; moai 1 at D7")

    assert {which.size for which in facts(state, "blue").items} == {0, 2}
    assert len(list(GAME.choices(state, 0))) == 4


# --- G21: what an absent seat does


def test_an_absent_seat_bids_nothing_and_declines() -> None:
    """G21."""
    state = table(stage="bidding", quarry=(1, 2))
    bid = GAME.default(state, 0)
    picking = seal(state, blue="bid chief").state
    step = GAME.play(picking, 0, GAME.default(picking, 0))

    assert GAME.say(state, bid) == "bid nothing"
    assert kinds(step)[0] == "declined"


def test_an_absent_seat_passes_without_marks_and_keeps_all_markers() -> None:
    """G21."""
    placing = table(stage="placement", turn="blue")
    moving = table(turn="blue", items="moai 1 of blue")
    recall = recalling("moai 2 at C7 marked blue")

    assert [GAME.say(s, GAME.default(s, 0)) for s in (placing, moving, recall)] == [
        "pass",
        "pass",
        "keep",
    ]


def test_defaults_are_always_accepted() -> None:
    """G21: none of these is refused."""
    for state in (
        table(stage="bidding", quarry=(1,), blue=""),
        table(stage="placement", turn="blue"),
        table(turn="blue", items="moai 1 of blue"),
        recalling("moai 2 at C7 marked blue"),
    ):
        GAME.check(state, 0, GAME.default(state, 0))
