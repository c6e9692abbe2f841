"""The laws themselves, on the toy: a sound game keeps them, and each unsound one is caught."""

import pytest

from engine.game import Setup
from tests.engine.laws import Laws, obey
from tests.engine.scale import times
from tests.engine.toy import SHELLS, conserve, hide

LAWS = Laws(SHELLS, conserve, hide, bound=400)


@pytest.mark.parametrize("number", range(times(20)))
def test_random_matches_of_the_toy_keep_every_law(number: int) -> None:
    played = obey(LAWS, Setup(2 + number % 2, {"rounds": 1 + number % 3}), number)

    assert played.entries[0].kind == "deal"
