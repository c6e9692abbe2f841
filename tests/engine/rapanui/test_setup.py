"""The set-up for two, three and four players."""

from collections import Counter

import pytest

from engine.chance import Luck
from engine.game import Setup
from engine.rapanui.cards import DECK, Card
from engine.rapanui.events import Began
from engine.rapanui.state import Stage
from tests.engine.rapanui.table import GAME, cards, dealt, goods

COUNTS = pytest.mark.parametrize("seats", [2, 3, 4])


def test_the_deck_has_the_rulebooks_fifty_cards() -> None:
    assert Counter(DECK) == {
        Card.MOAI: 9,
        Card.PRIEST: 9,
        Card.LUMBERJACK: 12,
        Card.FISH: 5,
        Card.MULBERRY: 5,
        Card.POTATO: 5,
        Card.GRAIN: 5,
    }


@COUNTS
def test_each_village_starts_with_one_lumberjack_and_no_points(seats: int) -> None:
    state = dealt(seats, 1)

    assert [tribe.village for tribe in state.tribes] == [cards(lumberjack=1)] * seats
    assert [tribe.points for tribe in state.tribes] == [0] * seats


def test_seat_n_lacks_the_gatherer_of_good_n_whoever_starts_r1() -> None:
    """R1: the goods in the order of the rulebook's list, the seats in theirs."""
    for number in range(8):
        assert [tribe.hand for tribe in dealt(4, number).tribes] == [
            cards(mulberry=1, potato=1, grain=1),
            cards(fish=1, potato=1, grain=1),
            cards(fish=1, mulberry=1, grain=1),
            cards(fish=1, mulberry=1, potato=1),
        ]


@COUNTS
def test_sixteen_cards_lie_open_in_four_columns_and_thirty_four_are_left(seats: int) -> None:
    state = dealt(seats, 1)

    assert [len(column) for column in state.columns] == [4, 4, 4, 4]
    assert len(state.deck) == 34
    assert Counter((*sum(state.columns, ()), *state.deck)) == Counter(DECK)


@COUNTS
def test_each_takes_one_sacrifice_card_of_each_good_from_stacks_of_25(seats: int) -> None:
    state = dealt(seats, 1)
    left = 25 - seats

    assert {tribe.goods for tribe in state.tribes} == {(1, 1, 1, 1)}
    assert state.stacks == goods(fish=left, mulberry=left, potato=left, grain=left)
    assert state.stone == goods()


@COUNTS
def test_a_random_seat_starts_and_wood_grows_clockwise_from_two(seats: int) -> None:
    states = [dealt(seats, number) for number in range(40)]

    assert {state.active for state in states} == set(range(seats))
    for state in states:
        wood = [state.tribes[(state.active + place) % seats].wood for place in range(seats)]
        assert wood == [2, 3, 4, 5][:seats]


def test_the_starting_player_is_awaited_to_play_in_turn_one() -> None:
    step = GAME.deal(Setup(3), Luck(b"key", "match"))
    start = step.state.active

    assert step.events == (Began(start),)
    assert GAME.awaiting(step.state) == {start}
    assert step.state.stage is Stage.PLAY
    assert str(GAME.phase(step.state)) == "turn 1"


def test_the_shuffle_is_hidden_and_the_starting_player_is_drawn_in_public() -> None:
    made = GAME.deal(Setup(2), Luck(b"key", "match")).state.luck.made

    assert [draw.purpose for draw in made if draw.hidden] == ["deck"] * 49
    assert [draw.purpose for draw in made if not draw.hidden] == ["start"]
