"""Choices: what is listed is exactly what is legal, and its facts say so in short."""

from itertools import product
from random import Random

import pytest

from engine.errors import Refusal
from engine.game import Seat
from engine.rapanui.actions import (
    Action,
    Buy,
    Claim,
    Discard,
    Draw,
    Gain,
    Lay,
    Play,
    Sacrifice,
    Take,
)
from engine.rapanui.cards import Card, Good
from engine.rapanui.offers import (
    ClaimOffer,
    DrawOffer,
    LayOffer,
    NoOffer,
    Playable,
    Price,
    SacrificeOffer,
    TakeOffer,
    TurnOffer,
)
from engine.rapanui.state import Stage, State
from tests.engine.rapanui.table import GAME, by_chance, cards, goods, table, tribe
from tests.scale import times

MAYBE = (None, *Good)
EVERY_ACTION: tuple[Action, ...] = (
    *(Buy(good) for good in Good),
    *(Play(*parts) for parts in product(Card, (1, 2, 3), MAYBE)),
    *(Discard(good) for good in MAYBE),
    *(Sacrifice(good) for good in Good),
    *(Lay(*parts) for parts in product(MAYBE, MAYBE)),
    *(Draw(column) for column in (1, 2, 3, 4)),
    *(Claim(gain) for gain in Gain),
    *(Take(good) for good in Good),
)


def legal(state: State, seat: Seat, action: Action) -> bool:
    try:
        GAME.check(state, seat, action)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_list_is_every_legal_action_once_and_nothing_else(seats: int) -> None:
    for number in range(times(12)):
        for step in by_chance(seats, number):
            for seat in range(seats):
                listed = list(GAME.choices(step.state, seat))

                assert len(listed) == len(set(listed))
                assert set(listed) == {a for a in EVERY_ACTION if legal(step.state, seat, a)}


def test_every_choice_of_a_turn_can_be_sampled() -> None:
    state = table(tribe(wood=9, hand=cards(fish=2, moai=1), village=cards(grain=3)), tribe())
    choices, dice = GAME.choices(state, 0), Random(1)  # noqa: S311 - the dice of a test

    assert {choices.sample(dice.randrange) for _ in range(2000)} == set(choices)


def test_the_facts_of_a_turn_are_what_can_be_bought_and_what_can_be_played() -> None:
    hand = cards(fish=2, moai=1)
    state = table(
        tribe(wood=4, hand=hand, village=cards(grain=2)), tribe(), stacks=goods(grain=1, fish=1)
    )

    assert GAME.choices(state, 0).facts() == TurnOffer(
        wood=4,
        buys=(Price(Good.GRAIN, 3),),
        plays=(Playable(Card.FISH, 1, 0), Playable(Card.FISH, 2, 1)),
        discard=False,
    )


def test_after_buying_nothing_more_is_for_sale() -> None:
    state = table(tribe(wood=9, hand=cards(moai=3)), tribe(), bought=True)

    assert GAME.choices(state, 0).facts() == TurnOffer(
        wood=9, buys=(), plays=(Playable(Card.MOAI, 1, 7),), discard=True
    )


HOLDER = tribe(goods=goods(fish=1, grain=2), hand=cards(priest=1), village=cards(moai=2))


@pytest.mark.parametrize(
    ("stage", "facts"),
    [
        (Stage.SACRIFICE, SacrificeOffer((Good.FISH, Good.GRAIN))),
        (Stage.LAY, LayOffer((Good.FISH, Good.GRAIN), (Good.POTATO, Good.GRAIN))),
        (Stage.DRAW, DrawOffer((1, 2, 3, 4), 2)),
        (Stage.CLAIM, ClaimOffer((Gain.WOOD, Gain.POINTS), 3)),
        (Stage.SUBSTITUTE, TakeOffer((Good.POTATO, Good.GRAIN), 2)),
    ],
)
def test_the_facts_of_each_other_step_name_what_there_is(stage: Stage, facts: object) -> None:
    state = table(HOLDER, tribe(), stage=stage, due=2, stacks=goods(potato=1, grain=2))

    assert GAME.choices(state, 0).facts() == facts


def test_a_seat_that_is_not_awaited_has_no_choices() -> None:
    choices = GAME.choices(table(HOLDER, HOLDER), 1)

    assert list(choices) == []
    assert choices.facts() == NoOffer()


def test_there_are_no_asides() -> None:
    state = table(HOLDER, HOLDER)

    assert GAME.asides(state, 1) == ()
    assert not any(GAME.aside(action) for action in EVERY_ACTION)
