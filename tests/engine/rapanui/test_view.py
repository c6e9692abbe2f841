"""Who sees what."""

from dataclasses import fields

from engine import codec
from engine.rapanui.cards import Card
from engine.rapanui.state import Stage
from engine.rapanui.view import Cards, Front, Goods, Own
from tests.engine.rapanui.table import GAME, cards, goods, table, tribe

MINE = tribe(
    wood=3,
    points=2,
    village=cards(moai=1, lumberjack=2),
    hand=cards(fish=2, priest=1),
    goods=goods(grain=4),
    laid=goods(potato=1),
)
STATE = table(
    MINE, tribe(hand=cards(moai=3), goods=goods(fish=2), laid=goods(grain=2)), stone=goods(fish=3)
)


def test_a_seat_sees_its_own_hand_goods_and_face_down_cards() -> None:
    assert GAME.view(STATE, 0).own == Own(
        hand=Cards(fish=2, mulberry=0, potato=0, grain=0, lumberjack=0, priest=1, moai=0),
        goods=Goods(fish=0, mulberry=0, potato=0, grain=4),
        laid=Goods(fish=0, mulberry=0, potato=1, grain=0),
    )


def test_of_another_tribe_a_seat_sees_the_village_and_how_many_cards_it_holds() -> None:
    assert GAME.view(STATE, 1).tribes[0] == Front(
        wood=3,
        points=2,
        village=Cards(fish=0, mulberry=0, potato=0, grain=0, lumberjack=2, priest=0, moai=1),
        hand=3,
        goods=4,
        laid=1,
    )


def test_a_stranger_sees_no_hidden_field_at_all() -> None:
    view = codec.write(GAME.view_type, GAME.view(STATE, None))

    assert view["own"] is None
    assert view["ending"] is None
    assert set(view["tribes"][0]) == {part.name for part in fields(Front)}


def test_columns_stacks_the_open_stone_and_the_size_of_the_deck_are_open() -> None:
    view = GAME.view(STATE, None)

    assert view.columns == STATE.columns
    assert view.stacks == Goods(20, 20, 20, 20)
    assert view.stone == Goods(fish=3, mulberry=0, potato=0, grain=0)
    assert view.deck == 18


def test_a_view_says_whose_turn_it_is_what_is_to_be_done_and_by_whom() -> None:
    asked = table(MINE, MINE, MINE, stage=Stage.CLAIM, asked=(0, 2), valued=Card.MOAI, turn=7)

    view = GAME.view(asked, None)

    assert (view.turn, view.active, view.stage, view.valued) == (7, 0, Stage.CLAIM, Card.MOAI)
    assert (view.awaited, view.sealed) == ((0, 2), True)


def test_a_view_says_how_many_draws_are_due_while_they_are() -> None:
    drawing = table(tribe(hand=cards(fish=1)), tribe(), stage=Stage.DRAW)

    acting = table(tribe(hand=cards(fish=1)), tribe(), stage=Stage.PLAY)

    assert GAME.view(drawing, 1).draws == 2
    assert GAME.view(acting, 1).draws == 0


def test_when_the_match_is_over_goods_and_face_down_cards_are_open_to_all() -> None:
    over = table(*STATE.tribes, stage=Stage.OVER, asked=(), stone=STATE.stone)

    ending = GAME.view(over, None).ending

    assert ending is not None
    assert ending.stone == Goods(fish=3, mulberry=0, potato=1, grain=2)
    assert ending.worth == Goods(fish=3, mulberry=0, potato=1, grain=2)
    assert ending.goods[1] == Goods(fish=2, mulberry=0, potato=0, grain=0)
    assert ending.laid[0] == Goods(fish=0, mulberry=0, potato=1, grain=0)
    assert ending.outcome == GAME.outcome(over)


def test_events_are_told_again_as_they_were() -> None:
    assert GAME.retell(STATE, ()) == ()


def test_an_earlier_view_is_shown_again_as_it_was() -> None:
    """What a seat has once seen stays known: nothing here is turned face down again."""
    later = table(MINE, MINE, stage=Stage.PLAY, turn=9)
    earlier = GAME.view(STATE, 0)

    assert GAME.review(GAME.view(later, 0), earlier) == earlier
