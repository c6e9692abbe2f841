"""Rapa Nui: villages, moai and sacrifices, for two to four players."""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from typing import Any

from engine.chance import Luck
from engine.game import (
    Caution,
    Choices,
    Episode,
    Meta,
    Outcome,
    Phase,
    Seat,
    Setup,
    Stake,
    Step,
    Value,
)
from engine.rapanui import (
    absent,
    choices,
    dealing,
    ending,
    notation,
    offers,
    planning,
    preferences,
    reading,
    sketch,
    turn,
    view,
    words,
)
from engine.rapanui.actions import Action
from engine.rapanui.events import Event
from engine.rapanui.state import Stage, State
from engine.rapanui.view import View
from engine.rapanui.words import TERMS, WORDS
from engine.words import ENGLISH, Tongue


class RapaNui:
    """The rules as the engine drives them; each method's module says more."""

    meta = Meta(
        slug="rapa-nui",
        title="Rapa Nui",
        designer="Klaus-Jürgen Wrede",
        seats=(2, 3, 4),
        options=(),
        rules="1",
        preferences=preferences.PREFERENCES,
    )
    state_type: Any = State
    action_type: Any = Action
    event_type: Any = Event
    view_type: Any = View
    choices_type: Any = offers.Offer
    words = WORDS
    terms = TERMS

    def deal(self, setup: Setup, luck: Luck) -> Step[State]:
        return dealing.deal(setup, luck)

    def awaiting(self, state: State) -> AbstractSet[Seat]:
        return turn.awaiting(state)

    def sealed(self, state: State) -> bool:
        return state.stage is Stage.CLAIM

    def phase(self, state: State) -> Phase:
        return Phase("turn", state.turn)

    def choices(self, state: State, seat: Seat) -> Choices[Action]:
        return choices.choices(state, seat)

    def asides(self, state: State, seat: Seat) -> tuple[Action, ...]:  # noqa: ARG002 - the contract's names
        return ()

    def aside(self, action: Action) -> bool:  # noqa: ARG002 - the contract's names
        return False

    def check(self, state: State, seat: Seat, action: Action) -> None:
        turn.check(state, seat, action)

    def cautions(self, state: State, seat: Seat, action: Action) -> tuple[Caution, ...]:  # noqa: ARG002 - nothing is warned of
        return ()

    def play(self, state: State, seat: Seat, action: Action) -> Step[State]:
        return turn.play(state, seat, action)

    def resolve(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        return turn.resolve(state, actions)

    def default(self, state: State, seat: Seat) -> Action:
        return absent.default(state, seat)

    def ahead(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        return planning.ahead(state, seat)

    def in_round(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        """A round of turns, until the seat has had its own."""
        return planning.ahead(state, seat)

    def suits(self, state: State, seat: Seat, action: Action, phase: Phase) -> bool:
        return planning.suits(state, seat, action, phase)

    def supposing(self, state: State, seat: Seat, phase: Phase) -> State | None:
        return planning.supposing(state, seat, phase)

    def stake(self, state: State, seat: Seat, action: Action) -> Stake:
        return planning.stake(state, seat, action)

    def passing(self, state: State, seat: Seat) -> Action | None:  # noqa: ARG002 - the contract's names
        return None

    def forced(self, state: State, seat: Seat) -> Action | None:
        return planning.forced(state, seat)

    def preferred(self, state: State, seat: Seat, wanted: Mapping[str, Value]) -> Action | None:  # noqa: ARG002 - the contract's names
        return preferences.preferred(state, wanted)

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view.view(state, seat)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        return reading.parse(state, seat, text)

    def demand_consistent(self, text: str) -> None:
        """Its reader refuses a clause that stands twice."""

    def say(self, state: State, action: Action) -> str:  # noqa: ARG002 - the contract's names
        return notation.say(action)

    def show(self, view: View, name: str, value: Any, tongue: Tongue = ENGLISH) -> str:  # noqa: ARG002 - the contract's names
        return words.show(name, value, tongue)

    def veils(self, state: State) -> bool:  # noqa: ARG002 - the contract's names
        return False

    def retell(self, state: State, story: Sequence[Episode]) -> tuple[Episode, ...]:  # noqa: ARG002 - the contract's names
        return tuple(story)

    def review(self, present: View, view: View) -> View:  # noqa: ARG002 - the contract's names
        return view

    def sketch(self, view: View, tongue: Tongue = ENGLISH) -> str:
        return sketch.sketch(view, tongue)
