"""Giants: a sealed auction, placement, and transport of statues over a hex island."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.chance import Luck
from engine.errors import Illegal
from engine.game import (
    Caution,
    Episode,
    Meta,
    Option,
    Outcome,
    Phase,
    Seat,
    Setup,
    Stake,
    Step,
    Tagged,
    Value,
)
from engine.giants import (
    auction,
    notation,
    placement,
    planning,
    preferences,
    reading,
    retelling,
    rounds,
    ruleset,
    sketch,
    transport,
    words,
)
from engine.giants.actions import (
    Action,
    Bid,
    Decline,
    Move,
    Pass,
    Peek,
    Place,
    Recall,
    Tablet,
    Take,
)
from engine.giants.board import Island, demand_room, load
from engine.giants.choices import Choices, choices
from engine.giants.ending import outcome
from engine.giants.events import Declined, Event, Took
from engine.giants.facts import Facts
from engine.giants.peeking import check_peek, peek, peek_cautions, peeks
from engine.giants.state import Stage, State
from engine.giants.view import View, review, view
from engine.words import ENGLISH, N_, Tongue

ISLANDS: Final = ("rapa-nui", "motu-nui")

FITTING: Final[dict[Stage, tuple[type, ...]]] = {
    "bidding": (Bid,),
    "picking": (Take, Decline),
    "placement": (Place, Tablet, Pass),
    "transport": (Move, Pass),
    "recall": (Recall,),
    "over": (),
}
PHASES: Final[dict[Stage, str]] = {
    "bidding": "auction",
    "picking": "auction",
    "placement": "placement",
    "transport": "transport",
    "recall": "recall",
    "over": "end",
}
DEFAULTS: Final[dict[Stage, Action]] = {  # G21
    "bidding": Bid(),
    "picking": Decline(),
    "placement": Pass(),
    "transport": Pass(),
    "recall": Recall(),
}


def _meta(islands: tuple[str, ...]) -> Meta:
    return Meta(
        slug="giants",
        title="Giants",
        designer="Fabrice Besson",
        seats=tuple(ruleset.BASES),
        rules=ruleset.NEWEST_RULES,
        older=(ruleset.FIRST_RULES,),
        preferences=preferences.PREFERENCES,
        options=(
            Option("island", "choice", islands[0], N_("The map to play on."), choices=islands),
            Option("quick", "flag", default=False, summary=N_("Begin with two workers, not one.")),
            Option(
                "visible_score",
                "flag",
                default=False,
                summary=N_("Score each moai when it is erected, not at the end."),
            ),
            Option(
                "leftover_moai",
                "choice",
                "remove",
                N_("Whether a moai nobody takes leaves the game or returns to the box."),
                choices=("remove", "return"),
            ),
            Option(
                "auto_pick",
                "flag",
                default=False,
                summary=N_("Take the only affordable moai for a seat without a plan."),
            ),
            Option(
                "open_bases",
                "flag",
                default=False,
                summary=N_("Always show whose moai stands where; nobody can peek."),
            ),
            Option(
                "max_rounds",
                "number",
                ruleset.MOST_ROUNDS,
                N_("The match ends after this round at the latest."),
                least=1,
                most=99,
            ),
        ),
    )


class Giants:
    """The game, with the islands it can be played on."""

    state_type: Any = State
    action_type: Any = Action
    event_type: Any = Event
    view_type: Any = View
    choices_type: Any = Facts
    terms = words.TERMS
    words = words.WORDS

    def __init__(self, islands: Mapping[str, Island] | None = None) -> None:
        self.islands = islands or {name: load(name) for name in ISLANDS}
        self.meta = _meta(tuple(self.islands))

    def _island(self, state: State) -> Island:
        return self.islands[state.options.island]

    def deal(self, setup: Setup, luck: Luck) -> Step[State]:
        island = self.islands[str(setup.options["island"])]
        demand_room(island, setup.seats)
        events: list[Tagged] = []
        state = rounds.deal(island, setup, luck, events)
        return Step(state, tuple(events), final=True)

    def awaiting(self, state: State) -> frozenset[Seat]:
        return rounds.awaiting(state)

    def sealed(self, state: State) -> bool:
        return state.stage in ("bidding", "recall")

    def phase(self, state: State) -> Phase:
        return Phase(PHASES[state.stage], state.round)

    def choices(self, state: State, seat: Seat) -> Choices:
        return choices(self._island(state), state, seat)

    def asides(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return peeks(state, seat)

    def aside(self, action: Action) -> bool:
        return isinstance(action, Peek)

    def check(self, state: State, seat: Seat, action: Action) -> None:
        if not isinstance(action, (Peek, *FITTING[state.stage])):
            raise Illegal(
                "wrong_phase",
                action=action.kind,
                phase=PHASES[state.stage],
                examples=reading.EXAMPLES[state.stage],
            )
        self._check(self._island(state), state, seat, action)

    def _check(self, island: Island, state: State, seat: Seat, action: Action) -> None:
        match action:
            case Bid():
                auction.check_bid(state, seat, action)
            case Take() | Decline():
                auction.check_pick(state, seat, action)
            case Place():
                placement.check_place(island, state, seat, action)
            case Tablet():
                placement.check_tablet(state, seat)
            case Move():
                transport.check_move(island, state, seat, action)
            case Pass():
                transport.check_pass(state, seat, action)
            case Recall():
                rounds.check_recall(island, state, seat, action)
            case _:
                check_peek(island, state, seat, action)

    def cautions(self, state: State, seat: Seat, action: Action) -> tuple[Caution, ...]:  # noqa: ARG002 - the contract's names
        return peek_cautions(state, action) if isinstance(action, Peek) else ()

    def play(self, state: State, seat: Seat, action: Action) -> Step[State]:
        self.check(state, seat, action)
        events: list[Tagged] = []
        if isinstance(action, Peek):
            state, answer = peek(state, seat, action, events)
            return Step(state, tuple(events), ((seat, answer),), final=True)
        state = self._played(self._island(state), state, seat, action, events)
        return Step(state, tuple(events), final=_answered(seat, action, events))

    def _played(
        self, island: Island, state: State, seat: Seat, action: Action, events: list[Tagged]
    ) -> State:
        match action:
            case Take() | Decline():
                pick = action.size if isinstance(action, Take) else "decline"
                state = auction.choose(state, seat, pick, events)
                return rounds.continue_auction(island, state, events)
            case Place():
                state = placement.place(island, state, seat, action, events)
            case Tablet():
                state = placement.take_tablet(state, seat, events)
            case Move():
                state = transport.move(island, state, seat, action, events)
            case Pass():
                state = rounds.pass_turn(island, state, seat, action, events)
            case _:
                raise Illegal("sealed_now")
        return rounds.hand_on(island, state, seat + 1, events)

    def resolve(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        for seat, action in actions.items():
            self.check(state, seat, action)
        island, events = self._island(state), list[Tagged]()
        if state.stage == "bidding":
            bids = {s: a for s, a in actions.items() if isinstance(a, Bid)}
            state = auction.open_bids(state, bids, events)
            state = rounds.continue_auction(island, state, events)
        else:
            recalls = {s: a for s, a in actions.items() if isinstance(a, Recall)}
            state = rounds.recall(island, state, recalls, events)
        return Step(state, tuple(events), final=True)

    def default(self, state: State, seat: Seat) -> Action:  # noqa: ARG002 - the same for each seat
        return DEFAULTS[state.stage]

    def ahead(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        return planning.ahead(state, seat)

    def in_round(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        return planning.in_round(state, seat)

    def suits(self, state: State, seat: Seat, action: Action, phase: Phase) -> bool:  # noqa: ARG002 - the contract's names
        return planning.suits(action, phase)

    def supposing(self, state: State, seat: Seat, phase: Phase) -> State | None:
        return planning.supposing(state, seat, phase)

    def stake(self, state: State, seat: Seat, action: Action) -> Stake:
        return planning.stake(self._island(state), state, seat, action)

    def passing(self, state: State, seat: Seat) -> Action | None:  # noqa: ARG002 - the contract's names
        return planning.passing(state)

    def forced(self, state: State, seat: Seat) -> Action | None:
        return planning.forced(self._island(state), state, seat)

    def preferred(self, state: State, seat: Seat, wanted: Mapping[str, Value]) -> Action | None:
        return preferences.preferred(self._island(state), state, seat, wanted)

    def outcome(self, state: State) -> Outcome | None:
        return outcome(self._island(state), state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(self._island(state), state, seat)

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        return reading.parse(self._island(state), state, seat, text)

    def demand_consistent(self, text: str) -> None:
        reading.demand_consistent(text)

    def say(self, state: State, action: Action) -> str:
        return notation.say(self._island(state), action)

    def show(self, view: View, name: str, value: Any, tongue: Tongue = ENGLISH) -> str:
        return words.Shown(self.islands[view.options.island], tongue).fact(name, value)

    def veils(self, state: State) -> bool:
        return retelling.veils(state)

    def retell(self, state: State, story: Sequence[Episode]) -> tuple[Episode, ...]:
        return retelling.retell(state, story)

    def review(self, present: View, view: View) -> View:
        return review(present, view)

    def sketch(self, view: View, tongue: Tongue = ENGLISH) -> str:
        return sketch.sketch(self.islands[view.options.island], view, tongue)


def _answered(seat: Seat, action: Action, events: list[Tagged]) -> bool:
    """The receptacle gave something, or others' sealed plans showed what they hold."""
    if isinstance(action, Place):
        return action.power in placement.ANSWERED_BY_RECEPTACLE
    return any(isinstance(event, Took | Declined) and event.seat != seat for event in events)
