"""Phase 3: figures, logs, half-tablets, passing, and who is next."""

from typing import Any

import pytest

from engine.giants.actions import Place
from engine.giants.state import Crowd, State
from engine.hexes import Hex
from tests.engine.giants.tables import (
    at,
    belongings,
    event,
    events,
    kinds,
    play,
    refused,
    script,
    table,
)


def placing(**parts: Any) -> State:
    return table(**{"stage": "placement", "turn": "blue"} | parts)


def crew(state: State, label: str) -> tuple[tuple[Crowd, ...], int]:
    (found,) = (crew for crew in state.crews if crew.at == at(label))
    return found.crowds, found.logs


# --- A: figures and logs


@pytest.mark.parametrize("figure", ["worker", "sorcerer", "chief"])
def test_a_figure_goes_on_any_hex(figure: str) -> None:
    """Sites, quarries, forests and bare land alike, without using a power."""
    for label in ("D7", "E3", "F2", "H1", "C4", "A1", "C10"):
        step = play(placing(), "blue", f"{figure} {label}")

        assert kinds(step) == ["placed"]
        assert crew(step.state, label)[0][0] == Crowd(
            int(figure == "worker"), figure == "sorcerer", figure == "chief"
        )


def test_a_hex_has_no_limit() -> None:
    """Also for figures of several colours."""
    state = placing(blue="3 workers, sorcerer", crews="C4: red chief, green worker, 3 logs")
    state = script(state, "blue: worker C4 \n green: pass \n red: pass")
    state = script(state, "blue: worker C4 \n blue: sorcerer C4")

    assert crew(state, "C4") == ((Crowd(2, sorcerer=True), Crowd(1), Crowd(chief=True)), 3)


@pytest.mark.parametrize("figure", ["worker", "sorcerer"])
@pytest.mark.parametrize("logs", [0, 1, 2])
def test_up_to_two_logs_go_with_a_worker_or_the_sorcerer(figure: str, logs: int) -> None:
    step = play(placing(blue="worker, sorcerer, 3 logs"), "blue", f"{figure} C6 with {logs} logs")

    assert crew(step.state, "C6")[1] == logs
    assert step.state.clans[0].logs == 3 - logs
    assert event(step, "placed").logs == logs


def test_three_logs_are_too_many() -> None:
    state = placing(blue="worker, 3 logs")

    refused(state, "blue", "worker C6 with 3 logs", "too_many_logs", logs=3, most=2)


def test_logs_with_a_chief_are_refused() -> None:
    """G8."""
    refused(placing(blue="chief, 2 logs"), "blue", "chief C6 with 1 log", "logs_with_chief")


def test_logs_must_be_there_before_the_action() -> None:
    """G8: those of the forest that the sorcerer cuts come too late to go with it."""
    state = placing(blue="sorcerer, worker, 1 log")
    cut = play(state, "blue", "sorcerer B3 with 1 log, use forest").state

    refused(state, "blue", "sorcerer B3 with 2 logs, use forest", "no_logs", logs=2, held=1)
    assert cut.clans[0].logs == 4


def test_gains_serve_from_the_next_action_on() -> None:
    """G8: a recruited worker, with logs that were just cut."""
    state = placing(
        blue="sorcerer, chief, marker, 2 halves", green="worker; passed", red="worker; passed"
    )
    state = script(state, "blue: sorcerer B3, use forest \n blue: chief F2, use village")
    state = script(state, "blue: worker C6 with 2 logs")

    assert crew(state, "C6") == ((Crowd(1), Crowd(), Crowd()), 2)


def test_a_figure_that_is_not_there_cannot_be_placed() -> None:
    """What was bid lies in front and is out of play."""
    state = placing(blue="marker; front: chief, sorcerer, worker")

    for figure in ("worker", "sorcerer", "chief"):
        refused(state, "blue", f"{figure} C6", "no_figure", figure=figure)


def test_off_the_island_nobody_stands() -> None:
    refused(placing(), "blue", Place("worker", Hex(9, 9)), "not_land", hex=(9, 9))


def test_an_ahu_without_its_power_is_refused() -> None:
    words = Place("sorcerer", at("A4"), ahu="nau-nau")

    refused(placing(), "blue", words, "ahu_without_use", ahu="nau-nau")


# --- D: half-tablets


def test_a_marker_buys_a_half_tablet() -> None:
    """The marker lies in front until phase 5; the half lies open."""
    step = play(placing(), "blue", "tablet")

    assert belongings(step.state, "blue") == "chief, sorcerer, 1 worker, 1 marker, 1 half"
    assert step.state.clans[0].front_markers == 1
    assert step.state.halves == 29
    assert kinds(step) == ["took_tablet"]


def test_no_marker_buys_nothing() -> None:
    refused(placing(blue="worker"), "blue", "tablet", "no_marker")


def test_no_half_tablet_left_no_more_are_sold() -> None:
    """G6."""
    refused(placing(halves=0), "blue", "tablet", "no_half_tablets")


# --- E: passing, and whose turn it is


def test_players_act_one_at_a_time_clockwise_from_the_first_player() -> None:
    state = placing(first="green", turn="green")
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = play(state, ("blue", "green", "red")[state.turn or 0], "tablet").state

    assert turns == [1, 2, 0, 1]


def test_a_pass_is_final_for_the_phase() -> None:
    """Also with figures left; the Italian text errs."""
    state = script(placing(), "blue: pass \n green: worker C4 \n red: worker C4")

    assert state.turn == 1
    assert state.clans[0].passed


def test_when_all_but_one_have_passed_that_one_goes_on() -> None:
    state = script(placing(), "blue: pass \n green: pass \n red: worker C4 \n red: chief C4")

    assert state.turn == 2
    assert state.stage == "placement"


def test_the_phase_ends_when_the_last_has_passed() -> None:
    step = play(
        script(placing(items="moai 1 of red"), "blue: pass \n green: pass \n red: worker C4"),
        "red",
        "pass",
    )

    assert (step.state.stage, step.state.turn) == ("transport", 2)
    assert [clan.passed for clan in step.state.clans] == [True, True, False]
    assert [(e.seat, e.alone) for e in events(step, "passed")] == [
        (2, False),
        (0, True),
        (1, True),
    ]


def test_a_seat_with_neither_figure_nor_marker_passes_by_itself_when_its_turn_comes() -> None:
    """Not before: logs are of no use alone."""
    state = placing(green="3 logs", blue="worker, chief")
    step = play(state, "blue", "worker C4")

    assert not state.clans[1].passed
    assert step.state.clans[1].passed
    assert [(e.seat, e.alone) for e in events(step, "passed")] == [(1, True)]
    assert step.state.turn == 2


def test_a_marker_counts_only_while_half_tablets_are_left() -> None:
    """A marker that can buy nothing is no usable one."""
    with_halves = play(placing(green="2 markers", blue="worker, chief"), "blue", "worker C4").state
    without = play(
        placing(green="2 markers", blue="worker, chief", halves=0), "blue", "worker C4"
    ).state

    assert with_halves.turn == 1
    assert without.turn == 2


def test_a_seat_that_passed_by_itself_stays_passed_although_halves_return() -> None:
    """Finally, says the contract: the supply may fill again when a tablet is broken."""
    state = placing(
        green="2 markers", blue="worker, chief, 2 halves", red="worker, chief", halves=0
    )
    state = script(state, "blue: worker C4 \n red: worker C4 \n blue: chief F2, use village")

    assert state.halves == 2
    assert state.turn == 2
    assert state.clans[1].passed


def test_a_sorcerer_that_is_all_one_has_can_still_be_placed() -> None:
    state = placing(green="sorcerer", blue="worker, chief")

    assert play(state, "blue", "worker C4").state.turn == 1


def test_marking_waits_for_the_transport_phase() -> None:
    state = placing(items="moai 1 of blue")

    refused(state, "blue", "pass, mark moai 1", "mark_later")


def test_a_table_where_nobody_can_place_goes_straight_to_transport() -> None:
    """All pass by themselves, in turn order."""
    state = placing(blue="worker", green="logs", red="log", items="moai 1 of red", crews="")
    step = play(state, "blue", "worker C4")

    assert step.state.stage == "transport"
    assert step.state.turn == 2
