"""The laws themselves, on the toy: a sound game keeps them, and each unsound one is caught."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import Illegal, Refusal
from engine.game import Outcome, Seat, Setup, Step
from tests.engine.laws import Laws, obey
from tests.engine.toy import (
    SHELLS,
    Action,
    Bid,
    Facts,
    Options,
    Shells,
    State,
    Take,
    View,
    conserve,
    hide,
)
from tests.scale import times

LAWS = Laws(SHELLS, conserve, hide, bound=400)


@pytest.mark.parametrize("number", range(times(20)))
def test_random_matches_of_the_toy_keep_every_law(number: int) -> None:
    played = obey(LAWS, Setup(2 + number % 2, {"rounds": 1 + number % 3}), number)

    assert played.entries[0].kind == "deal"


class ListsTooMuch(Shells):
    def choices(self, state: State, seat: Seat) -> Options:
        honest = super().choices(state, seat)
        return replace(honest, most=3 if honest.bids is None else 0)


class AwaitsNobody(Shells):
    def awaiting(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.round > 1 else super().awaiting(state)


class AwaitsForEver(Shells):
    def awaiting(self, state: State) -> frozenset[Seat]:
        return super().awaiting(state) or frozenset({0})


class ShowsACard(Shells):
    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), card=state.cards[0])


class ChoosesByACard(Shells):
    def choices(self, state: State, seat: Seat) -> Options:
        honest = super().choices(state, seat)
        return replace(honest, most=min(honest.most, state.cards[-1] + 1))


class RefusesByACard(Shells):
    def check(self, state: State, seat: Seat, action: Action) -> None:
        super().check(state, seat, action)
        if isinstance(action, Take) and state.shells[seat] and state.cards[1 - seat] == 2:
            raise Illegal("not_now")

    def choices(self, state: State, seat: Seat) -> Options:
        honest = super().choices(state, seat)
        return replace(honest, most=0) if state.shells[seat] else honest


class LosesShells(Shells):
    def play(self, state: State, seat: Seat, action: Action) -> Step[State]:
        step = super().play(state, seat, action)
        return replace(step, state=replace(step.state, beach=step.state.beach // 2))


class SaysOtherwise(Shells):
    def say(self, state: State, action: Action) -> str:
        return "bid 0 mark 0" if isinstance(action, Bid) else super().say(state, action)


class PlaysWhatItRefuses(Shells):
    def check(self, state: State, seat: Seat, action: Action) -> None:
        super().check(state, seat, action)
        if isinstance(action, Take) and state.shells[seat] > 0:
            raise Illegal("too_dear", shells=0)

    def play(self, state: State, seat: Seat, action: Action) -> Step[State]:
        if isinstance(action, Take) and action.count <= state.beach:
            return Step(self._taken(state, seat, action.count))
        return super().play(state, seat, action)

    def choices(self, state: State, seat: Seat) -> Options:
        honest = super().choices(state, seat)
        return honest if not state.shells[seat] else replace(honest, most=0)


class DefaultsBadly(Shells):
    def default(self, state: State, seat: Seat) -> Action:
        return Bid(99) if self.sealed(state) else super().default(state, seat)


class CountsBadly(Shells):
    def outcome(self, state: State) -> Outcome | None:
        honest = super().outcome(state)
        return honest and replace(honest, totals=tuple(total + 1 for total in honest.totals))


class NeverEnds(Shells):
    def resolve(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        step = super().resolve(state, actions)
        return replace(step, state=replace(step.state, round=1))


class DrawsLikeASalt(Shells):
    def deal(self, setup: Setup, luck: Any) -> Step[State]:
        _, luck = luck.draw("salt:entry", 6)
        return super().deal(setup, luck)


class ForgetsAWord(Shells):
    words = {code: text for code, text in SHELLS.words.items() if code != "won"}  # noqa: RUF012 - as the game has it


class MistakesItsFacts(Shells):
    choices_type = State


class Forgets(Shells):
    """Its outcome hangs on something outside the state, so a replay finds another."""

    def __init__(self) -> None:
        self.dealt = 0

    def deal(self, setup: Setup, luck: Any) -> Step[State]:
        self.dealt += 1
        _, luck = luck.draw("again", self.dealt + 1)
        return super().deal(setup, luck)


UNSOUND: list[Callable[[], Shells]] = [
    ListsTooMuch,
    AwaitsNobody,
    AwaitsForEver,
    ShowsACard,
    ChoosesByACard,
    RefusesByACard,
    LosesShells,
    SaysOtherwise,
    PlaysWhatItRefuses,
    DefaultsBadly,
    CountsBadly,
    NeverEnds,
    DrawsLikeASalt,
    ForgetsAWord,
    MistakesItsFacts,
    Forgets,
]


@pytest.mark.parametrize("unsound", UNSOUND)
def test_a_game_that_breaks_a_law_is_caught(unsound: Callable[[], Shells]) -> None:
    """A check that cannot fail proves nothing."""
    laws = Laws(unsound(), conserve, hide, bound=120)

    with pytest.raises((AssertionError, Refusal, LookupError, AttributeError)):
        for number in range(10):
            obey(laws, Setup(2), number)


def test_a_choice_of_how_to_choose_is_the_tests_own() -> None:
    first = Laws(SHELLS, conserve, hide, choose=lambda choices, _pick: next(iter(choices)))

    assert obey(first, Setup(2), 0).match.state.round == 3


def test_facts_of_the_toys_choices_are_read_back() -> None:
    assert Options(2, None).facts() == Facts(2, ending=True, bids=None)
