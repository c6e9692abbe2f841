"""Set-up and phase 1: what each clan begins with, and how the dice fill the quarry."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import match
from engine.chance import Luck, mix
from engine.errors import Malformed
from engine.game import Setup
from engine.giants import ruleset
from engine.giants.state import State
from engine.options import agreed
from tests.engine.giants.tables import GAME, belongings, event, kinds, play, seal, table


def dealt(seats: int = 3, key: bytes = b"key", **options: bool | int | str) -> State:
    setup = agreed(GAME.meta, Setup(seats, options))
    return GAME.deal(setup, Luck(key, "match")).state


@pytest.mark.parametrize(("seats", "bases"), [(3, 7), (4, 6), (5, 5)])
def test_each_clan_begins_with_little_and_has_the_rest_in_the_receptacle(
    seats: int, bases: int
) -> None:
    state = dealt(seats)

    assert len(state.clans) == seats
    for seat, clan in enumerate(state.clans):
        colour = ruleset.COLOURS[seat]
        assert belongings(state, colour) == "chief, sorcerer, 1 worker, 2 markers"
        assert (clan.spare_workers, clan.spare_markers) == (5, 4)
        assert (clan.bases, clan.score, clan.passed) == (bases, 0, False)
    assert (state.headdresses, state.halves, state.logs) == (14, 30, 27)
    assert (state.round, state.stage, state.cut, state.bases) == (1, "bidding", (), ())


def test_colours_go_by_seat() -> None:
    view = GAME.view(dealt(5), None)

    assert [clan.colour for clan in view.clans] == ["blue", "green", "red", "yellow", "purple"]


def test_quick_gives_a_second_worker() -> None:
    state = dealt(4, quick=True)

    assert {belongings(state, colour) for colour in ruleset.COLOURS[:4]} == {
        "chief, sorcerer, 2 workers, 2 markers"
    }
    assert {clan.spare_workers for clan in state.clans} == {4}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_seat_may_be_drawn_as_first_player(seats: int) -> None:
    firsts = Counter(dealt(seats, bytes([n])).first for n in range(120))

    assert set(firsts) == set(range(seats))
    assert min(firsts.values()) > 120 // seats // 3


def test_the_table_is_told_who_is_first_and_what_was_rolled() -> None:
    done = match.start(GAME, "m", Setup(4), b"seed")

    assert [each.kind for each in done.events] == ["dealt", "rolled"]
    assert [draw["purpose"] for draw in done.entry.public["draws"]][:1] == ["first player"]
    assert len(done.entry.public["draws"]) == 1 + 4
    assert done.entry.private["draws"] == []


def test_the_key_alone_decides_the_deal() -> None:
    nonces = [b"a", b"b", b"c"]
    done = match.start(GAME, "m", Setup(3), b"seed", nonces)

    again = GAME.deal(agreed(GAME.meta, Setup(3)), Luck(mix(b"seed", nonces), "m")).state
    assert replace(done.match.state, luck=again.luck) == again


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_in_round_1_a_0_counts_as_1_and_a_3_as_2(seats: int) -> None:
    """One die a player, each giving one moai."""
    for number in range(60):
        state = dealt(seats, bytes([number]))

        assert len(state.dice) == seats
        assert sorted(state.quarry) == sorted({0: 1, 3: 2}.get(n, n) for n in state.dice)


def test_all_faces_occur_and_only_brown_dice_show_none() -> None:
    """White 1 1 1 2 2 3 for the first three, brown 0 1 1 2 2 3 for the others."""
    rolls = [dealt(5, bytes([n, m])).dice for n in range(40) for m in range(10)]
    counts = [Counter(roll[die] for roll in rolls) for die in range(5)]

    assert [set(count) for count in counts] == [{1, 2, 3}] * 3 + [{0, 1, 2, 3}] * 2
    for count in counts[:3]:
        assert count[1] > count[2] > count[3]


def next_round(box: tuple[int, int, int], key: bytes, seats: int = 5) -> tuple[State, State]:
    """The state before and after a round's end, with this box."""
    names = ruleset.COLOURS[1:seats]
    passed: dict[str, Any] = dict.fromkeys(names, "worker; passed")
    state = table(seats=seats, turn="blue", items="moai 1 of blue", box=box, erected=1, **passed)
    state = replace(state, luck=Luck(key, "match"))
    return state, play(state, "blue", "pass").state


def test_a_size_the_box_no_longer_has_yields_none() -> None:
    """Dice are read in order: the first to ask gets what is left."""
    for number in range(200):
        _, state = next_round((1, 0, 1), bytes([number]))

        expected = [size for size in (1, 3) if size in state.dice]
        assert sorted(state.quarry) == expected
        assert state.box == (int(1 not in state.dice), 0, int(3 not in state.dice))


def test_in_round_1_the_dice_are_read_anew_before_the_look_into_the_box() -> None:
    """A 3 asks for a 2 and a 0 for a 1 in round 1 only."""
    later = [next_round((17, 12, 6), bytes([n]))[1] for n in range(100)]

    assert any(3 in state.quarry for state in later)
    assert any(0 in state.dice and len(state.quarry) < 5 for state in later)
    for state in later:
        assert sorted(state.quarry) == sorted(size for size in state.dice if size)


def test_a_quarry_without_moai_has_no_auction() -> None:
    """G17: that round goes on with placement, and later with recall and the next round."""
    _, state = next_round((0, 0, 0), b"k")

    assert (state.round, state.stage, state.quarry, state.auction) == (3, "placement", (), None)
    assert GAME.awaiting(state) == {state.first}


def test_only_3_to_5_seats_and_known_options() -> None:
    for seats in (2, 6):
        with pytest.raises(Malformed, match="wrong_seats"):
            agreed(GAME.meta, Setup(seats))
    for options in ({"max_rounds": 0}, {"leftover_moai": "burn"}, {"island": "atlantis"}):
        with pytest.raises(Malformed, match="wrong_option"):
            agreed(GAME.meta, Setup(3, options))


def test_the_defaults_of_the_options() -> None:
    assert dict(agreed(GAME.meta, Setup(3)).options) == {
        "island": "rapa-nui",
        "quick": False,
        "visible_score": False,
        "leftover_moai": "remove",
        "auto_pick": False,
        "open_bases": False,
        "max_rounds": 15,
    }


def test_phases_are_named_and_numbered_by_round() -> None:
    state = table(stage="bidding", quarry=(1,), round=3)
    picking = seal(state, blue="bid 1 marker, 1 worker").state
    placing = play(picking, "blue", "take 1")

    assert [str(GAME.phase(s)) for s in (state, picking, placing.state)] == [
        "auction 3",
        "auction 3",
        "placement 3",
    ]
    assert [GAME.sealed(s) for s in (state, picking, placing.state)] == [True, False, False]
    assert kinds(placing) == ["took"]
    assert event(placing, "took").size == 1
