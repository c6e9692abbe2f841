"""What a sorcerer, and a chief with a tablet, can do where they are placed."""

from typing import Any

import pytest

from engine.giants.actions import Place
from engine.giants.state import State
from tests.engine.giants.islands import MIXED
from tests.engine.giants.tables import (
    at,
    base,
    belongings,
    event,
    facts,
    fronts,
    kinds,
    play,
    refused,
    script,
    table,
)


def placing(**parts: Any) -> State:
    return table(**{"stage": "placement", "turn": "blue"} | parts)


# --- B: the sorcerer


def test_village_gives_a_worker_from_the_receptacle() -> None:
    step = play(placing(blue="sorcerer, worker"), "blue", "sorcerer F2, use village")

    assert belongings(step.state, "blue") == "2 workers"
    assert step.state.clans[0].spare_workers == 4
    assert kinds(step) == ["placed", "recruited"]


def test_hut_gives_a_marker_from_the_receptacle() -> None:
    step = play(placing(blue="sorcerer, 2 markers"), "blue", "sorcerer H1, use hut")

    assert belongings(step.state, "blue") == "3 markers"
    assert step.state.clans[0].spare_markers == 3
    assert kinds(step) == ["placed", "got_marker"]


def test_forest_gives_its_number_of_logs_and_is_cut_for_good() -> None:
    state = placing(blue="sorcerer, worker", green="sorcerer, worker")
    step = play(state, "blue", "sorcerer C4, use forest")

    assert belongings(step.state, "blue") == "1 worker, 5 logs"
    assert step.state.cut == (at("C4"),)
    assert step.state.logs == 22
    assert event(step, "cut").logs == 5
    refused(step.state, "green", "sorcerer C4, use forest", "forest_cut", hex="C4")


def test_ahu_is_reserved_with_a_base_from_behind_the_screen_colour_up() -> None:
    step = play(placing(), "blue", "sorcerer A4, reserve nau-nau")

    assert base(step.state, "nau-nau") == ("blue", 0, False)
    assert step.state.clans[0].bases == 6
    assert event(step, "reserved").ahu == "nau-nau"


def test_headdress_quarry_gives_a_headdress_in_front_of_the_screen() -> None:
    step = play(placing(), "blue", "sorcerer E3, use headdress quarry")

    assert fronts(step.state, "blue") == [0]
    assert step.state.headdresses == 13
    assert kinds(step) == ["placed", "carved"]


def test_a_power_comes_with_logs_as_well() -> None:
    state = placing(blue="sorcerer, 2 logs")
    step = play(state, "blue", "sorcerer F2 with 2 logs, use village")

    assert belongings(step.state, "blue") == "1 worker"
    assert step.state.crews[0].logs == 2


# --- C: the chief


def test_a_chief_uses_a_power_for_two_half_tablets() -> None:
    """They go back to the supply."""
    step = play(placing(blue="chief, 3 halves"), "blue", "chief F2, use village")

    assert belongings(step.state, "blue") == "1 worker, 1 half"
    assert step.state.halves == 29
    assert kinds(step) == ["placed", "broke_tablet", "recruited"]


@pytest.mark.parametrize("halves", ["", ", 1 half"])
def test_a_chief_without_a_whole_tablet_has_no_power(halves: str) -> None:
    held = int(bool(halves))

    refused(
        placing(blue=f"chief{halves}"), "blue", "chief F2, use village", "no_tablet", halves=held
    )


def test_a_chief_acts_once_a_round_however_many_tablets_there_are() -> None:
    """There is one chief, it is placed once, and one placing uses one power."""
    state = placing(blue="chief, 6 halves, worker", green="worker; passed", red="worker; passed")
    state = play(state, "blue", "chief F2, use village").state

    refused(state, "blue", "chief H1, use hut", "no_figure", figure="chief")
    assert {figure for power in facts(state, "blue").powers for figure in power.figures} == set()


def test_a_worker_has_no_powers() -> None:
    refused(placing(), "blue", "worker F2, use village", "worker_power")


# --- refusals


@pytest.mark.parametrize(
    ("words", "power"),
    [
        ("sorcerer H1, use village", "village"),
        ("sorcerer F2, use hut", "hut"),
        ("sorcerer D7, use headdress quarry", "headdress-quarry"),
    ],
)
def test_a_power_is_to_be_had_at_its_own_site_only(words: str, power: str) -> None:
    refused(placing(), "blue", words, "power_elsewhere", power=power, hex=words[9:11])


def test_where_no_forest_is_none_can_be_cut() -> None:
    refused(placing(), "blue", "sorcerer C6, use forest", "no_forest", hex="C6")


@pytest.mark.parametrize(
    ("words", "empty", "power"),
    [
        ("sorcerer B3, use forest", {"logs": 0}, "forest"),
        ("sorcerer E3, use headdress quarry", {"headdresses": 0}, "headdress-quarry"),
        ("sorcerer F2, use village", {"blue": "sorcerer, 6 workers"}, "village"),
        ("sorcerer H1, use hut", {"blue": "sorcerer, 6 markers"}, "hut"),
    ],
)
def test_a_power_whose_source_is_empty_cannot_be_used(
    words: str, empty: dict[str, Any], power: str
) -> None:
    """G6."""
    state = placing(**empty)

    refused(state, "blue", words, "source_empty", power=power)
    assert power not in {offered.power for offered in facts(state, "blue").powers}


def test_of_logs_one_takes_what_is_left() -> None:
    """G6: a forest of 4 with 2 logs left in the supply."""
    step = play(placing(logs=2), "blue", "sorcerer B3, use forest")

    assert (step.state.clans[0].logs, step.state.logs) == (2, 0)
    assert event(step, "cut").logs == 2


def test_an_empty_source_does_not_forbid_the_hex() -> None:
    step = play(placing(headdresses=0), "blue", "sorcerer E3")

    assert kinds(step) == ["placed"]


@pytest.mark.parametrize("bases", ["nau-nau red", "nau-nau red 2", "nau-nau blue"])
def test_only_a_free_ahu_can_be_reserved(bases: str) -> None:
    """G7: free is without a base, one's own included."""
    state = placing(bases=bases)

    refused(state, "blue", "sorcerer A4, reserve nau-nau", "ahu_taken", ahu="nau-nau")


def test_only_an_adjacent_ahu_can_be_reserved() -> None:
    words = "sorcerer B5, reserve nau-nau"

    refused(placing(), "blue", words, "ahu_not_adjacent", ahu="nau-nau", hex="B5")


def test_an_ahu_must_be_named_where_there_are_two_or_none() -> None:
    two = ("nau-nau", "ature-huki")

    refused(placing(), "blue", "sorcerer A4, reserve", "which_ahu", candidates=two)
    refused(placing(), "blue", "sorcerer B5, reserve", "no_ahu", hex="B5")
    refused(
        placing(), "blue", Place("sorcerer", at("A4"), power="ahu"), "which_ahu", candidates=two
    )


def test_an_ahu_that_is_not_on_the_island_cannot_be_reserved() -> None:
    action = Place("sorcerer", at("A4"), power="ahu", ahu="atlantis")

    refused(placing(), "blue", action, "unknown_ahu", ahu="atlantis")
    refused(placing(), "blue", "sorcerer A4, reserve atlantis", "unknown_ahu", ahu="atlantis")


def test_an_only_ahu_needs_no_name() -> None:
    step = play(placing(), "blue", "sorcerer B6, reserve")

    assert base(step.state, "te-pito-kura") == ("blue", 0, False)


def test_without_a_base_nothing_can_be_reserved() -> None:
    seven = "; ".join(
        f"{ahu} blue 1"
        for ahu in ("tahai", "tautira", "riata", "vinapu", "tahiri", "akapu", "te-peu")
    )

    refused(placing(bases=seven), "blue", "sorcerer A4, reserve nau-nau", "no_base")


def test_a_reservation_is_for_good() -> None:
    """G7: it stays over rounds, and only its owner may erect there."""
    state = placing(
        bases="nau-nau blue", items="moai 1 of green; moai 1 at B5 marked green",
        blue="worker", green="worker; passed", red="worker; passed",
    )  # fmt: skip
    state = script(state, "blue: worker A4 \n green: pass")

    assert state.stage == "recall"
    assert base(state, "nau-nau") == ("blue", 0, False)


# --- mixed powers, on an island made for it


def mixed(**parts: Any) -> State:
    return placing(game=MIXED, **parts)


def test_a_hex_that_is_village_forest_and_coast_offers_each_power() -> None:
    powers = {(p.power, p.ahu) for p in facts(mixed(), "blue", MIXED).powers if p.at == (0, -2)}

    assert powers == {
        ("village", None),
        ("forest", None),
        ("ahu", "orongo"),
        ("ahu", "rano"),
    }


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("sorcerer A1, use village", "recruited"),
        ("sorcerer A1, use forest", "cut"),
        ("sorcerer A1, reserve rano", "reserved"),
        ("chief A1, use village", "recruited"),
        ("chief A1, use forest", "cut"),
        ("chief A1, reserve orongo", "reserved"),
        ("sorcerer E4, use hut", "got_marker"),
        ("chief E4, use forest", "cut"),
        ("sorcerer C1, use headdress quarry", "carved"),
        ("sorcerer C1, reserve rapa", "reserved"),
    ],
)
def test_one_of_several_powers_is_used(words: str, told: str) -> None:
    state = mixed(blue="chief, sorcerer, worker, 2 markers, 2 halves")
    step = play(state, "blue", words, MIXED)

    assert kinds(step)[-1] == told
    assert len(kinds(step)) == (3 if words.startswith("chief") else 2)


def test_the_village_works_although_its_forest_is_cut() -> None:
    state = mixed(blue="chief, sorcerer, 2 halves", green="worker; passed", red="worker; passed")
    state = script(state, "blue: sorcerer A1, use forest", MIXED)

    refused(state, "blue", "chief A1, use forest", "forest_cut", MIXED, hex="A1")
    recruited = play(state, "blue", "chief A1, use village", MIXED).state
    assert belongings(recruited, "blue") == "1 worker, 3 logs"
