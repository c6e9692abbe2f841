"""Tables set up by hand, and matches played by chance, for the tests of Rapa Nui."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from engine.chance import Luck
from engine.game import Seat, Setup, Step
from engine.rapanui import RapaNui
from engine.rapanui.actions import Action, Claim, Gain
from engine.rapanui.cards import CARDS, GOODS, Card, Counts
from engine.rapanui.state import Stage, State, Tribe

GAME = RapaNui()
ANNE, STEFAN, PATRICK, SANDRA = range(4)  # as they sit in the rulebook's examples


def cards(**counts: int) -> Counts:
    """Village cards by name: `cards(fish=2, moai=1)`."""
    return tuple(counts.get(card, 0) for card in CARDS)


def goods(**counts: int) -> Counts:
    """Sacrifice cards by name."""
    return tuple(counts.get(good, 0) for good in GOODS)


def tribe(**parts: Any) -> Tribe:
    """A tribe that has nothing but what is named."""
    empty = Tribe(wood=0, points=0, village=cards(), hand=cards(), goods=goods(), laid=goods())
    return replace(empty, **parts)


def table(*tribes: Tribe, **parts: Any) -> State:
    """A table at the start of a turn of the first tribe; every column shows lumberjacks."""
    active = parts.get("active", 0)
    column = (Card.LUMBERJACK,) * 4
    state = State(
        luck=Luck(b"key", "hand-made"),
        turn=1,
        active=active,
        stage=Stage.PLAY,
        asked=(active,),
        bought=False,
        valued=None,
        due=0,
        tribes=tribes,
        columns=(column,) * 4,
        deck=(Card.PRIEST,) * 18,
        stacks=goods(fish=20, mulberry=20, potato=20, grain=20),
        stone=goods(),
        discarded=0,
    )
    return replace(state, **parts)


def drawing(*tribes: Tribe, column: tuple[Card, ...], **parts: Any) -> State:
    """A table where the first tribe has one card to draw, best from this first column."""
    others = ((Card.LUMBERJACK,) * 4,) * 3
    return table(*tribes, stage=Stage.DRAW, columns=(column, *others), **parts)


def play(state: State, seat: Seat, text: str) -> Step[State]:
    """Do what a player writes."""
    return GAME.play(state, seat, GAME.parse(state, seat, text))


def played(state: State, *moves: tuple[Seat, str]) -> State:
    for seat, text in moves:
        state = play(state, seat, text).state
    return state


def claims(**gains: Gain) -> dict[Seat, Action]:
    """Sealed claims by the rulebook's names."""
    seats = {"anne": ANNE, "stefan": STEFAN, "patrick": PATRICK, "sandra": SANDRA}
    return {seats[name]: Claim(gain) for name, gain in gains.items()}


def dealt(seats: int, number: int) -> State:
    return GAME.deal(Setup(seats), Luck(b"dealt by a test", str(number))).state


def by_chance(seats: int, number: int, **parts: Any) -> Iterator[Step[State]]:
    """Every step of a random match, known by its number; its deal may differ in some parts."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    step = GAME.deal(Setup(seats), Luck(b"random match", f"{seats} {number}"))
    step = replace(step, state=replace(step.state, **parts))
    yield step
    while awaited := sorted(GAME.awaiting(step.state)):
        state = step.state
        chosen = {seat: GAME.choices(state, seat).sample(dice.randrange) for seat in awaited}
        if GAME.sealed(state):
            step = GAME.resolve(state, chosen)
        else:
            step = GAME.play(state, awaited[0], chosen[awaited[0]])
        yield step


def end_by_chance(seats: int, number: int) -> State:
    """How that match ends."""
    *_, last = by_chance(seats, number)
    return last.state
