"""What an absent seat does at its deadline (R8)."""

import pytest

from engine.errors import OutOfTurn
from engine.rapanui.actions import Claim, Discard, Draw, Gain, Lay, Play, Sacrifice, Take
from engine.rapanui.cards import Card, Good
from engine.rapanui.state import Stage, State
from tests.engine.rapanui.table import GAME, cards, goods, table, tribe


def at(stage: Stage, **parts: object) -> State:
    """A table where the first seat is absent, holding two grain and two potato cards."""
    absent = tribe(goods=goods(grain=2, potato=2, fish=1), hand=cards(moai=2))
    return table(absent, tribe(), stage=stage, **parts)


@pytest.mark.parametrize(
    ("hand", "wood", "played"),
    [
        (cards(priest=1, lumberjack=1, fish=1), 9, Play(Card.LUMBERJACK)),
        (cards(priest=1, fish=1, moai=1), 9, Play(Card.PRIEST)),
        (cards(grain=2, potato=1), 9, Play(Card.POTATO)),
        (cards(mulberry=2, moai=1), 9, Play(Card.MULBERRY)),
        (cards(grain=1, moai=2), 9, Play(Card.GRAIN)),
        (cards(moai=3), 7, Play(Card.MOAI)),
        (cards(moai=3), 6, Discard()),
    ],
)
def test_an_absent_seat_buys_nothing_and_plays_the_first_legal_card_r8(
    hand: tuple[int, ...], wood: int, played: Play | Discard
) -> None:
    state = table(tribe(hand=hand, wood=wood), tribe())

    assert GAME.default(state, 0) == played


def test_an_absent_seat_sacrifices_the_good_it_holds_most_ties_in_order_r8() -> None:
    assert GAME.default(at(Stage.SACRIFICE), 0) == Sacrifice(Good.POTATO)


def test_an_absent_seat_lays_its_most_held_and_adds_from_the_largest_stack_r8() -> None:
    state = at(Stage.LAY, stacks=goods(fish=3, mulberry=7, grain=7))

    assert GAME.default(state, 0) == Lay(Good.POTATO, Good.MULBERRY)


def test_an_absent_seat_without_cards_only_adds_r8() -> None:
    state = table(tribe(), tribe(), stage=Stage.LAY)

    assert GAME.default(state, 0) == Lay(None, Good.FISH)


def test_an_absent_seat_adds_nothing_when_no_stack_is_left_r8() -> None:
    assert GAME.default(at(Stage.LAY, stacks=goods()), 0) == Lay(Good.POTATO, None)


def test_an_absent_seat_draws_from_the_leftmost_column_r8() -> None:
    assert GAME.default(at(Stage.DRAW), 0) == Draw(1)


def test_an_absent_seat_takes_points_r8() -> None:
    assert GAME.default(at(Stage.CLAIM, asked=(0, 1)), 1) == Claim(Gain.POINTS)


def test_an_absent_seat_takes_substitutes_from_the_largest_stack_r8() -> None:
    state = at(Stage.SUBSTITUTE, valued=Card.FISH, due=1, stacks=goods(potato=4, grain=4))

    assert GAME.default(state, 0) == Take(Good.POTATO)


def test_a_seat_that_is_not_awaited_is_not_absent() -> None:
    with pytest.raises(OutOfTurn, match="out_of_turn"):
        GAME.default(at(Stage.DRAW), 1)
