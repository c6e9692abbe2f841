"""Who sees what: screens, bids, plans, the colours under moai, and peeking."""

from dataclasses import fields
from typing import Any

import pytest

from engine import codec, match
from engine.game import Setup
from engine.giants.state import Crowd, Stage
from engine.giants.view import View
from tests.engine.giants.pieces import otherwise
from tests.engine.giants.tables import (
    GAME,
    at,
    play,
    seal,
    table,
)


def owners(view: View) -> dict[str, int | None]:
    return {base.ahu: base.owner for base in view.bases}


# --- screens and receptacle


def test_what_is_behind_a_screen_is_shown_to_its_owner_only() -> None:
    """G19: absent for the others, not zeroed."""
    state = table(stage="placement", turn="blue", blue="worker, 3 markers, 2 logs, 4 bases")
    mine = GAME.view(state, 0).mine
    written = codec.write(View, GAME.view(state, None))

    assert mine is not None
    assert (mine.figures, mine.markers, mine.logs, mine.bases) == (Crowd(1), 3, 2, 4)
    assert written["mine"] is None
    assert set(written["clans"][0]) == {
        "seat", "colour", "score", "halves", "passed", "front", "front_markers"
    }  # fmt: skip


def test_a_view_holds_neither_luck_nor_receptacle() -> None:
    names = {each.name for each in fields(View)}

    assert not names & {"luck", "glimpses", "spare_workers", "spare_markers"}


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_views_are_the_same_when_only_hidden_things_differ(seat: int | None) -> None:
    state = table(
        stage="placement", turn="blue", round=5, blue="chief, worker, 2 logs", green="4 markers",
        bases="nau-nau red 2 in 3; hekii blue 1 in 4; raai green",
    )  # fmt: skip

    assert GAME.view(otherwise(state, seat), seat) == GAME.view(state, seat)


def test_what_all_may_see_is_there() -> None:
    state = table(
        seats=4, stage="transport", turn="red", first="green", round=3,
        blue="2 halves, 5 points; front: chief, 2 markers", yellow="worker; passed",
        items="moai 2 at C7 marked blue; headdress of red", crews="C7: red worker, 1 log",
        bases="nau-nau red 2; raai green", cut=(at("C4"),),
    )  # fmt: skip
    view = GAME.view(state, None)

    assert (view.round, view.stage, view.first, view.turn, view.awaiting) == (
        3, "transport", 1, 2, (2,),
    )  # fmt: skip
    blue = view.clans[0]
    assert (blue.halves, blue.score, blue.front.chief, blue.front_markers) == (2, 5, True, 2)
    assert view.clans[3].passed
    assert (view.box, view.headdresses, view.halves, view.logs) == ((17, 10, 6), 13, 28, 26)
    assert (view.crews, view.cut) == (state.crews, (at("C4"),))
    assert [(i.size, i.at, i.holder, i.marked, i.trail) for i in view.items] == [*state.items]
    assert owners(view) == {"nau-nau": 2, "raai": 1}


# --- bids and plans


def test_an_open_auction_shows_bids_but_no_plans() -> None:
    """G5: only the seat itself sees its own plan; the rest opens when the match is over."""
    state = table(stage="bidding", quarry=(1, 2, 3))
    state = seal(
        state, blue="bid 1 marker, chief; ask", green="bid 1 worker; take 1, then decline"
    ).state
    views = [GAME.view(state, seat) for seat in (None, 0, 1)]

    assert views[0].auction is not None
    assert [(o.seat, o.markers, o.left) for o in views[0].auction.offers] == [
        (0, 1, 3),
        (1, 0, 1),
        (2, 0, 0),
    ]
    assert "plan" not in str(codec.write(View, views[0]))
    plans = [view.mine.plan for view in views if view.mine]
    assert plans == [(), ((1,), ("decline",))]


def test_an_entry_opens_the_bids_and_keeps_the_plans_for_the_end() -> None:
    """G5: bid and plan are committed separately."""
    done = match.start(GAME, "m", Setup(3), b"seed")
    now = done.match
    sealed = {seat: match.seal(now, seat, GAME.default(now.state, seat)) for seat in (1, 2)}
    sealed[0] = match.seal(now, 0, GAME.parse(now.state, 0, "bid 1 marker, chief; take 3 or 2"))
    entry = match.resolve(now, sealed).entry
    shown, kept = entry.public["actions"][0], entry.private["actions"][0]

    assert shown["action"] == {
        "kind": "bid", "markers": 1, "workers": 0, "sorcerer": False, "chief": True
    }  # fmt: skip
    assert kept["action"] == {"plan": [[3, 2]]}
    assert shown["commitment"] != shown["hidden_commitment"]


def test_bidding_itself_leaves_no_trace_in_the_state() -> None:
    """Sealed actions are kept outside until all are in."""
    state = table(stage="bidding", quarry=(1,))

    assert GAME.view(state, None).auction is None


# --- G18: who erected


def view_at(stage: Stage, now: int, seat: int | None = None, **options: Any) -> View:
    """Two moai of round 3, Blue's and Green's, as seen later."""
    state = table(
        stage=stage,
        round=now,
        turn=None if stage in ("bidding", "recall") else "blue",
        bases="nau-nau blue 1 in 3; hekii green 2 in 3",
        items="moai 1 at C7 marked blue",
        options=options,
        quarry=(1,) if stage == "bidding" else (),
    )
    if stage == "picking":
        state = seal(
            table(
                stage="bidding",
                round=now,
                quarry=(1,),
                bases="nau-nau blue 1 in 3; hekii green 2 in 3",
            ),
            blue="bid 1 worker",
        ).state
    return GAME.view(state, seat)


@pytest.mark.parametrize(
    ("stage", "now"), [("transport", 3), ("recall", 3), ("bidding", 4), ("picking", 4)]
)
def test_who_erected_is_told_until_phase_2_of_the_next_round_closes(stage: Stage, now: int) -> None:
    """G18."""
    for seat in (None, 0, 1, 2):
        assert owners(view_at(stage, now, seat)) == {"nau-nau": 0, "hekii": 1}


@pytest.mark.parametrize(
    ("stage", "now"), [("placement", 4), ("transport", 4), ("recall", 4), ("bidding", 5)]
)
def test_after_that_nobody_is_told_ones_own_included(stage: Stage, now: int) -> None:
    """G18."""
    for seat in (None, 0, 1, 2):
        assert owners(view_at(stage, now, seat)) == {"nau-nau": None, "hekii": None}


def test_reservations_are_open_for_good() -> None:
    view = GAME.view(table(stage="placement", turn="blue", round=9, bases="raai green"), None)

    assert owners(view) == {"raai": 1}


def test_open_bases_names_owners_always() -> None:
    """G18."""
    assert owners(view_at("transport", 9, None, open_bases=True)) == {"nau-nau": 0, "hekii": 1}


def test_all_owners_open_at_the_end() -> None:
    """G18."""
    state = table(
        turn="blue", round=9, items="moai 1 of blue", green="; passed", red="; passed",
        bases="nau-nau blue 1 in 3; hekii green 2 in 3", options={"max_rounds": 9},
    )  # fmt: skip
    view = GAME.view(play(state, "blue", "pass").state, None)

    assert owners(view) == {"nau-nau": 0, "hekii": 1}
    assert view.outcome is not None


def test_an_earlier_rounds_table_shows_no_owner_that_the_newest_does_not_show() -> None:
    """G18: looking back is no way round it."""
    earlier = view_at("transport", 3)

    looked_back = GAME.review(view_at("placement", 4), earlier)

    assert owners(earlier) == {"nau-nau": 0, "hekii": 1}
    assert owners(looked_back) == {"nau-nau": None, "hekii": None}
    assert (looked_back.stage, looked_back.round, looked_back.items) == (
        "transport", 3, earlier.items,
    )  # fmt: skip


def test_an_earlier_rounds_table_shows_the_owners_that_the_newest_shows() -> None:
    """G18: until phase 2 of the next round closes."""
    earlier = view_at("transport", 3)

    assert GAME.review(view_at("bidding", 4), earlier) == earlier


def test_an_earlier_rounds_table_shows_reservations_whatever_stands_there_now() -> None:
    """G18: they were open then, and told nobody who would erect."""
    earlier = GAME.view(table(stage="placement", turn="blue", bases="nau-nau green; raai red"), 0)
    present = GAME.view(
        table(stage="placement", turn="blue", round=9, bases="nau-nau green 2 in 5"), 0
    )

    assert owners(present) == {"nau-nau": None}
    assert owners(GAME.review(present, earlier)) == {"nau-nau": 1, "raai": 2}


def test_an_earlier_rounds_table_shows_who_erected_what_stands_no_more() -> None:
    """A step that was taken back leads to no secret."""
    earlier = view_at("transport", 3)
    present = GAME.view(table(stage="transport", turn="blue", round=3), None)

    assert owners(GAME.review(present, earlier)) == {"nau-nau": 0, "hekii": 1}
