"""Turns ahead: what may be planned, what a step means, who has but one choice, what is unasked."""

from typing import Any

import pytest

from engine.game import Phase, Stake
from engine.rapanui.actions import Action, Buy, Claim, Draw, Gain, Lay, Play, Sacrifice, Take
from engine.rapanui.cards import Card, Good
from engine.rapanui.state import Stage, State
from tests.engine.rapanui.table import GAME, cards, drawing, goods, table, tribe

FISH = Good.FISH
FULL = tribe(hand=cards(fish=2, moai=1), goods=goods(fish=1), wood=9)


def three(**parts: Any) -> State:
    return table(FULL, FULL, FULL, turn=7, **parts)


def test_a_plan_is_for_this_turn_and_the_next_of_ones_own() -> None:
    state = three()

    assert GAME.ahead(state, 0) == (Phase("turn", 7), Phase("turn", 10))
    assert GAME.ahead(state, 2) == (Phase("turn", 7), Phase("turn", 9))
    assert GAME.in_round(state, 2) == (Phase("turn", 7), Phase("turn", 9))
    assert GAME.ahead(three(stage=Stage.OVER, asked=()), 0) == ()


@pytest.mark.parametrize(
    ("action", "others", "own"),
    [
        (Play(Card.MOAI), False, True),
        (Buy(FISH), False, True),
        (Draw(1), False, True),
        (Lay(FISH), False, True),
        (Sacrifice(FISH), True, False),
        (Take(FISH), True, True),
        (Claim(Gain.WOOD), False, False),
    ],
)
def test_an_action_suits_the_turns_in_which_it_might_come(
    action: Action,
    others: bool,  # noqa: FBT001  # pytest's
    own: bool,  # noqa: FBT001  # pytest's
) -> None:
    """Others sacrifice in one's turn; claims are sealed."""
    state = three()

    assert GAME.suits(state, 2, action, Phase("turn", 7)) is others
    assert GAME.suits(state, 2, action, Phase("turn", 9)) is own


def test_ones_own_next_turn_is_imagined_from_its_start() -> None:
    supposed = GAME.supposing(three(), 2, Phase("turn", 9))

    assert supposed is not None
    assert (supposed.active, supposed.stage, supposed.asked) == (2, Stage.PLAY, (2,))


def test_without_a_full_hand_the_next_turn_cannot_be_imagined() -> None:
    """What is drawn first nobody knows."""
    short = tribe(hand=cards(fish=1))

    assert GAME.supposing(table(short, FULL, turn=7), 0, Phase("turn", 9)) is None


def test_in_a_sacrifice_round_one_imagines_ones_own_part() -> None:
    state = three(stage=Stage.SACRIFICE, asked=(1, 2))
    mine, theirs = (GAME.supposing(state, seat, Phase("turn", 7)) for seat in (0, 2))

    assert mine is not None
    assert theirs is not None
    assert (mine.stage, mine.asked) == (Stage.LAY, (0,))
    assert (theirs.stage, theirs.asked) == (Stage.SACRIFICE, (2,))


@pytest.mark.parametrize(
    ("state", "seat"),
    [
        (three(stage=Stage.SACRIFICE, asked=(1,)), 2),
        (three(), 2),
        (three(stage=Stage.CLAIM, asked=(0, 2)), 2),
    ],
    ids=["has none to lay", "is not asked", "claims"],
)
def test_in_the_others_turn_nothing_is_imagined_that_may_not_come(state: State, seat: int) -> None:
    assert GAME.supposing(state, seat, Phase("turn", 7)) is None
    assert GAME.supposing(state, seat, Phase("turn", 8)) is None


def test_who_is_asked_need_imagine_nothing() -> None:
    state = three()

    assert GAME.supposing(state, 0, Phase("turn", 7)) is state


def test_what_drawing_means_is_the_card_and_the_one_behind_it() -> None:
    """The kind of the card uncovered is valued."""
    state = drawing(FULL, FULL, column=(Card.PRIEST, Card.MOAI))
    last = drawing(FULL, FULL, column=(Card.MOAI,))

    assert GAME.stake(state, 0, Draw(1)).same == ("front moai", "behind priest")
    assert GAME.stake(last, 0, Draw(1)).same == ("front moai", "behind deck")


def test_what_buying_means_is_its_price() -> None:
    """A fish costs a wood less for each fish gatherer in the village."""
    gatherers = tribe(hand=cards(moai=1), village=cards(fish=1), wood=9)
    state = table(FULL, gatherers)

    assert GAME.stake(state, 0, Buy(FISH)).same == ("price 5",)
    assert GAME.stake(state, 1, Play(Card.MOAI, buy=FISH)).same == ("price 4",)
    assert GAME.stake(state, 0, Play(Card.MOAI)) == Stake()


# --- but one choice


@pytest.mark.parametrize(
    ("held", "stage", "stacks", "only"),
    [
        (goods(fish=1), Stage.SACRIFICE, goods(fish=1, grain=1), Sacrifice(FISH)),
        (goods(fish=2), Stage.SACRIFICE, goods(fish=1), None),
        (goods(fish=1), Stage.LAY, goods(grain=4), Lay(FISH, Good.GRAIN)),
        (goods(), Stage.LAY, goods(grain=4), Lay(None, Good.GRAIN)),
        (goods(fish=1), Stage.LAY, goods(), Lay(FISH, None)),
        (goods(fish=1), Stage.LAY, goods(grain=4, fish=1), None),
        (goods(fish=1), Stage.DRAW, goods(), None),
    ],
)
def test_the_last_sacrifice_card_needs_no_asking(
    held: Any, stage: Stage, stacks: Any, only: Action | None
) -> None:
    """Two of one kind are one choice too, but that nobody else can see."""
    mine = tribe(hand=cards(fish=3), goods=held)
    state = table(mine, FULL, stage=stage, stacks=stacks)

    assert GAME.forced(state, 0) == only
    assert GAME.passing(state, 0) is None


@pytest.mark.parametrize("answer", ["points", "wood"])
def test_what_moai_bring_may_be_said_once(answer: str) -> None:
    state = three(stage=Stage.CLAIM, asked=(0, 2))

    assert GAME.preferred(state, 0, {"moai": answer}) == Claim(Gain(answer))
    assert GAME.preferred(state, 0, {"moai": "ask"}) is None
    assert GAME.preferred(three(), 0, {"moai": answer}) is None
