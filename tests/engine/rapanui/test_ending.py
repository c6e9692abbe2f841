"""What the goods are worth, the score, the tie-breaks, and a second scorer beside ours."""

import pytest

from engine import codec
from engine.game import Line, Outcome
from engine.rapanui.ending import reckoning, worth
from engine.rapanui.state import Stage, State, Tribe
from tests.engine.rapanui.table import GAME, cards, end_by_chance, goods, table, tribe
from tests.engine.rapanui.tally import tally
from tests.scale import times


def over(*tribes: Tribe, **stone: int) -> Outcome:
    outcome = GAME.outcome(table(*tribes, stage=Stage.OVER, asked=(), stone=goods(**stone)))
    assert outcome is not None
    return outcome


STONE = goods(grain=4, mulberry=4, fish=2, potato=1)


def test_a_stone_of_4_4_2_1_is_worth_3_3_2_1() -> None:
    """The rulebook's example, set up by hand: whole rounds cannot give eleven cards."""
    assert worth(STONE) == goods(grain=3, mulberry=3, fish=2, potato=1)


@pytest.mark.parametrize(
    ("held", "total"),
    [
        (goods(grain=2, mulberry=1, fish=3, potato=1), 16),  # Sandra
        (goods(grain=0, mulberry=1, fish=5, potato=2), 15),  # Stefan
    ],
)
def test_sandras_cards_are_worth_16_and_stefans_15(held: tuple[int, ...], total: int) -> None:
    """The rulebook's examples of totals, cards only."""
    lines = reckoning(tribe(goods=held), worth(STONE))

    assert sum(line.points for line in lines) == total


@pytest.mark.parametrize(
    ("stone", "values"),
    [
        ((4, 3, 2, 1), (3, 2, 1, 0)),
        ((2, 2, 1, 0), (3, 3, 2, 1)),
        ((5, 2, 2, 1), (3, 2, 2, 1)),
        ((5, 5, 5, 1), (3, 3, 3, 2)),
        ((1, 5, 5, 1), (2, 3, 3, 2)),
        ((2, 2, 2, 2), (3, 3, 3, 3)),
        ((3, 2, 0, 0), (3, 2, 1, 1)),  # R6
        ((4, 0, 0, 0), (3, 2, 2, 2)),  # R6
    ],
)
def test_equal_counts_share_a_value_and_none_counts_like_any_other_r6(
    stone: tuple[int, ...], values: tuple[int, ...]
) -> None:
    assert worth(stone) == values


def test_if_nobody_played_a_moai_sacrifice_cards_are_worth_nothing() -> None:
    outcome = over(tribe(goods=goods(fish=9), points=1), tribe())

    assert outcome.totals == (1, 0)


def test_face_down_cards_count_on_the_stone_like_open_ones() -> None:
    outcome = over(
        tribe(goods=goods(fish=1)), tribe(laid=goods(fish=2), goods=goods(grain=1)), grain=1
    )

    assert outcome.totals == (3, 2)


def test_the_score_has_points_four_a_moai_one_for_five_wood_and_the_cards() -> None:
    outcome = over(
        tribe(points=6, village=cards(moai=2, priest=3), wood=14, goods=goods(grain=2, fish=5)),
        tribe(),
        grain=2,
        fish=1,
    )

    assert outcome.lines[0] == (
        Line("points", None, 6, 1),
        Line("moai", None, 2, 4),
        Line("wood", None, 2, 1),
        Line("cards", "fish", 5, 2),
        Line("cards", "mulberry", 0, 1),
        Line("cards", "potato", 0, 1),
        Line("cards", "grain", 2, 3),
    )
    assert outcome.totals == (6 + 8 + 2 + 10 + 6, 0)
    assert (outcome.winners, outcome.reason) == ((0,), "most_points")


def test_level_on_points_more_moai_win() -> None:
    outcome = over(tribe(points=4, wood=4), tribe(village=cards(moai=1)))

    assert (outcome.winners, outcome.reason) == ((1,), "more_moai")


def test_level_on_points_and_moai_more_wood_wins_all_of_it_counted() -> None:
    outcome = over(tribe(points=3, wood=3), tribe(points=3, wood=4), tribe(points=1, wood=9))

    assert outcome.totals == (3, 3, 2)
    assert (outcome.winners, outcome.reason) == ((1,), "more_wood")


def test_level_in_everything_they_share_the_win() -> None:
    outcome = over(tribe(points=3, wood=3), tribe(wood=14), tribe(points=3, wood=3))

    assert (outcome.winners, outcome.reason) == ((0, 2), "shared")


def test_only_those_level_on_points_are_compared_further() -> None:
    outcome = over(tribe(points=9), tribe(points=9, wood=1), tribe(village=cards(moai=2)))

    assert outcome.winners == (1,)


def test_while_the_match_runs_there_is_no_outcome() -> None:
    assert GAME.outcome(table(tribe(), tribe())) is None


@pytest.mark.parametrize("hundred", range(times(20)))
def test_a_second_scorer_agrees_on_two_thousand_random_ends(hundred: int) -> None:
    for number in range(hundred * 100, hundred * 100 + 100):
        state: State = end_by_chance(2 + number % 3, number)
        outcome = GAME.outcome(state)
        assert outcome is not None

        totals, winners = tally(codec.write(GAME.state_type, state))

        assert (list(outcome.totals), list(outcome.winners)) == (totals, winners)
