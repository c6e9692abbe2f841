"""The sacrifice round that follows a moai."""

import pytest

from engine import codec
from engine.errors import Illegal
from engine.rapanui.actions import Lay, Sacrifice
from engine.rapanui.cards import Good
from engine.rapanui.events import Added, Laid, Sacrificed, Spared
from engine.rapanui.state import Stage, State, Tribe
from tests.engine.rapanui.table import (
    ANNE,
    GAME,
    PATRICK,
    SANDRA,
    STEFAN,
    cards,
    goods,
    play,
    played,
    table,
    tribe,
)

BUILDER = tribe(wood=7, hand=cards(moai=3), goods=goods(fish=1, mulberry=1))
OWNER = tribe(goods=goods(fish=1, mulberry=1, potato=1, grain=1))
POOR = tribe()
NO_STACKS = goods()


def built(*tribes: Tribe, **parts: object) -> State:
    return play(table(*tribes, **parts), ANNE, "play moai").state


def test_annes_moai_brings_potato_grain_grain_a_hidden_card_and_mulberry() -> None:
    """The rulebook's example of a sacrifice round."""
    state = built(BUILDER, OWNER, OWNER, OWNER)

    order = []
    for text in (
        "sacrifice potato",
        "sacrifice grain",
        "sacrifice grain",
        "lay fish, add mulberry",
    ):
        (seat,) = GAME.awaiting(state)
        order.append(seat)
        state = play(state, seat, text).state

    assert order == [STEFAN, PATRICK, SANDRA, ANNE]
    assert state.stone == goods(potato=1, grain=2, mulberry=1)
    assert state.tribes[ANNE].laid == goods(fish=1)
    assert state.tribes[ANNE].goods == goods(mulberry=1)
    assert state.tribes[STEFAN].goods == goods(fish=1, mulberry=1, grain=1)
    assert state.stacks == goods(fish=20, mulberry=19, potato=20, grain=20)
    assert state.stage is Stage.DRAW
    assert GAME.awaiting(state) == {ANNE}


def test_the_round_starts_left_of_the_active_player_wherever_it_sits() -> None:
    state = table(OWNER, OWNER, BUILDER, active=2)

    state = play(state, 2, "play moai").state

    assert state.asked == (0, 1)


def test_each_step_of_the_round_is_told_but_the_hidden_card_is_not() -> None:
    state = built(BUILDER, OWNER)

    first = play(state, STEFAN, "sacrifice potato")
    second = play(first.state, ANNE, "lay fish, add grain")

    assert first.events == (Sacrificed(STEFAN, Good.POTATO),)
    assert second.events == (Laid(ANNE), Added(ANNE, Good.GRAIN))
    assert second.told == ()


def test_a_record_keeps_the_hidden_card_in_its_private_part() -> None:
    shown, hidden = codec.split(Lay(Good.FISH, Good.GRAIN))

    assert shown == {"kind": "lay", "add": "grain"}
    assert hidden == {"good": "fish"}


def test_a_player_without_sacrifice_cards_is_skipped_r2() -> None:
    step = play(table(BUILDER, OWNER, POOR, OWNER), ANNE, "play moai")

    assert Spared(PATRICK) in step.events
    assert step.state.asked == (STEFAN, SANDRA)


def test_if_no_other_has_a_card_the_active_player_lays_at_once_r2() -> None:
    state = built(BUILDER, POOR)

    assert state.stage is Stage.LAY
    assert GAME.awaiting(state) == {ANNE}


def test_an_active_player_without_cards_still_adds_an_open_one_r2() -> None:
    builder = tribe(wood=7, hand=cards(moai=3))
    step = play(table(builder, OWNER), ANNE, "play moai")
    state = play(step.state, STEFAN, "sacrifice fish").state

    after = play(state, ANNE, "add potato")

    assert Spared(ANNE) in step.events
    assert after.state.stone == goods(fish=1, potato=1)
    assert after.events == (Added(ANNE, Good.POTATO),)


def test_with_no_stack_left_nothing_is_added_r2() -> None:
    state = built(BUILDER, POOR, stacks=NO_STACKS)

    step = play(state, ANNE, "lay fish")

    assert step.events == (Laid(ANNE),)
    assert step.state.stone == goods()
    assert step.state.stage is Stage.DRAW


def test_an_active_player_with_neither_card_nor_stack_draws_at_once_r2() -> None:
    step = play(table(tribe(wood=7, hand=cards(moai=3)), POOR, stacks=NO_STACKS), ANNE, "play moai")

    assert step.events[1:] == (Spared(STEFAN), Spared(ANNE))
    assert step.state.stage is Stage.DRAW
    assert GAME.awaiting(step.state) == {ANNE}


def test_one_sacrifices_only_what_one_holds() -> None:
    state = built(BUILDER, tribe(goods=goods(fish=1)))

    with pytest.raises(Illegal, match="not_held"):
        play(state, STEFAN, "sacrifice grain")


def test_the_others_must_sacrifice_before_the_active_player_lays() -> None:
    state = built(BUILDER, OWNER)

    with pytest.raises(Illegal, match="wrong_step"):
        GAME.check(state, STEFAN, Lay(Good.FISH, Good.FISH))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Lay(Good.GRAIN, Good.FISH), "not_held"),
        (Lay(None, Good.FISH), "must_lay"),
        (Lay(Good.FISH, None), "must_add"),
        (Lay(Good.FISH, Good.GRAIN), "stack_empty"),
        (Sacrifice(Good.FISH), "wrong_step"),
    ],
)
def test_the_active_player_lays_one_it_holds_and_adds_one_of_a_stack(
    action: Lay | Sacrifice, code: str
) -> None:
    state = built(BUILDER, POOR, stacks=goods(fish=1))

    with pytest.raises(Illegal, match=code):
        GAME.check(state, ANNE, action)


def test_no_other_card_but_a_moai_brings_a_sacrifice_round() -> None:
    state = played(table(tribe(hand=cards(priest=3)), OWNER), (0, "play priest"))

    assert state.stage is Stage.DRAW
