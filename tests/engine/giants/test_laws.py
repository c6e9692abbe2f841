"""The laws of every game, over random matches of Giants."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.chance import Luck
from engine.game import Setup, Step
from engine.giants.state import State
from engine.options import agreed
from tests.engine.giants.pieces import counted, leaving, otherwise, whole
from tests.engine.giants.tables import GAME, events
from tests.engine.laws import Laws, obey
from tests.scale import times

LAWS = Laws(GAME, conserve=counted, hide=otherwise, share=60, listed=30)

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"quick": True, "island": "motu-nui"},
    {"visible_score": True, "auto_pick": True, "max_rounds": 8},
    {"leftover_moai": "return", "island": "motu-nui", "max_rounds": 8},
    {"open_bases": True, "max_rounds": 4},
)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("number", range(times(100)))
def test_a_random_match_breaks_no_law(seats: int, number: int) -> None:
    """Every state whole, every choice accepted, every text read back, nothing hidden shown."""
    played = obey(LAWS, Setup(seats, OPTIONS[number % len(OPTIONS)]), number)

    assert counted(played.match.state) == whole(seats)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_moai_logs_and_points_change_only_as_the_rules_say(seats: int, number: int) -> None:
    """Moai leave when nobody takes them (G2), logs when they were placed (G15)."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    setup = agreed(GAME.meta, Setup(seats, OPTIONS[number]))
    state = GAME.deal(setup, Luck(bytes([number]), "m")).state
    while GAME.outcome(state) is None:
        step = stepped(state, dice)
        keeps_account(state, step)
        state = step.state


def stepped(state: State, dice: Random) -> Step[State]:
    chosen = {
        seat: GAME.choices(state, seat).sample(dice.randrange)
        for seat in sorted(GAME.awaiting(state))
    }
    if GAME.sealed(state):
        return GAME.resolve(state, chosen)
    ((seat, action),) = chosen.items()
    return GAME.play(state, seat, action)


def keeps_account(before: State, step: Step[State]) -> None:
    after = step.state
    (moai, logs), (moai_left, logs_left) = leaving(before), leaving(after)
    removed = Counter(s for e in events(step, "left_over") if not e.returned for s in e.sizes)
    assert moai - moai_left == removed
    assert not moai_left - moai
    used = sum(crew.logs for crew in before.crews) + sum(e.logs for e in events(step, "placed"))
    assert logs - logs_left == (0 if after.crews else used)
    given = Counter({share.seat: share.units for e in events(step, "moved") for share in e.helped})
    if before.options.visible_score:
        island = GAME.islands[before.options.island]
        for e in events(step, "erected"):
            given[e.seat] += island.ahus[e.ahu].moai * e.size
    for seat, clan in enumerate(after.clans):
        assert clan.score - before.clans[seat].score == given[seat]
