"""A half-tablet for a look under a moai, at any time (G22)."""

from dataclasses import replace
from typing import Any

import pytest

from engine import match
from engine.errors import MatchOver, OutOfTurn
from engine.game import Setup
from engine.giants.actions import Peek
from engine.giants.state import State
from engine.giants.view import View
from tests.engine.giants.pieces import otherwise
from tests.engine.giants.tables import (
    GAME,
    event,
    kinds,
    play,
    refusal,
    refused,
    seal,
    table,
)


def owners(view: View) -> dict[str, int | None]:
    return {base.ahu: base.owner for base in view.bases}


# --- G22: peek


def peeking(**parts: Any) -> State:
    usual: dict[str, Any] = {"stage": "placement", "turn": "blue", "round": 5}
    return table(
        **usual | {"green": "worker, 2 halves", "bases": "nau-nau red 2 in 3; raai blue"} | parts
    )


def test_a_peek_costs_a_half_tablet_and_tells_that_seat_alone() -> None:
    """G22: all see who looked where."""
    step = play(peeking(), "green", "peek nau-nau")

    assert kinds(step) == ["peeked"]
    assert (event(step, "peeked").seat, event(step, "peeked").ahu) == (1, "nau-nau")
    assert [(seat, e.ahu, e.owner) for seat, e in step.told] == [(1, "nau-nau", 2)]  # type: ignore[attr-defined] # Saw
    assert (step.state.clans[1].halves, step.state.halves) == (1, 29)
    assert step.final


def test_a_peek_is_kept_in_the_seats_own_view() -> None:
    """G22."""
    state = play(peeking(), "green", "peek nau-nau").state

    assert [owners(GAME.view(state, seat))["nau-nau"] for seat in (None, 0, 1, 2)] == [
        None, None, 2, None,
    ]  # fmt: skip


def test_a_peek_changes_no_turn() -> None:
    """G22: nor who has passed, nor anything but halves and what is known."""
    before = peeking()
    after = play(before, "green", "peek nau-nau").state

    assert (after.turn, after.stage, after.round) == (before.turn, before.stage, before.round)
    assert GAME.view(after, 0).clans[0] == GAME.view(before, 0).clans[0]


@pytest.mark.parametrize(
    "state",
    [
        peeking(stage="bidding", quarry=(1,), turn=None),
        peeking(stage="transport", items="moai 1 of blue"),
        peeking(stage="recall", turn=None, items="moai 1 at C7 marked blue"),
        seal(peeking(stage="bidding", quarry=(1,), turn=None), blue="bid chief").state,
    ],
)
def test_any_phase_will_do_also_out_of_turn_and_while_actions_are_sealed(state: State) -> None:
    """G22."""
    step = play(state, "green", "peek nau-nau")

    assert step.told
    assert GAME.awaiting(step.state) == GAME.awaiting(state)


def test_in_a_match_a_peek_leaves_the_turn_number_and_the_sealed_bids() -> None:
    """G22: a bid sealed before the peek is resolved after it as if nothing had been."""
    done = match.start(GAME, "m", Setup(3), b"seed")
    given = peeking(stage="bidding", quarry=(1, 2), turn=None)
    now = match.Match(GAME, "m", 3, given, 4, done.match.number, done.match.head)
    sealed = {seat: match.seal(now, seat, GAME.parse(given, seat, "bid chief")) for seat in (0, 2)}
    sealed[1] = match.seal(now, 1, GAME.parse(given, 1, "bid nothing"))
    after = match.play(now, 1, Peek("nau-nau"))
    resolved = match.resolve(after.match, sealed)

    assert (after.match.turn, after.entry.kind) == (4, "peek")
    assert after.entry.private["told"] == [
        {"seat": 1, "event": {"kind": "saw", "ahu": "nau-nau", "owner": 2}}
    ]
    assert resolved.match.turn == 5


def test_a_peek_before_the_bids_open_costs_its_place_in_a_tie() -> None:
    """Half-tablets count as held when the bids open."""
    state = peeking(stage="bidding", quarry=(1,), turn=None, green="worker, 1 half")
    tied = {"blue": "bid 1 worker", "green": "bid 1 worker"}
    before = seal(state, blue=tied["blue"], green=tied["green"]).state
    after = seal(
        play(state, "green", "peek nau-nau").state, blue="bid 1 worker", green="bid 1 worker"
    )

    assert before.auction is not None
    assert after.state.auction is not None
    assert (before.auction.order[0], after.state.auction.order[0]) == (1, 0)


def test_peeks_that_are_refused() -> None:
    """G22: only under a moai, only once each, only with a half-tablet to give."""
    state = peeking()
    seen = play(state, "green", "peek nau-nau").state

    refused(state, "green", "peek raai", "no_moai", ahu="raai")
    refused(state, "green", "peek hekii", "no_moai", ahu="hekii")
    refused(state, "green", Peek("atlantis"), "unknown_ahu", ahu="atlantis")
    refused(state, "blue", "peek nau-nau", "no_half_to_give")
    refused(seen, "green", "peek nau-nau", "seen_already", ahu="nau-nau")


def test_a_second_look_at_a_base_is_refused_to_that_seat_alone() -> None:
    """G22: whoever has looked keeps the answer in its view, also rounds later; others may look."""
    state = play(peeking(blue="1 half"), "green", "peek nau-nau").state
    later = replace(state, round=9, stage="bidding", quarry=(1,), turn=None)

    for again in (state, later):
        refused(again, "green", "peek nau-nau", "seen_already", ahu="nau-nau")
        assert GAME.asides(again, 1) == ()
        assert owners(GAME.view(again, 1))["nau-nau"] == 2
    assert play(state, "blue", "peek nau-nau").told


@pytest.mark.parametrize(
    ("stage", "erected", "owner"),
    [
        ("transport", 5, 2),  # in this round
        ("bidding", 4, 2),  # in the last, while the auction is not closed
        ("placement", 4, None),
        ("transport", 3, None),
    ],
)
def test_a_look_at_a_base_that_is_openly_named_is_warned_of_and_can_be_had(
    stage: Any, erected: int, owner: int | None
) -> None:
    """G22 with G18: it costs its half-tablet like any other."""
    quarry = (1,) if stage == "bidding" else ()
    state = peeking(stage=stage, quarry=quarry, bases=f"nau-nau red 2 in {erected}")
    cautions = GAME.cautions(state, 1, Peek("nau-nau"))

    assert owners(GAME.view(state, 1))["nau-nau"] == owner
    assert [(one.code, one.facts["ahu"], one.facts["owner"]) for one in cautions] == [
        ("owner_open", "nau-nau", seat) for seat in (owner,) if seat is not None
    ]
    assert play(state, "green", "peek nau-nau").state.clans[1].halves == 1


def test_nothing_else_is_warned_of() -> None:
    state = peeking(stage="transport", items="moai 1 of blue", crews="C7: red chief")

    assert GAME.cautions(state, 0, GAME.parse(state, 0, "moai 1 to C7")) == ()


def test_open_bases_switches_peeking_off() -> None:
    """G18."""
    state = peeking(options={"open_bases": True})

    refused(state, "green", "peek nau-nau", "bases_open")
    assert GAME.asides(state, 1) == ()


def test_asides_list_each_base_one_may_look_under() -> None:
    state = peeking(bases="nau-nau red 2 in 3; hekii blue 1 in 4; raai blue")
    seen = play(state, "green", "peek nau-nau").state

    assert GAME.asides(state, 1) == (Peek("hekii"), Peek("nau-nau"))
    assert GAME.asides(seen, 1) == (Peek("hekii"),)
    assert GAME.asides(state, 0) == ()


def test_refusals_do_not_tell_what_others_hold() -> None:
    """A taken ahu is just taken: whose moai stands there is not said."""
    state = table(
        turn="blue", items="moai 1 at A4 marked blue", crews="A4: blue worker", round=7,
        bases="nau-nau red 2 in 3",
    )  # fmt: skip
    words = "moai 1 at A4, erect nau-nau"

    assert dict(refusal(state, "blue", words).facts) == dict(
        refusal(otherwise(state, 0), "blue", words).facts
    )


def test_nobody_acts_out_of_turn_or_after_the_end() -> None:
    now = match.Match(GAME, "m", 3, peeking(), 1, 1, "0" * 64)
    over = match.Match(GAME, "m", 3, peeking(stage="over", reason="rounds"), 1, 1, "0" * 64)

    with pytest.raises(OutOfTurn):
        match.check(now, 1, GAME.default(now.state, 0))
    with pytest.raises(MatchOver):
        match.check(over, 1, Peek("nau-nau"))
