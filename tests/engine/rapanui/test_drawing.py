"""Drawing, dealing columns anew, and the end that the deck brings."""

import pytest

from engine.errors import Illegal
from engine.rapanui.actions import Draw
from engine.rapanui.cards import Card, Good
from engine.rapanui.events import Drew, Ended, Opened, Refilled, Valued
from engine.rapanui.state import Stage
from tests.engine.rapanui.table import GAME, cards, drawing, goods, play, played, table, tribe

TWO_HELD = cards(moai=2)
ONE_HELD = cards(moai=1)
LAST_DEAL = (Card.FISH, Card.GRAIN)


def test_stefan_uncovers_a_moai_by_taking_the_grain_gatherer_before_it() -> None:
    """The rulebook's first example of a valuation."""
    column = (Card.PRIEST, Card.PRIEST, Card.MOAI, Card.GRAIN)
    state = drawing(tribe(hand=TWO_HELD), tribe(village=cards(moai=1)), column=column)

    step = play(state, 0, "draw 1")

    assert step.state.tribes[0].hand == cards(moai=2, grain=1)
    assert step.events == (Drew(0, Card.GRAIN, 1), Valued(Card.MOAI))
    assert step.state.columns[0] == column[:3]
    assert not step.final


def test_patrick_values_the_front_card_of_the_column_he_emptied_not_the_one_before() -> None:
    """The rulebook's second example: moai first, then the last priest of a column."""
    deck = (Card.FISH, Card.MOAI, Card.MOAI, Card.LUMBERJACK, *(Card.GRAIN,) * 10)
    columns = ((Card.FISH, Card.MOAI), (Card.PRIEST,), (Card.FISH,), (Card.FISH,))
    state = table(
        tribe(hand=ONE_HELD, village=cards(lumberjack=1)),
        tribe(),
        stage=Stage.DRAW,
        columns=columns,
        deck=deck,
    )

    first = play(state, 0, "draw 1")
    second = play(first.state, 0, "draw 2")

    assert first.events == (Drew(0, Card.MOAI, 1),)
    assert second.events[:3] == (
        Drew(0, Card.PRIEST, 2),
        Refilled(2, deck[:4]),
        Valued(Card.LUMBERJACK),
    )
    assert second.state.columns[1] == deck[:4]
    assert second.state.deck == deck[4:]
    assert second.state.tribes[0].wood == 1


def test_cards_that_come_to_light_cannot_be_taken_back() -> None:
    state = drawing(tribe(hand=TWO_HELD), tribe(), column=(Card.FISH,))

    assert play(state, 0, "draw 1").final


def test_one_draws_back_to_three_one_card_at_a_time_r4() -> None:
    """R4: each is a submission of its own, for a card comes to light with each."""
    state = table(tribe(hand=cards()), tribe(), stage=Stage.DRAW)

    state = played(state, (0, "draw 1"), (0, "draw 1"))

    assert state.stage is Stage.DRAW
    assert GAME.awaiting(state) == {0}
    assert play(state, 0, "draw 4").state.active == 1


def test_after_the_valuation_the_turn_passes_to_the_left() -> None:
    state = drawing(
        tribe(),
        tribe(),
        tribe(hand=TWO_HELD),
        column=(Card.PRIEST, Card.FISH),
        active=2,
        bought=True,
    )

    after = play(state, 2, "draw 1").state

    assert (after.active, after.stage, after.bought, after.turn) == (0, Stage.PLAY, False, 2)


@pytest.mark.parametrize("column", [0, 5, -1])
def test_there_are_four_columns_to_draw_from(column: int) -> None:
    state = table(tribe(hand=TWO_HELD), tribe(), stage=Stage.DRAW)

    with pytest.raises(Illegal, match="no_such_column"):
        GAME.check(state, 0, Draw(column))


def test_the_last_deal_takes_the_two_cards_that_are_left_and_ends_the_match_r3() -> None:
    """R3: sixteen are dealt at first and eight columns of four anew, which leaves two of fifty."""
    state = drawing(
        tribe(hand=TWO_HELD, village=cards(grain=1)), tribe(), column=(Card.PRIEST,), deck=LAST_DEAL
    )

    step = play(state, 0, "draw 1")

    assert step.state.columns[0] == LAST_DEAL
    assert step.state.deck == ()
    assert step.events == (Drew(0, Card.PRIEST, 1), Refilled(1, LAST_DEAL), Ended())
    assert GAME.awaiting(step.state) == set()
    assert GAME.outcome(step.state) is not None


def test_the_last_turn_has_no_valuation() -> None:
    state = drawing(
        tribe(hand=TWO_HELD, village=cards(grain=1)), tribe(), column=(Card.PRIEST,), deck=LAST_DEAL
    )

    assert play(state, 0, "draw 1").state.tribes[0].goods == goods()


def test_draws_still_due_lapse_when_the_deck_is_empty() -> None:
    state = drawing(tribe(hand=cards()), tribe(), column=(Card.PRIEST,), deck=LAST_DEAL)

    after = play(state, 0, "draw 1").state

    assert sum(after.tribes[0].hand) == 1
    assert after.stage is Stage.OVER


def test_face_down_cards_open_when_the_match_is_over() -> None:
    state = drawing(
        tribe(hand=TWO_HELD),
        tribe(laid=goods(grain=2, fish=1)),
        column=(Card.PRIEST,),
        deck=LAST_DEAL,
    )

    step = play(state, 0, "draw 1")

    assert step.events[-1] == Opened(1, (Good.FISH, Good.GRAIN, Good.GRAIN))


def test_a_deck_that_is_not_yet_empty_goes_on() -> None:
    deck = (Card.PRIEST,) * 6
    state = drawing(tribe(hand=TWO_HELD), tribe(), column=(Card.PRIEST,), deck=deck)

    after = play(state, 0, "draw 1").state

    assert len(after.deck) == 2
    assert GAME.outcome(after) is None
