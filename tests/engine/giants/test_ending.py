"""How a match ends, and what it is worth."""

from typing import Any

import pytest

from engine.chance import Luck
from engine.game import Line, Outcome
from engine.giants.state import State
from tests.engine.giants.tables import GAME, event, kinds, play, scores, script, seal, table

AHUS = (
    "tahai", "tautira", "riata", "vinapu", "tahiri", "akapu", "te-peu",
    "hanga-otea", "oroi", "akahanga", "hanga-tee", "tarakiu",
)  # fmt: skip


def standing(colour: str, count: int, start: int = 0) -> str:
    return "; ".join(f"{ahu} {colour} 1" for ahu in AHUS[start : start + count])


def last_pass(**parts: Any) -> State:
    """Blue alone has not passed, and does."""
    seats = parts.get("seats", 3)
    others: dict[str, Any] = dict.fromkeys(
        ("green", "red", "yellow", "purple")[: seats - 1], "; passed"
    )
    return table(**others | {"turn": "blue", "items": "moai 1 of blue"} | parts)


def ended(state: State, words: str = "pass") -> Outcome | None:
    return GAME.outcome(play(state, "blue", words).state)


def demand(outcome: Outcome | None) -> Outcome:
    assert outcome is not None
    return outcome


# --- bases


@pytest.mark.parametrize(("seats", "bases"), [(3, 7), (4, 6), (5, 5)])
def test_the_match_ends_when_a_clan_has_a_moai_on_every_base(seats: int, bases: int) -> None:
    """At the end of phase 4; phase 5 is not played."""
    state = last_pass(
        seats=seats, bases=standing("red", bases), items="moai 1 of blue; moai 2 at C7 marked blue"
    )
    step = play(state, "blue", "pass")

    assert demand(GAME.outcome(step.state)).reason == "bases"
    assert kinds(step) == ["passed", "laid", "ended"]
    assert (step.state.stage, GAME.awaiting(step.state)) == ("over", frozenset())
    assert str(GAME.phase(step.state)) == "end 2"


@pytest.mark.parametrize(("seats", "bases"), [(3, 7), (4, 6), (5, 5)])
def test_an_empty_reservation_does_not_count(seats: int, bases: int) -> None:
    state = last_pass(seats=seats, bases=f"{standing('red', bases - 1)}; nau-nau red")

    assert state.clans[2].bases == 0
    assert ended(state) is None


def test_the_phase_is_played_to_its_end_first() -> None:
    """Others still act after the last base is set."""
    state = table(
        turn="blue",
        items="moai 1 at A4 marked blue; moai 2 of green",
        crews="A4: blue worker",
        bases=standing("blue", 6),
    )
    state = play(state, "blue", "moai 1 at A4, erect nau-nau").state

    assert (state.stage, state.turn) == ("transport", 1)
    assert play(state, "green", "pass").state.reason == "bases"


# --- G17


def test_the_match_ends_when_no_moai_is_left_to_erect() -> None:
    """G17: headdresses alone do not keep it going."""
    state = last_pass(
        items="moai 1 at A4 marked blue; headdress of blue", crews="A4: blue worker", box=(0, 0, 0)
    )
    state = play(state, "blue", "moai 1 at A4, erect nau-nau").state

    assert demand(ended(state)).reason == "moai"


@pytest.mark.parametrize(
    "left",
    [
        {"box": (0, 0, 1)},
        {"items": "moai 1 at A4 marked blue; moai 2 of blue"},
        {"items": "moai 1 at A4 marked blue; moai 2 at C7"},
        {"items": "moai 1 at A4 marked blue; headdress of blue; moai 2 at C7 marked red"},
    ],
)
def test_a_moai_in_the_box_in_front_or_on_the_board_keeps_it_going(left: dict[str, Any]) -> None:
    """G17: if something was erected."""
    parts: dict[str, Any] = {
        "items": "moai 1 at A4 marked blue; headdress of blue",
        "box": (0, 0, 0),
    }
    state = last_pass(crews="A4: blue worker", **parts | left)
    state = play(state, "blue", "moai 1 at A4, erect nau-nau").state

    assert ended(state) is None


def test_the_match_ends_when_the_box_is_empty_and_a_round_erected_nothing() -> None:
    """G17."""
    assert demand(ended(last_pass(box=(0, 0, 0)))).reason == "standstill"
    assert ended(last_pass(box=(0, 0, 0), erected=1)) is None
    assert ended(last_pass(box=(0, 1, 0))) is None


def test_what_was_erected_counts_for_its_own_round_only() -> None:
    """G17: the count begins anew."""
    state = play(last_pass(erected=2), "blue", "pass").state

    assert state.erected == 0


@pytest.mark.parametrize("most", [1, 2, 15])
def test_the_match_ends_after_the_last_round(most: int) -> None:
    """G17: phase 5 of it is not played."""
    options = {"max_rounds": most}

    assert demand(ended(last_pass(round=most, options=options))).reason == "rounds"
    if most > 1:
        assert ended(last_pass(round=most - 1, options=options)) is None


def unlucky() -> State:
    """A round that begins with one moai in the box, which no die asks for."""
    for number in range(50):
        state = last_pass(box=(0, 0, 1), blue="worker, marker", luck=Luck(bytes([number]), "m"))
        state = play(state, "blue", "pass").state
        if not state.quarry:
            return state
    raise AssertionError("the dice always find it")


def test_a_round_without_a_quarry_still_has_phases_3_to_5() -> None:
    """G17: no auction, but placement, transport and recall."""
    state = unlucky()
    placed = play(state, "blue", "pass").state
    moved = script(placed, "green: pass \n red: pass \n blue: moai 1 at D7, mark \n blue: pass")

    assert [s.stage for s in (state, placed, moved)] == ["placement", "transport", "recall"]
    assert moved.round == 3


def test_more_than_one_reason_is_told_as_bases() -> None:
    """The rulebook's own ending goes before those that G17 adds."""
    state = last_pass(bases=standing("red", 7), box=(0, 0, 0), options={"max_rounds": 2})

    assert demand(ended(state)).reason == "bases"


# --- the reckoning


def test_moai_headdresses_tablets_and_prestige_are_added_up() -> None:
    """5 x 2 on Nau Nau with its 6, 3 x 3 on Heki'i; 5 halves are two tablets; 4 points given."""
    outcome = demand(
        ended(
            last_pass(
                options={"max_rounds": 2},
                blue="4 points, 5 halves",
                bases="nau-nau blue 2 topped; hekii blue 3; raai red 1 topped; tahai green",
            )
        )
    )

    assert outcome.totals == (4 + 10 + 6 + 9 + 6, 0, 3 + 8)
    assert set(outcome.lines[0]) == {
        Line("prestige", None, 4, 1),
        Line("moai", "nau-nau", 2, 5),
        Line("moai", "hekii", 3, 3),
        Line("headdress", "nau-nau", 1, 6),
        Line("tablets", None, 2, 3),
    }
    assert outcome.winners == (0,)


def test_a_headdress_scores_for_the_bases_owner() -> None:
    """G12: whoever put it there."""
    state = last_pass(
        options={"max_rounds": 2},
        items="headdress at A4 marked blue; moai 1 of blue",
        crews="A4: blue worker",
        bases="nau-nau red 1",
    )
    state = play(state, "blue", "headdress at A4, top nau-nau").state

    assert demand(ended(state)).totals == (0, 0, 5 + 6)


def test_a_tie_is_shared() -> None:
    """G16."""
    outcome = demand(
        ended(last_pass(options={"max_rounds": 2}, blue="7 points", red="7 points; passed"))
    )

    assert outcome.winners == (0, 2)


def test_what_is_not_erected_is_worth_nothing() -> None:
    state = last_pass(
        options={"max_rounds": 2},
        items="moai 3 of blue; moai 3 at A4 marked blue",
        bases="hekii blue",
    )

    assert demand(ended(state)).totals == (0, 0, 0)


# --- visible_score


def test_a_visible_score_counts_each_moai_when_it_is_erected() -> None:
    state = last_pass(
        options={"visible_score": True, "max_rounds": 2},
        items="moai 2 at A4 marked blue; moai 1 of blue",
        crews="A4: blue worker",
    )
    step = play(state, "blue", "moai 2 at A4, erect nau-nau")

    assert scores(step.state) == (10, 0, 0)
    assert event(step, "erected").size == 2


def test_without_it_the_score_waits() -> None:
    state = last_pass(items="moai 2 at A4 marked blue; moai 1 of blue", crews="A4: blue worker")

    assert scores(play(state, "blue", "moai 2 at A4, erect nau-nau").state) == (0, 0, 0)


def test_a_visible_score_adds_only_headdresses_and_tablets_at_the_end() -> None:
    """The total is the same as without the option."""
    state = last_pass(
        options={"visible_score": True, "max_rounds": 2},
        items="moai 2 at A4 marked blue; headdress at A4 marked blue; moai 1 of blue",
        crews="A4: blue worker",
        blue="3 points, 2 halves",
    )
    state = play(state, "blue", "moai 2 at A4, erect nau-nau").state
    state = play(state, "blue", "headdress at A4, top nau-nau").state
    outcome = demand(ended(state))

    assert scores(state) == (13, 0, 0)
    assert outcome.totals == (13 + 6 + 3, 0, 0)
    assert Line("prestige", None, 3, 1) in outcome.lines[0]


def test_a_running_match_has_no_outcome() -> None:
    for state in (
        table(stage="bidding", quarry=(1,)),
        table(stage="placement", turn="blue"),
        last_pass(),
        seal(table(stage="recall", items="moai 1 at C7 marked blue"), blue="keep").state,
    ):
        assert GAME.outcome(state) is None
