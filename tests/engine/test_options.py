"""What a table agreed on: completed with defaults, or refused by name."""

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Malformed
from engine.game import Meta, Option, Setup
from engine.options import agreed
from engine.words import REFUSALS, tell
from tests.engine.toy import SHELLS

META = SHELLS.meta
FREE = Meta("free", "Free", "nobody", (2,), (Option("n", "number", 5, "Any number."),), "1")


def test_what_was_not_agreed_on_is_the_default() -> None:
    made = agreed(META, Setup(3, {"rich": True}))

    assert made == Setup(3, {"rounds": 2, "rich": True, "beach": "sand"}, "1")


def test_a_match_is_dealt_by_the_newest_rules_or_by_older_ones_that_are_named() -> None:
    meta = replace(META, rules="3", older=("2", "1"))

    assert agreed(meta, Setup(3)).rules == "3"
    assert agreed(meta, Setup(3, rules="2")).rules == "2"


def test_rules_that_are_not_here_are_refused_by_name() -> None:
    with pytest.raises(Malformed) as caught:
        agreed(replace(META, rules="3", older=("2",)), Setup(3, rules="4"))

    assert tell(REFUSALS, caught.value.code, caught.value.facts) == (
        "Shells is not played here by the rules “4”, only by: 3, 2."
    )


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("rounds", 0, "a whole number from 1 to 5"),
        ("rounds", 6, "a whole number from 1 to 5"),
        ("rounds", True, "a whole number from 1 to 5"),
        ("rounds", "2", "a whole number from 1 to 5"),
        ("rich", 1, "true or false"),
        ("rich", "true", "true or false"),
        ("beach", "mud", "one of sand, rock"),
        ("beach", 1, "one of sand, rock"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_do(name: str, value: Any, wanted: str) -> None:
    with pytest.raises(Malformed) as caught:
        agreed(META, Setup(2, {name: value}))

    assert caught.value.code == "wrong_option"
    assert tell(REFUSALS, "wrong_option", caught.value.facts) == (
        f"The option {name} should be {wanted}."
    )


@pytest.mark.parametrize("value", [0, 1_000_000])
def test_a_number_without_bounds_has_wide_ones(value: int) -> None:
    assert agreed(FREE, Setup(2, {"n": value})).options == {"n": value}


def test_a_number_is_never_endless() -> None:
    with pytest.raises(Malformed, match="from 0 to 1000000"):
        agreed(FREE, Setup(2, {"n": 1_000_001}))


def test_an_option_that_is_not_offered_is_refused() -> None:
    with pytest.raises(Malformed) as caught:
        agreed(META, Setup(2, {"speed": 1}))

    assert tell(REFUSALS, "unknown_option", caught.value.facts) == (
        "There is no option speed; there are: rounds, rich, beach."
    )


def test_the_number_of_seats_is_the_games() -> None:
    with pytest.raises(Malformed) as caught:
        agreed(META, Setup(4))

    assert tell(REFUSALS, "wrong_seats", caught.value.facts) == (
        "Shells is played by 2, 3 players, not 4."
    )
