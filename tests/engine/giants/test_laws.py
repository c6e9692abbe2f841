"""The laws of every game, over random matches of Giants."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine import match
from engine.game import Setup, Step
from engine.giants.state import State
from tests.engine.giants.pieces import counted, leaving, otherwise, whole
from tests.engine.giants.tables import GAME
from tests.engine.laws import Laws, obey
from tests.engine.scale import times

LAWS = Laws(GAME, conserve=counted, hide=otherwise, share=40, listed=40)

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"quick": True, "island": "motu-nui"},
    {"visible_score": True, "auto_pick": True},
    {"leftover_moai": "return", "island": "motu-nui"},
    {"open_bases": True, "max_rounds": 4},
)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("number", range(times(100)))
def test_a_random_match_breaks_no_law(seats: int, number: int) -> None:
    """Every state whole, every choice accepted, every text read back, nothing hidden shown."""
    played = obey(LAWS, Setup(seats, OPTIONS[number % len(OPTIONS)]), number)

    assert counted(played.match.state) == whole(seats)
