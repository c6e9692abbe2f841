"""What holds in every state of every match."""

from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest

from engine.chance import Luck
from engine.game import Seat, Setup
from engine.rapanui.cards import CARDS, GOODS, Counts, Good
from engine.rapanui.events import Drew, Refilled
from engine.rapanui.state import Stage, State
from tests.engine.laws import Laws, obey, same_by_codec
from tests.engine.rapanui.pieces import pieces, spread
from tests.engine.rapanui.table import GAME, by_chance, dealt
from tests.scale import times

T = TypeVar("T")
COUNTS = pytest.mark.parametrize("seats", [2, 3, 4])
# A column is emptied nine times, and three others can be down to their last card.
MOST_DRAWS = 9 * 4 + 3 * 3


def test_there_are_66_village_cards_and_100_sacrifice_cards() -> None:
    for seats in (2, 3, 4):
        village, goods = pieces(dealt(seats, 1))

        assert sum(village.values()) == 66
        assert goods == {"fish": 25, "mulberry": 25, "potato": 25, "grain": 25}


@COUNTS
@pytest.mark.parametrize("part", range(4))
def test_random_matches_keep_every_card_and_four_free_fronts_and_end_in_time(
    seats: int, part: int
) -> None:
    """Two hundred matches for each player count; R7 is the law of the fronts."""
    share = times(50)
    for number in range(part * share, part * share + share):
        draws = refills = 0
        whole = pieces(dealt(seats, number))
        for step in by_chance(seats, number):
            state = step.state
            draws += sum(isinstance(event, Drew) for event in step.events)
            refills += sum(isinstance(event, Refilled) for event in step.events)
            assert pieces(state) == whole
            assert all(state.columns)
            assert bool(GAME.awaiting(state)) != bool(GAME.outcome(state))
            assert all(tribe.wood >= 0 for tribe in state.tribes)
        assert refills == 9
        assert 36 <= draws <= MOST_DRAWS


# --- noninterference: only what is hidden from a seat is changed


def otherwise(state: State, seat: Seat | None) -> State:
    """The same table with other hands, goods, face-down cards, deck and luck of the others."""
    dice = Random(state.turn)  # noqa: S311 - the dice of a test
    others = [at for at in range(len(state.tribes)) if at != seat]
    tribes = list(state.tribes)
    cards, goods = list(state.deck), list[Good]()
    for at in others:
        cards += spread(tribes[at].hand, CARDS)
        goods += spread(tribes[at].goods, GOODS) + spread(tribes[at].laid, GOODS)
    dice.shuffle(cards)
    dice.shuffle(goods)
    for at in others:
        tribes[at] = replace(
            tribes[at],
            hand=taken(cards, tribes[at].hand, CARDS),
            goods=taken(goods, tribes[at].goods, GOODS),
            laid=taken(goods, tribes[at].laid, GOODS),
        )
    luck = Luck(b"another", state.luck.match, state.luck.counter)
    return replace(state, tribes=tuple(tribes), deck=tuple(cards), luck=luck)


def taken(pool: list[T], like: Counts, kinds: tuple[T, ...]) -> Counts:
    """As many cards as before, whichever come."""
    drawn = [pool.pop() for _ in range(sum(like))]
    return tuple(drawn.count(kind) for kind in kinds)


LAWS = Laws(GAME, conserve=pieces, hide=otherwise, bound=400, share=4)


@COUNTS
@pytest.mark.parametrize("number", range(times(12)))
def test_a_random_match_breaks_no_law(seats: int, number: int) -> None:
    """Choices accepted, states unchanged, codec and notation, noninterference, replay, record."""
    played = obey(LAWS, Setup(seats), number)

    assert played.entries[0].kind == "deal"


@COUNTS
def test_the_laws_hold_too_when_goods_are_scarce(seats: int) -> None:
    """Few goods, much wood: stacks run out, substitutes are taken, some hold no card (R2, R5)."""
    stages = set()
    for number in range(times(15)):
        rich = tuple(
            replace(tribe, wood=40, goods=(1, 0, 0, 0)) for tribe in dealt(seats, 0).tribes
        )
        scarce = list(by_chance(seats, number, stacks=(2, 1, 2, 1), tribes=rich))
        whole = pieces(scarce[0].state)
        for step in scarce:
            state = step.state
            stages.add(state.stage)
            assert pieces(state) == whole
            same_by_codec(GAME.state_type, state)
            for seat in GAME.awaiting(state):
                assert list(GAME.choices(state, seat))
                GAME.check(state, seat, GAME.default(state, seat))
                for action in GAME.choices(state, seat):
                    GAME.check(state, seat, action)
                    assert GAME.parse(state, seat, GAME.say(state, action)) == action
                other = otherwise(state, seat)
                assert GAME.choices(other, seat).facts() == GAME.choices(state, seat).facts()
    assert stages == set(Stage)


@COUNTS
@pytest.mark.parametrize("number", range(times(4)))
def test_what_is_hidden_changes_no_view_choice_or_text_of_a_seat(seats: int, number: int) -> None:
    for step in by_chance(seats, number):
        if GAME.outcome(step.state) is not None:
            break
        for seat in range(seats):
            other = otherwise(step.state, seat)
            assert GAME.view(other, seat) == GAME.view(step.state, seat)
            assert list(GAME.choices(other, seat)) == list(GAME.choices(step.state, seat))
            assert GAME.sketch(GAME.view(other, seat)) == GAME.sketch(GAME.view(step.state, seat))
