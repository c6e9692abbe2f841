"""The valuation of each kind of card, its bonus and its choices."""

import pytest

from engine.errors import Illegal
from engine.game import Step
from engine.rapanui.actions import Claim, Gain, Take
from engine.rapanui.cards import Card, Good
from engine.rapanui.events import GainedPoints, GainedWood, Took, Valued
from engine.rapanui.state import Stage, State, Tribe
from engine.rapanui.valuation import due
from tests.engine.rapanui.table import (
    ANNE,
    GAME,
    PATRICK,
    SANDRA,
    STEFAN,
    cards,
    claims,
    drawing,
    goods,
    play,
    tribe,
)

HAND = cards(priest=2)


def valued(card: Card, *villages: dict[str, int], active: int = 0, **parts: object) -> Step[State]:
    """The step that uncovers this card, drawn by the active seat before these villages."""
    tribes = [tribe(village=cards(**village)) for village in villages]
    tribes[active] = tribe(village=tribes[active].village, hand=HAND)
    state = drawing(*tribes, column=(card, Card.PRIEST), active=active, **parts)
    return play(state, active, "draw 1")


def wood(state: State) -> list[int]:
    return [tribe.wood for tribe in state.tribes]


def points(state: State) -> list[int]:
    return [tribe.points for tribe in state.tribes]


def held(state: State) -> list[tuple[int, ...]]:
    return [tribe.goods for tribe in state.tribes]


# --- lumberjacks and priests


def test_stefan_with_two_lumberjacks_gains_three_wood_and_the_others_one() -> None:
    """The rulebook's example of lumberjacks."""
    one = {"lumberjack": 1}

    step = valued(Card.LUMBERJACK, one, {"lumberjack": 2}, one, one)

    assert wood(step.state) == [1, 3, 1, 1]
    assert step.events[1:] == (
        Valued(Card.LUMBERJACK),
        GainedWood(ANNE, 1),
        GainedWood(STEFAN, 3),
        GainedWood(PATRICK, 1),
        GainedWood(SANDRA, 1),
    )


def test_patrick_alone_with_one_priest_gains_one_point_and_no_bonus() -> None:
    """The rulebook's example of priests."""
    step = valued(Card.PRIEST, {}, {}, {"priest": 1}, {})

    assert points(step.state) == [0, 0, 1, 0]
    assert step.events[2:] == (GainedPoints(PATRICK, 1),)


@pytest.mark.parametrize(
    ("counts", "shares"),
    [
        ((2, 2), (2, 2)),
        ((3, 2), (4, 2)),
        ((1, 0), (1, 0)),
        ((0, 2), (0, 3)),
        ((3, 3, 2), (3, 3, 2)),
        ((0, 0), (0, 0)),
    ],
)
def test_the_bonus_takes_two_cards_and_strictly_more_than_everyone(
    counts: tuple[int, ...], shares: tuple[int, ...]
) -> None:
    villages = tuple(tribe(village=cards(priest=count)) for count in counts)

    assert due(villages, Card.PRIEST) == shares


# --- moai


def test_sandra_chooses_one_and_anne_three_of_wood_or_points() -> None:
    """The rulebook's example of moai."""
    asked = valued(Card.MOAI, {"moai": 2}, {}, {}, {"moai": 1}).state

    after = GAME.resolve(asked, claims(anne=Gain.POINTS, sandra=Gain.WOOD))

    assert points(after.state) == [3, 0, 0, 0]
    assert wood(after.state) == [0, 0, 0, 1]
    assert after.events == (GainedPoints(ANNE, 3), GainedWood(SANDRA, 1))


def test_wood_or_points_is_sealed_and_asked_only_of_those_with_moai_r5() -> None:
    asked = valued(Card.MOAI, {"moai": 2}, {}, {}, {"moai": 1}).state

    assert GAME.awaiting(asked) == {ANNE, SANDRA}
    assert GAME.sealed(asked)
    assert list(GAME.choices(asked, SANDRA)) == [Claim(Gain.WOOD), Claim(Gain.POINTS)]


def test_all_of_a_seats_moai_bring_the_same_kind() -> None:
    asked = valued(Card.MOAI, {"moai": 3}, {"moai": 2}).state

    after = GAME.resolve(asked, claims(anne=Gain.WOOD, stefan=Gain.POINTS)).state

    assert (wood(after), points(after)) == ([4, 0], [0, 2])


def test_claims_open_together_and_then_the_turn_passes() -> None:
    asked = valued(Card.MOAI, {"moai": 1}, {"moai": 1}).state

    step = GAME.resolve(asked, claims(anne=Gain.WOOD, stefan=Gain.WOOD))

    assert step.final
    assert (step.state.active, step.state.stage, step.state.valued) == (1, Stage.PLAY, None)


def test_a_claim_is_not_played_alone_in_the_open() -> None:
    asked = valued(Card.MOAI, {"moai": 1}, {"moai": 1}).state

    with pytest.raises(Illegal, match="sealed_now"):
        GAME.play(asked, ANNE, Claim(Gain.WOOD))


def test_without_any_moai_in_a_village_nobody_is_asked_r5() -> None:
    step = valued(Card.MOAI, {}, {})

    assert step.state.active == 1
    assert not GAME.sealed(step.state)


# --- gatherers


def test_patrick_and_sandra_with_two_grain_gatherers_each_take_one_card() -> None:
    """The rulebook's example of gatherers."""
    step = valued(Card.GRAIN, {}, {}, {"grain": 2}, {"grain": 2})

    assert held(step.state) == [goods(), goods(), goods(grain=1), goods(grain=1)]
    assert step.state.stacks[3] == 18


def test_the_bonus_of_gatherers_is_one_card_more_however_many_there_are() -> None:
    step = valued(Card.FISH, {"fish": 4}, {"fish": 1})

    assert held(step.state) == [goods(fish=2), goods(fish=1)]


def test_the_active_player_takes_first_then_clockwise_each_all_it_is_due() -> None:
    step = valued(Card.FISH, {"fish": 1}, {"fish": 1}, {"fish": 3}, active=1)

    assert step.events[2:] == (
        Took(1, Good.FISH, 1),
        Took(2, Good.FISH, 2),
        Took(0, Good.FISH, 1),
    )


def short(**stacks: int) -> State:
    """Fish is valued: Anne is due two cards, Stefan and Patrick one each."""
    villages: tuple[dict[str, int], ...] = ({"fish": 2}, {"fish": 1}, {"fish": 1}, {})
    return valued(Card.FISH, *villages, stacks=goods(**stacks)).state


def test_what_the_stack_lacks_is_chosen_from_the_others_in_order_r5() -> None:
    state = short(fish=1, mulberry=5, grain=5)

    asked = []
    for text in ("take mulberry", "take grain", "take grain"):
        (seat,) = GAME.awaiting(state)
        asked.append(seat)
        state = play(state, seat, text).state

    assert asked == [ANNE, STEFAN, PATRICK]
    assert held(state) == [goods(fish=1, mulberry=1), goods(grain=1), goods(grain=1), goods()]
    assert (state.active, state.stage) == (1, Stage.PLAY)


def test_someone_due_two_cards_may_take_two_different_substitutes() -> None:
    state = short(mulberry=5, grain=5)

    assert state.due == 2
    state = play(state, ANNE, "take mulberry").state
    assert (GAME.awaiting(state), state.due) == ({ANNE}, 1)
    state = play(state, ANNE, "take grain").state

    assert held(state)[ANNE] == goods(mulberry=1, grain=1)
    assert GAME.awaiting(state) == {STEFAN}


def test_substitutes_are_open_one_after_the_other_not_sealed_r5() -> None:
    state = short(mulberry=5, grain=5)

    assert not GAME.sealed(state)
    assert list(GAME.choices(state, ANNE)) == [Take(Good.MULBERRY), Take(Good.GRAIN)]


def test_a_single_stack_left_is_taken_from_unasked_r5() -> None:
    state = short(fish=1, grain=5)

    assert held(state) == [goods(fish=1, grain=1), goods(grain=1), goods(grain=1), goods()]
    assert state.active == 1


def test_a_choice_that_leaves_a_single_stack_ends_the_asking_r5() -> None:
    state = short(mulberry=1, grain=5)

    step = play(state, ANNE, "take mulberry")

    assert step.events == (
        Took(ANNE, Good.MULBERRY, 1),
        Took(ANNE, Good.GRAIN, 1),
        Took(STEFAN, Good.GRAIN, 1),
        Took(PATRICK, Good.GRAIN, 1),
    )


def test_with_no_stack_left_nothing_is_taken() -> None:
    state = short(fish=1, grain=1)

    assert held(state) == [goods(fish=1, grain=1), goods(), goods(), goods()]
    assert state.stacks == goods()
    assert (state.active, state.stage) == (1, Stage.PLAY)


def test_a_last_substitute_that_empties_all_stacks_ends_the_valuation() -> None:
    state = short(mulberry=1, grain=1)

    state = play(state, ANNE, "take mulberry").state

    assert held(state) == [goods(mulberry=1, grain=1), goods(), goods(), goods()]
    assert (state.active, state.stage) == (1, Stage.PLAY)


def test_a_substitute_comes_from_a_stack_that_is_left() -> None:
    with pytest.raises(Illegal, match="stack_empty"):
        play(short(mulberry=5, grain=5), ANNE, "take fish")


def test_wood_and_points_have_no_limit_r9() -> None:
    """R9: counted on, whatever number of tokens the box has."""
    village = cards(lumberjack=9, priest=9)
    rich: tuple[Tribe, ...] = (tribe(wood=500, points=500, village=village, hand=HAND), tribe())
    wood = drawing(*rich, column=(Card.LUMBERJACK, Card.PRIEST))
    points = drawing(*rich, column=(Card.PRIEST, Card.LUMBERJACK))

    assert play(wood, 0, "draw 1").state.tribes[0].wood == 510
    assert play(points, 0, "draw 1").state.tribes[0].points == 510
