"""What Giants' forms say and ask before an action is whole: costs, gains, and steps in between."""

import pytest

from engine.giants.actions import Move, Place, Share
from engine.giants.events import Moved, Placed
from engine.giants.state import State
from service.pages.forms import Field, Offer, Way
from tests.engine.giants.tables import at, table
from tests.service.giants_drafts import Values, offered


def in_hand(found: Offer) -> Way:
    return next(way for way in found.ways if way.slug == found.at)


def field(found: Offer, name: str) -> Field:
    return next(one for one in in_hand(found).fields if one.name == name)


def notes(found: Offer, name: str) -> dict[str, str]:
    return {choice.value: choice.note for choice in field(found, name).choices}


# --- transport


def hauling(**parts: str) -> State:
    usual = {"turn": "blue", "items": "moai 1 of blue", "crews": "C7: red worker; C6: blue chief"}
    return table(**usual | parts)  # type: ignore[arg-type] # words all of them


def test_each_end_says_what_it_gives_away_and_to_whom() -> None:
    """One point of red's strength on C7; the own chief on C6 is free."""
    found = offered(hauling(), 0, {})

    assert notes(found, "to") == {
        "": "",
        "D7": "",
        "C7": "Points given: 1 to Red.",
        "C6": "Points given: 1 to Red.",
    }
    assert found.spots["C6"].words == "C6. Points given: 1 to Red."
    assert found.spots["C6"].draft == {"way": "move", "item": "moai 1", "to": "C6"}


def test_the_path_with_strength_helpers_and_points_is_told_before_it_is_confirmed() -> None:
    found = offered(hauling(), 0, {"way": ["move"], "item": ["moai 1"], "to": ["C6"]})

    assert in_hand(found).hint == (
        "Path: C7 C6. Strength needed on each hex: 1. Helpers: C7: Red 1; C6: Blue 1. "
        "Points given: 1 to Red."
    )
    assert found.trail == (Moved(0, 1, at("D7"), (at("C7"), at("C6")), (Share(2, 1),)),)


@pytest.mark.parametrize(
    ("rules", "hint", "teams"),
    [
        (
            "1",
            "This match goes by the rules 1, by which a chief draws logs too.",
            {"", "red 1, 1 log", "red 2", "green 1, red 1"},
        ),
        (
            "2",
            "Logs need a worker or a sorcerer who takes part. A chief draws no logs.",
            {"", "red 2", "green 1, red 1"},
        ),
    ],
)
def test_who_may_help_beside_logs_is_by_the_version_of_the_match(
    rules: str, hint: str, teams: set[str]
) -> None:
    """G23: Red's chief, Green's worker and a log carry a size 2; Green's worker draws the log."""
    state = hauling(items="moai 2 of blue", crews="C7: red chief, green worker, 1 log", rules=rules)
    found = offered(state, 0, {"way": ["move"], "item": ["moai 2"], "to": ["C7"]})

    assert field(found, "by-C7").hint == hint
    assert notes(found, "by-C7").keys() == teams
    assert field(found, "by-C7").choices[0].words == "Green 1, logs 1"


def test_where_no_log_lies_nothing_is_said_of_logs() -> None:
    state = hauling(items="moai 1 of blue", crews="C7: red chief, green worker")
    found = offered(state, 0, {"way": ["move"], "item": ["moai 1"], "to": ["C7"]})

    assert field(found, "by-C7").hint == ""


def test_the_spots_are_first_where_items_lie_and_then_where_the_one_in_hand_can_go() -> None:
    """What is in front of the screen starts on its quarry: D7 for moai."""
    state = hauling(items="moai 1 of blue; moai 2 at C6")

    assert set(offered(state, 0, {}).spots) == {"D7", "C6"}
    held = offered(state, 0, {"way": ["move"], "item": ["moai 1"]})
    assert set(held.spots) == {"D7", "C7", "C6"}
    assert in_hand(held).onward == "Go on"


def test_where_a_moai_can_be_erected_it_must_be_said_whether_it_is() -> None:
    """Nau Nau is worth 5 a size: 10 for a moai of size 2."""
    state = hauling(items="moai 2 at B5 marked blue", crews="A4: blue chief; B5: blue worker")
    draft: Values = {"way": ["move"], "item": ["moai 2 at B5"], "to": ["A4"]}
    asked = offered(state, 0, draft)

    assert asked.action is None
    assert not in_hand(asked).whole
    assert notes(asked, "ending")["erect:nau-nau"] == "Worth for its owner: 10."
    assert asked.spots["ahu:Nau Nau"].draft == {
        "way": "move", "item": "moai 2 at B5", "to": "A4", "ending": "erect:nau-nau"
    }  # fmt: skip
    told = offered(state, 0, {**draft, "ending": ["none"]})
    assert isinstance(told.action, Move)
    assert in_hand(told).whole


def test_helpers_are_asked_for_only_where_there_is_a_choice() -> None:
    """On C7 red's worker or green's, on C6 nobody but blue's."""
    state = hauling(crews="C7: red worker, green worker; C6: blue worker")
    found = offered(state, 0, {"way": ["move"], "to": ["C6"], "by-C7": ["red 1"]})
    names = [one.name for one in in_hand(found).fields]

    assert "by-C7" in names
    assert "by-C6" not in names
    assert notes(found, "by-C7") == {
        "": "Points given: 1 to Green.",
        "red 1": "Points given: 1 to Red.",
    }
    assert "Points given: 1 to Red." in in_hand(found).hint


def test_a_stop_can_be_added_kept_and_taken_out() -> None:
    """From D7 to C6 by C7, or the longer way round by D6."""
    state = hauling(crews="C7: blue worker; C6: blue chief; D6: blue worker; D5: blue sorcerer")
    draft: Values = {"way": ["move"], "to": ["C6"]}
    plain = offered(state, 0, draft)
    added = offered(state, 0, {**draft, "add": ["D5"]})

    assert set(notes(plain, "add")) == {"", "D5"} | {"C7", "D6"} - set(path(plain))
    assert path(added) == ["D6", "D5", "C6"]
    assert field(added, "via").values == ("D5",)
    assert path(offered(state, 0, {**draft, "via": ["D5"]})) == ["D6", "D5", "C6"]
    assert path(offered(state, 0, {**draft, "via": ["H1", "nonsense"]})) == path(plain)


def path(found: Offer) -> list[str]:
    hint = in_hand(found).hint
    return hint.removeprefix("Path: ").partition(".")[0].split()


def test_an_abandoned_item_says_that_it_must_be_claimed() -> None:
    found = offered(hauling(items="moai 1 at C6; moai 1 of blue"), 0, {})

    assert notes(found, "item")["moai 1 at C6"] == "It must end marked, erected or topped."


# --- placement


def test_every_hex_can_be_clicked_with_the_figure_in_hand() -> None:
    state = table(stage="placement", turn="blue", blue="worker, chief, 2 logs")
    found = offered(state, 0, {"way": ["place"], "figure": ["worker"], "logs": ["2"]})

    assert len(found.spots) == 47
    assert found.spots["H2"].draft == {
        "way": "place", "figure": "worker", "logs": "2", "at": "H2"
    }  # fmt: skip


def test_a_sorcerer_in_the_village_is_asked_whether_it_uses_it() -> None:
    """A worker is not, who has no powers."""
    state = table(stage="placement", turn="blue", blue="worker, sorcerer")
    draft: Values = {"way": ["place"], "at": ["F2"], "figure": ["sorcerer"]}
    asked = offered(state, 0, draft)

    assert asked.action is None
    assert notes(asked, "power")["village"] == "It brings a worker from the receptacle."
    assert asked.trail == (Placed(0, "sorcerer", at("F2"), 0),)
    assert offered(state, 0, {**draft, "power": ["none"]}).action == Place("sorcerer", at("F2"))
    assert offered(state, 0, {**draft, "figure": ["worker"]}).action == Place("worker", at("F2"))


def test_a_chiefs_power_says_its_price() -> None:
    state = table(stage="placement", turn="blue", blue="chief, 2 halves")
    found = offered(state, 0, {"way": ["place"], "at": ["A4"]})

    assert notes(found, "power")["ahu:nau-nau"] == (
        "Only you may erect there. Moai value 5, headdress value 6. It costs half-tablets: 2."
    )


# --- the auction


def test_a_plan_grows_by_a_row_as_it_is_filled_in_up_to_what_can_be_paid() -> None:
    """A worker, a sorcerer and a chief are worth 5: enough for all four moai."""
    state = table(seats=4, stage="bidding", quarry=(1, 1, 1, 2))

    assert rows(offered(state, 0, {})) == 2
    assert rows(offered(state, 0, {"pick-1-1": ["2"], "pick-2-2": ["1"]})) == 3
    assert rows(offered(state, 0, {"pick-4-1": ["decline"]})) == 4


def rows(found: Offer) -> int:
    return sum(one.name.endswith("-1") for one in in_hand(found).fields)
