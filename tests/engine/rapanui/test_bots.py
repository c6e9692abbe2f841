"""The bots: they choose from a view alone, and greedy beats random."""

from collections.abc import Sequence
from random import Random

import pytest

from engine.bots import rapanui
from engine.bots.chance import chance
from engine.bots.rapanui import greedy, judge
from engine.chance import Luck
from engine.game import Bot, Outcome, Setup
from engine.rapanui.actions import Buy, Claim, Discard, Gain, Lay, Play, Sacrifice
from engine.rapanui.cards import Card, Good
from engine.rapanui.state import Stage, State
from engine.registry import BOTS
from tests.engine.rapanui.table import GAME, cards, drawing, goods, table, tribe
from tests.scale import times


def match(bots: Sequence[Bot], number: int) -> Outcome:
    dice = Random(number)  # noqa: S311 - the dice of a test
    state = GAME.deal(Setup(len(bots)), Luck(b"between bots", str(number))).state
    while awaited := GAME.awaiting(state):
        chosen = {
            seat: bots[seat](GAME.view(state, seat), GAME.choices(state, seat), dice.randrange)
            for seat in sorted(awaited)
        }
        if GAME.sealed(state):
            state = GAME.resolve(state, chosen).state
        else:
            ((seat, action),) = chosen.items()
            state = GAME.play(state, seat, action).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_greedy_wins_more_than_nine_of_ten_of_100_matches_against_random(first: int) -> None:
    """Four times a hundred matches of two, each bot as often in each seat."""
    won = 0
    for number in range(first * times(100), (first + 1) * times(100)):
        seat = number % 2
        bots = [greedy, chance] if seat == 0 else [chance, greedy]
        won += match(bots, number).winners == (seat,)

    assert won >= times(92)


@pytest.mark.parametrize("seats", [3, 4])
def test_greedy_wins_most_matches_of_more_players_too(seats: int) -> None:
    won = 0
    for number in range(20):
        bots: list[Bot] = [chance] * seats
        bots[number % seats] = greedy
        won += match(bots, number).winners == (number % seats,)

    assert won >= 16


def test_the_registry_has_both_bots() -> None:
    assert BOTS["rapa-nui"] == {"random": chance, "greedy": greedy}


def choice(state: State) -> object:
    return greedy(GAME.view(state, 0), GAME.choices(state, 0), lambda _: 0)


OTHER = tribe(hand=cards(fish=3), goods=goods(fish=1, mulberry=1, potato=1, grain=1))


def test_greedy_draws_what_uncovers_its_own_majority() -> None:
    mine = tribe(hand=cards(fish=2), village=cards(priest=4))
    state = drawing(mine, OTHER, column=(Card.PRIEST, Card.LUMBERJACK))

    assert GAME.say(state, choice(state)) == "draw 1"  # type: ignore[arg-type] # a bot's choice is an action


def test_greedy_takes_points_rather_than_wood() -> None:
    mine = tribe(hand=cards(fish=3), village=cards(moai=1))

    assert choice(table(mine, OTHER, stage=Stage.CLAIM, valued=Card.MOAI)) == Claim(Gain.POINTS)


def test_greedy_sacrifices_so_that_what_it_holds_is_worth_more() -> None:
    mine = tribe(hand=cards(fish=3), goods=goods(grain=9, fish=1))
    state = table(mine, OTHER, stage=Stage.SACRIFICE, stone=goods(fish=3, grain=3))

    assert choice(state) == Sacrifice(Good.GRAIN)


def test_greedy_knows_its_own_face_down_cards() -> None:
    mine = tribe(hand=cards(fish=3), laid=goods(grain=2))
    view = GAME.view(table(mine, OTHER, stone=goods(grain=1)), 0)

    assert rapanui.read(view).stone == goods(grain=3)


def test_greedy_judges_a_discard_with_and_without_a_purchase() -> None:
    view = GAME.view(table(tribe(wood=6, hand=cards(moai=3)), OTHER), 0)
    outlook = rapanui.read(view)

    assert judge(view, outlook, Discard()) == outlook.value()
    assert judge(view, outlook, Discard(Good.FISH)) == judge(view, outlook, Buy(Good.FISH))


def test_greedy_judges_laying_nothing_and_adding_nothing() -> None:
    view = GAME.view(table(tribe(hand=cards(moai=3)), OTHER, stage=Stage.LAY), 0)
    outlook = rapanui.read(view)

    assert judge(view, outlook, Lay(None, None)) == outlook.value()


def test_a_moai_is_worth_more_to_greedy_than_its_wood_early_on() -> None:
    mine = tribe(wood=7, hand=cards(moai=1, lumberjack=2), goods=goods(fish=2))

    assert choice(table(mine, OTHER)) == Play(Card.MOAI)


def test_a_stranger_has_nothing_to_choose() -> None:
    view = GAME.view(table(OTHER, OTHER), None)

    with pytest.raises(ValueError, match="stranger"):
        rapanui.read(view)
