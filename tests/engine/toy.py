"""Shells, a tiny game for proving the driver: open turns, sealed bids, a peek, luck of both sorts.

Each round every seat in turn takes shells from the beach, one step at a time, or rolls a die for
them, and ends its turn; then all bid shells, sealed, with a hidden mark. The highest bid scores. A
face-down card lies before each seat, which it may peek at; a last mark that equals it scores too.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, TypeAlias

from engine.chance import Luck
from engine.codec import Span, hidden
from engine.errors import Ambiguous, Illegal, Malformed
from engine.game import (
    Caution,
    Episode,
    Game,
    Line,
    Meta,
    Option,
    Outcome,
    Phase,
    Pick,
    Seat,
    Setup,
    Stake,
    Step,
    Value,
)
from engine.words import ENGLISH, N_, REFUSALS, Plural, Tongue, Words, plainly


@dataclass(frozen=True, slots=True)
class Take:
    kind: ClassVar[str] = "take"
    count: Annotated[int, Span(1, 3)]


@dataclass(frozen=True, slots=True)
class Roll:
    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class End:
    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Bid:
    kind: ClassVar[str] = "bid"
    shells: Annotated[int, Span(0, 99)]
    mark: Annotated[int, Span(0, 2)] = hidden(default=0)


@dataclass(frozen=True, slots=True)
class Look:
    kind: ClassVar[str] = "look"


Action: TypeAlias = Take | Roll | End | Bid | Look


@dataclass(frozen=True, slots=True)
class Dealt:
    kind: ClassVar[str] = "dealt"
    seats: int


@dataclass(frozen=True, slots=True)
class Took:
    kind: ClassVar[str] = "took"
    seat: Seat
    shells: int


@dataclass(frozen=True, slots=True)
class Ended:
    kind: ClassVar[str] = "ended"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Won:
    kind: ClassVar[str] = "won"
    seats: tuple[Seat, ...]
    bid: int


@dataclass(frozen=True, slots=True)
class Saw:
    kind: ClassVar[str] = "saw"
    card: int


Event: TypeAlias = Dealt | Took | Ended | Won | Saw


@dataclass(frozen=True, slots=True)
class State:
    luck: Luck
    rounds: int
    beach: int
    round: int
    seat: Seat  # whose open turn it is; past the last seat, all bid
    shells: tuple[int, ...]
    points: tuple[int, ...]
    cards: tuple[int, ...]
    looked: tuple[bool, ...]
    marks: tuple[int | None, ...]

    @property
    def seats(self) -> int:
        return len(self.shells)


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    beach: int
    round: int
    turn: Seat
    shells: tuple[int, ...]
    points: tuple[int, ...]
    card: int | None
    mark: int | None


@dataclass(frozen=True, slots=True)
class Facts:
    most: int
    ending: bool
    bids: int | None


@dataclass(frozen=True, slots=True)
class Options:
    """What a seat may do: take up to so many, roll, end; or bid up to what it has."""

    most: int
    bids: int | None

    def __iter__(self) -> Iterator[Action]:
        if self.bids is not None:
            for shells in range(self.bids + 1):
                yield from (Bid(shells, mark) for mark in range(3))
            return
        yield from (Take(count) for count in range(1, self.most + 1))
        if self.most:
            yield Roll()
        yield End()

    def sample(self, pick: Pick) -> Action:
        if self.bids is not None:
            return Bid(pick(self.bids + 1), pick(3))
        every = tuple(self)
        return every[pick(len(every))]

    def facts(self) -> Facts:
        return Facts(self.most, self.bids is None, self.bids)


def _changed(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


WORDS: Words = {
    **REFUSALS,
    "dealt": N_("{seats} seats, a card before each."),
    "took": Plural("shells", N_("{seat} took a shell."), N_("{seat} took {shells} shells.")),
    "ended": N_("{seat} ended the turn."),
    "won": N_("{seats} won with {bid}."),
    "saw": N_("The card is {card}."),
    "too_many": N_("The beach has {beach} shells."),
    "too_dear": N_("You have {shells} shells."),
    "not_now": N_("That is for another phase."),
    "unreadable": N_("{text} is not understood; try: {hint}."),
    "unclear": N_("Did you mean {candidates}?"),
}


class Shells:
    """The rules."""

    meta = Meta(
        "shells",
        "Shells",
        "nobody",
        (2, 3),
        (
            Option("rounds", "number", 2, "How many rounds are played.", least=1, most=5),
            Option("rich", "flag", default=False, summary="Whether seats begin with shells."),
            Option("beach", "choice", "sand", "Which beach.", choices=("sand", "rock")),
        ),
        "1",
        (Option("shy", "flag", default=False, summary="Whether to bid nothing unasked."),),
    )
    state_type = State
    action_type = Action
    event_type = Event
    view_type = View
    choices_type: Any = Facts
    words = WORDS
    terms: Mapping[str, tuple[str, ...]] = {}

    def deal(self, setup: Setup, luck: Luck) -> Step[State]:
        cards, luck = luck.shuffle("cards", range(3))
        seats, rich = setup.seats, 2 if setup.options["rich"] else 0
        beach = 12 if setup.options["beach"] == "sand" else 7
        state = State(
            luck=luck,
            rounds=int(setup.options["rounds"]),
            beach=beach,
            round=1,
            seat=0,
            shells=(rich,) * seats,
            points=(0,) * seats,
            cards=cards[:seats],
            looked=(False,) * seats,
            marks=(None,) * seats,
        )
        return Step(state, (Dealt(seats),))

    def awaiting(self, state: State) -> frozenset[Seat]:
        if self.outcome(state) is not None:
            return frozenset()
        return frozenset(range(state.seats)) if self.sealed(state) else frozenset({state.seat})

    def sealed(self, state: State) -> bool:
        return state.seat == state.seats

    def phase(self, state: State) -> Phase:
        return Phase("bids" if self.sealed(state) else "beach", state.round)

    def choices(self, state: State, seat: Seat) -> Options:
        bids = state.shells[seat] if self.sealed(state) else None
        return Options(0 if self.sealed(state) else min(3, state.beach), bids)

    def asides(self, _state: State, _seat: Seat) -> tuple[Action, ...]:
        return (Look(),)

    def aside(self, action: Action) -> bool:
        return isinstance(action, Look)

    def cautions(self, state: State, seat: Seat, action: Action) -> tuple[Caution, ...]:  # noqa: ARG002 - nothing is warned of
        return ()

    def check(self, state: State, seat: Seat, action: Action) -> None:
        if isinstance(action, Look):
            return
        if self.sealed(state) != isinstance(action, Bid):
            raise Illegal("not_now")
        if isinstance(action, Bid) and action.shells > state.shells[seat]:
            raise Illegal("too_dear", shells=state.shells[seat])
        needed = action.count if isinstance(action, Take) else isinstance(action, Roll)
        if needed > state.beach:
            raise Illegal("too_many", beach=state.beach)

    def play(self, state: State, seat: Seat, action: Action) -> Step[State]:
        self.check(state, seat, action)
        if isinstance(action, Look):
            looked = replace(state, looked=_changed(state.looked, seat, value=True))
            return Step(looked, told=((seat, Saw(state.cards[seat])),), final=True)
        if isinstance(action, Take):
            return Step(self._taken(state, seat, action.count), (Took(seat, action.count),))
        if isinstance(action, Roll):
            number, luck = state.luck.draw("die", 6)
            count = min(number + 1, state.beach)
            after = self._taken(replace(state, luck=luck), seat, count)
            return Step(after, (Took(seat, count),), final=True)
        return Step(replace(state, seat=seat + 1), (Ended(seat),))

    def _taken(self, state: State, seat: Seat, count: int) -> State:
        shells = _changed(state.shells, seat, state.shells[seat] + count)
        return replace(state, beach=state.beach - count, shells=shells)

    def resolve(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        bids = [action for _, action in sorted(actions.items()) if isinstance(action, Bid)]
        best = max(bid.shells for bid in bids)
        winners = tuple(seat for seat, bid in enumerate(bids) if bid.shells == best)
        after = replace(
            state,
            round=state.round + 1,
            seat=0,
            beach=state.beach + sum(bid.shells for bid in bids),
            shells=tuple(h - b.shells for h, b in zip(state.shells, bids, strict=True)),
            points=tuple(p + (s in winners) for s, p in enumerate(state.points)),
            marks=tuple(bid.mark for bid in bids),
        )
        return Step(after, (Won(winners, best),))

    def default(self, state: State, _seat: Seat) -> Action:
        return Bid(0, 0) if self.sealed(state) else End()

    def ahead(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        later = self.outcome(state) is not None or state.seat > seat
        return () if later else (Phase("beach", state.round),)

    def in_round(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        return self.ahead(state, seat)

    def suits(self, _state: State, _seat: Seat, action: Action, _phase: Phase) -> bool:
        return isinstance(action, Take | Roll | End)

    def supposing(self, state: State, seat: Seat, phase: Phase) -> State | None:
        return replace(state, seat=seat) if phase in self.ahead(state, seat) else None

    def stake(self, state: State, _seat: Seat, action: Action) -> Stake:
        return Stake((f"beach {state.beach}",) if isinstance(action, Roll) else ())

    def passing(self, state: State, _seat: Seat) -> Action | None:
        return None if self.sealed(state) else End()

    def forced(self, state: State, _seat: Seat) -> Action | None:
        return None if self.sealed(state) or state.beach else End()

    def preferred(self, state: State, _seat: Seat, wanted: Mapping[str, Value]) -> Action | None:
        return Bid(0) if wanted["shy"] and self.sealed(state) else None

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= state.rounds:
            return None
        lines = tuple(
            (Line("won", None, state.points[seat], 2), Line("mark", "card", hit, 1))
            for seat in range(state.seats)
            for hit in [int(state.marks[seat] == state.cards[seat])]
        )
        totals = tuple(sum(line.points for line in each) for each in lines)
        best = max(totals)
        winners = tuple(seat for seat, total in enumerate(totals) if total == best)
        return Outcome("rounds", winners, totals, lines)

    def view(self, state: State, seat: Seat | None) -> View:
        card = None if seat is None or not state.looked[seat] else state.cards[seat]
        mark = None if seat is None else state.marks[seat]
        return View(
            seat, state.beach, state.round, state.seat, state.shells, state.points, card, mark
        )

    def parse(self, _state: State, _seat: Seat, text: str) -> Action:
        plain: dict[str, Action] = {"roll": Roll(), "end": End(), "look": Look()}
        if found := re.fullmatch(r"take ([1-3])", text):
            return Take(int(found[1]))
        if found := re.fullmatch(r"bid (\d+) mark ([0-2])", text):
            return Bid(int(found[1]), int(found[2]))
        if re.fullmatch(r"bid \d+", text):
            raise Ambiguous("unclear", candidates=tuple(f"{text} mark {n}" for n in range(3)))
        if text not in plain:
            raise Malformed("unreadable", text=text, hint="take 1, roll, end, bid 1 mark 0, look")
        return plain[text]

    def demand_consistent(self, text: str) -> None:
        """Nothing here can be said twice."""

    def say(self, _state: State, action: Action) -> str:
        if isinstance(action, Take):
            return f"take {action.count}"
        if isinstance(action, Bid):
            return f"bid {action.shells} mark {action.mark}"
        return action.kind

    def show(self, view: Any, name: str, value: Any, tongue: Tongue = ENGLISH) -> str:  # noqa: ARG002 - the contract's names
        if name == "seat":
            return f"Seat {value}"
        if name == "seats" and isinstance(value, list):
            return " and ".join(f"seat {seat}" for seat in value)
        return plainly(name, value)

    def veils(self, _state: State) -> bool:
        return False

    def retell(self, _state: State, story: Sequence[Episode]) -> tuple[Episode, ...]:
        return tuple(story)

    def review(self, _present: View, view: View) -> View:
        return view

    def sketch(self, view: View, tongue: Tongue = ENGLISH) -> str:  # noqa: ARG002 - the contract's names
        return f"beach {view.beach} | shells {view.shells} | points {view.points}"


SHELLS: Game[State, Action] = Shells()


def conserve(state: State) -> int:
    """Shells are neither made nor lost."""
    return state.beach + sum(state.shells)


def hide(state: State, seat: Seat | None) -> State:
    """A state that looks the same from a seat: other cards, other marks, another luck."""
    known = seat is not None and state.looked[seat]
    return replace(
        state,
        luck=Luck(bytes(32), state.luck.match, state.luck.counter),
        cards=tuple(c if known and s == seat else 2 - c for s, c in enumerate(state.cards)),
        marks=tuple(m if s == seat or m is None else 2 - m for s, m in enumerate(state.marks)),
    )
