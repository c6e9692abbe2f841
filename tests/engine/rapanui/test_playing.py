"""Buying, playing and discarding: the first two steps of a turn."""

import pytest

from engine.errors import Illegal, OutOfTurn
from engine.rapanui.actions import Buy, Discard, Play
from engine.rapanui.cards import Card, Good
from engine.rapanui.events import Bought, Discarded, Played
from engine.rapanui.playing import price
from engine.rapanui.state import Stage
from engine.words import tell
from tests.engine.rapanui.table import GAME, cards, goods, play, played, table, tribe

FREE = cards(lumberjack=1, priest=1, fish=1)
SANDRAS = tribe(wood=7, village=cards(lumberjack=1, mulberry=1, grain=2), hand=FREE)


def test_sandra_pays_four_for_mulberry_three_for_grain_five_for_the_rest() -> None:
    """The rulebook's example of buying."""
    costs = {good: price(SANDRAS.village, good) for good in Good}

    assert costs == {Good.FISH: 5, Good.MULBERRY: 4, Good.POTATO: 5, Good.GRAIN: 3}


@pytest.mark.parametrize(("good", "left"), [("mulberry", 3), ("grain", 4), ("fish", 2)])
def test_a_purchase_takes_the_wood_and_gives_the_card(good: str, left: int) -> None:
    state = table(SANDRAS, tribe())

    step = play(state, 0, f"buy {good}")

    assert step.state.tribes[0].wood == left
    assert step.state.tribes[0].goods == goods(**{good: 1})
    assert step.state.stacks == goods(
        **{"fish": 20, "mulberry": 20, "potato": 20, "grain": 20, good: 19}
    )
    assert step.events == (Bought(0, Good(good), 7 - left),)
    assert not step.final


@pytest.mark.parametrize(("gatherers", "cost"), [(0, 5), (4, 1), (5, 0), (6, 0)])
def test_a_card_never_costs_less_than_nothing(gatherers: int, cost: int) -> None:
    assert price(cards(fish=gatherers), Good.FISH) == cost


def test_with_five_gatherers_a_card_is_taken_without_wood() -> None:
    state = table(tribe(village=cards(fish=5), hand=FREE), tribe())

    assert play(state, 0, "buy fish").state.tribes[0].goods == goods(fish=1)


def test_one_may_buy_only_from_a_stack_that_is_not_empty() -> None:
    state = table(SANDRAS, tribe(), stacks=goods(fish=1))

    with pytest.raises(Illegal, match="stack_empty"):
        play(state, 0, "buy grain")


def test_one_may_not_buy_what_the_wood_does_not_pay() -> None:
    state = table(tribe(wood=4, hand=FREE), tribe())

    with pytest.raises(Illegal) as refusal:
        play(state, 0, "buy fish")

    assert refusal.value.code == "good_too_dear"
    assert refusal.value.facts == {"good": "fish", "cost": 5, "wood": 4}


def test_one_buys_at_most_once_in_a_turn() -> None:
    bought = play(table(tribe(wood=20, hand=FREE), tribe()), 0, "buy fish").state

    for text in ("buy fish", "buy grain, play priest"):
        with pytest.raises(Illegal, match="bought_already"):
            play(bought, 0, text)


def test_after_buying_the_same_seat_has_still_to_play() -> None:
    bought = play(table(SANDRAS, tribe()), 0, "buy grain").state

    assert GAME.awaiting(bought) == {0}
    assert bought.stage is Stage.PLAY


def test_a_play_without_a_buy_skips_it() -> None:
    state = play(table(SANDRAS, tribe()), 0, "play priest").state

    with pytest.raises(Illegal, match="wrong_step"):
        play(state, 0, "buy grain")


def test_buy_and_play_sent_together_are_the_same_as_one_after_the_other_r4() -> None:
    """R4: two steps, which a client may send as one."""
    state = table(SANDRAS, tribe())

    together = play(state, 0, "buy grain, play priest")

    assert together.state == played(state, (0, "buy grain"), (0, "play priest"))
    assert together.events == (Bought(0, Good.GRAIN, 3), Played(0, Card.PRIEST, 1, 0))


@pytest.mark.parametrize("card", ["lumberjack", "priest", "fish"])
def test_a_lumberjack_a_priest_or_one_gatherer_is_free(card: str) -> None:
    state = table(tribe(hand=FREE), tribe())

    step = play(state, 0, f"play {card}")

    assert step.state.tribes[0].village == cards(**{card: 1})
    assert step.state.tribes[0].hand == cards(**{"lumberjack": 1, "priest": 1, "fish": 1, card: 0})
    assert step.state.stage is Stage.DRAW
    assert not step.final


def test_stefan_pays_one_wood_for_two_fish_gatherers_whatever_lies_there_already() -> None:
    """The rulebook's example of playing gatherers."""
    state = table(tribe(wood=3, village=cards(fish=2), hand=cards(fish=2, moai=1)), tribe())

    step = play(state, 0, "play 2 fish gatherers")

    assert step.state.tribes[0].wood == 2
    assert step.state.tribes[0].village == cards(fish=4)
    assert step.events == (Played(0, Card.FISH, 2, 1),)


def test_three_gatherers_cost_two_wood() -> None:
    state = table(tribe(wood=2, hand=cards(grain=3)), tribe())

    after = play(state, 0, "play 3 grain").state

    assert after.tribes[0].wood == 0
    assert after.tribes[0].hand == cards()


def test_a_moai_costs_seven_wood() -> None:
    state = table(tribe(wood=7, hand=cards(moai=1, fish=2)), tribe())

    assert play(state, 0, "play moai").state.tribes[0].wood == 0


@pytest.mark.parametrize(
    ("wood", "text", "cost"),
    [(6, "play moai", 7), (0, "play 2 fish", 1), (6, "buy grain, play moai", 7)],
)
def test_a_play_that_the_wood_does_not_pay_is_refused(wood: int, text: str, cost: int) -> None:
    village = cards(grain=5)
    state = table(tribe(wood=wood, village=village, hand=cards(moai=1, fish=2)), tribe())

    with pytest.raises(Illegal) as refusal:
        play(state, 0, text)

    assert refusal.value.code == "play_too_dear"
    assert (refusal.value.facts["cost"], refusal.value.facts["wood"]) == (cost, wood)


@pytest.mark.parametrize("text", ["play moai", "buy fish, play moai", "play priest"])
def test_three_moai_with_too_little_wood_are_told_to_discard_one(text: str) -> None:
    """Also where the buy leaves too little, and whatever else one would play."""
    state = table(tribe(wood=8 if "buy" in text else 6, hand=cards(moai=3)), tribe())

    with pytest.raises(Illegal) as refusal:
        play(state, 0, text)

    said = tell(GAME.words, refusal.value.code, refusal.value.facts)
    left = 3 if "buy" in text else 6
    assert said == (
        f"You hold three moai and {left} wood, and a moai costs 7: put one out of the game "
        "instead, with `discard moai`."
    )
    discarding = text.replace("play moai", "discard moai").replace("play priest", "discard")
    assert Discarded(0) in play(state, 0, discarding).events


def test_wood_spent_on_buying_is_not_there_for_playing() -> None:
    state = table(tribe(wood=7, hand=cards(moai=1, fish=2)), tribe())

    with pytest.raises(Illegal, match="play_too_dear"):
        play(state, 0, "buy fish, play moai")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Play(Card.MOAI), "not_in_hand"),
        (Play(Card.FISH, 2), "not_in_hand"),
        (Play(Card.PRIEST, 2), "one_a_turn"),
        (Play(Card.FISH, 4), "too_many_gatherers"),
        (Play(Card.FISH, 0), "too_many_gatherers"),
        (Play(Card.LUMBERJACK, 0), "one_a_turn"),
        (Discard(), "no_discard"),
    ],
)
def test_what_the_hand_does_not_allow_is_refused(action: Play | Discard, code: str) -> None:
    state = table(tribe(wood=20, hand=FREE), tribe())

    with pytest.raises(Illegal, match=code):
        GAME.check(state, 0, action)


def test_a_hand_of_three_moai_without_the_wood_discards_one_then_draws() -> None:
    state = table(tribe(wood=6, hand=cards(moai=3)), tribe())

    step = play(state, 0, "discard moai")

    assert step.state.tribes[0].hand == cards(moai=2)
    assert step.state.tribes[0].village == cards()
    assert step.state.discarded == 1
    assert step.state.stage is Stage.DRAW
    assert step.events == (Discarded(0),)


def test_a_valuation_follows_the_discard() -> None:
    state = table(tribe(wood=0, hand=cards(moai=3), village=cards(lumberjack=2)), tribe())

    after = played(state, (0, "discard moai"), (0, "draw 1"))

    assert after.tribes[0].wood == 3
    assert after.active == 1


def test_with_the_wood_for_it_a_moai_is_played_not_discarded() -> None:
    state = table(tribe(wood=7, hand=cards(moai=3)), tribe())

    assert Discard() not in list(GAME.choices(state, 0))
    with pytest.raises(Illegal, match="no_discard"):
        GAME.check(state, 0, Discard())


def test_two_moai_and_another_card_leave_nothing_to_discard() -> None:
    state = table(tribe(wood=0, hand=cards(moai=2, fish=1)), tribe())

    assert list(GAME.choices(state, 0)) == [Play(Card.FISH)]


def test_one_may_buy_first_so_that_the_wood_no_longer_suffices() -> None:
    state = table(tribe(wood=7, hand=cards(moai=3)), tribe())

    together = play(state, 0, "buy fish, discard moai").state

    assert together == played(state, (0, "buy fish"), (0, "discard"))
    assert together.tribes[0].wood == 2
    assert together.tribes[0].goods == goods(fish=1)


def test_another_seat_has_to_wait_for_its_turn() -> None:
    state = table(SANDRAS, SANDRAS)

    with pytest.raises(OutOfTurn) as refusal:
        GAME.check(state, 1, Buy(Good.GRAIN))

    assert refusal.value.facts == {"awaited": (0,), "seat": 1}
    assert list(GAME.choices(state, 1)) == []
