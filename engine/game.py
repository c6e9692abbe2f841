"""The contract that a game keeps, and the values that cross it."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from engine.chance import Luck
from engine.errors import Fact
from engine.words import ENGLISH, Tongue, Words

Seat: TypeAlias = int
Value: TypeAlias = bool | int | str
Pick: TypeAlias = Callable[[int], int]  # a number below the one given


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that the table may agree on before a match."""

    name: str
    kind: Literal["flag", "number", "choice"]
    default: Value
    summary: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Meta:
    """What is known of a game before any match: its name, its table, its options."""

    slug: str
    title: str
    designer: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    rules: str  # the version of our reading of the rulebook; a record names it
    preferences: tuple[Option, ...] = ()  # what a seat may say once for all of a match
    older: tuple[str, ...] = ()  # versions by which no match is dealt any more, but all go on

    @property
    def known(self) -> tuple[str, ...]:
        """Every version that a match may be played by, the newest first."""
        return (self.rules, *self.older)


@dataclass(frozen=True, slots=True)
class Setup:
    """What the table agreed on: how many seats, each option's value; and the rules' version."""

    seats: int
    options: Mapping[str, Value] = field(default_factory=dict)
    rules: str | None = None  # None: the newest


@dataclass(frozen=True, slots=True)
class Phase:
    """What a link is good for: a named stretch of play, and which one of that name it is."""

    name: str
    count: int

    def __str__(self) -> str:
        return f"{self.name} {self.count}"


class Tagged(Protocol):
    """An action or an event: a frozen dataclass known by its kind."""

    kind: ClassVar[str]


class Fortunate(Protocol):
    """A state: a frozen dataclass that holds its luck."""

    @property
    def luck(self) -> Luck: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a seat's final reckoning: `count` times `each`, perhaps at a named place."""

    what: str
    where: str | None
    count: int
    each: int

    @property
    def points(self) -> int:
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: why, who won (several share), and each seat's total with its lines."""

    reason: str
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    lines: tuple[tuple[Line, ...], ...]


State = TypeVar("State", bound=Fortunate)
Action = TypeVar("Action", bound=Tagged)
Action_co = TypeVar("Action_co", bound=Tagged, covariant=True)


@dataclass(frozen=True, slots=True)
class Episode:
    """An entry as the log tells it, at its slot in the telling.

    `span` is there where the order of a phase is not told any more: the first and the last slot of
    that phase. Such an episode has no number, turn, time or hash for its readers.
    """

    entry: int
    slot: int
    kind: str
    seat: Seat | None
    events: tuple[Tagged, ...]
    undoes: int | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """What an action led to: the new state, what all are told, and what one seat alone is told.

    `final` says that a die, a card, a base or the receptacle has answered: that cannot be undone.
    """

    state: State
    events: tuple[Tagged, ...] = ()
    told: tuple[tuple[Seat, Tagged], ...] = ()
    final: bool = False


@dataclass(frozen=True, slots=True)
class Stake:
    """What an action means to its seat, so far as the seat can see: a plan plays it while it does.

    `same` must not have changed by then, and `points`, which it gives to others, not have grown.
    """

    same: tuple[str, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Caution:
    """Why a legal action may be a mistake: a code with its facts, as a refusal has them."""

    code: str
    facts: Mapping[str, Fact]


class Choices(Protocol[Action_co]):
    """What a seat may do now, factored and worked out only as far as it is asked for."""

    def __iter__(self) -> Iterator[Action_co]:
        """Each choice once, a cheapest way where there are several."""

    def sample(self, pick: Pick) -> Action_co:
        """One of them, factor by factor."""

    def facts(self) -> Any:
        """All of it as a dataclass, for those who ask by JSON."""


class Game(Protocol[State, Action]):
    """A set of rules: a stateless value. No function changes a state; refusals are raised."""

    meta: Meta
    state_type: Any  # annotations for the codec
    action_type: Any
    event_type: Any
    view_type: Any
    choices_type: Any
    words: Words  # a sentence for each event's kind, each refusal's and each caution's code
    terms: Mapping[str, tuple[str, ...]]  # by a fact's name, what `show` may put there

    def deal(self, setup: Setup, luck: Luck) -> Step[State]:
        """Set the table up."""

    def awaiting(self, state: State) -> AbstractSet[Seat]:
        """The seats that must act; none once there is an outcome."""

    def sealed(self, state: State) -> bool:
        """Whether the awaited seats' actions open together."""

    def phase(self, state: State) -> Phase:
        """The phase that the state is in."""

    def choices(self, state: State, seat: Seat) -> Choices[Action]:
        """What an awaited seat may do."""

    def asides(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """What a seat may do in turn or out of it."""

    def aside(self, action: Action) -> bool:
        """Whether an action is of that sort: it changes no turn."""

    def check(self, state: State, seat: Seat, action: Action) -> None:
        """Refuse an action that the rules do not allow this seat now."""

    def cautions(self, state: State, seat: Seat, action: Action) -> tuple[Caution, ...]:
        """What a seat should know before it plays an action that it may play."""

    def play(self, state: State, seat: Seat, action: Action) -> Step[State]:
        """An open action or an aside."""

    def resolve(self, state: State, actions: Mapping[Seat, Action]) -> Step[State]:
        """The awaited seats' sealed actions, opened together."""

    def default(self, state: State, seat: Seat) -> Action:
        """What an awaited seat does that is absent at the deadline."""

    def ahead(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        """The open phases, this one and some to come, that the seat may lay a plan down for."""

    def in_round(self, state: State, seat: Seat) -> tuple[Phase, ...]:
        """Those of them that are over with the present round."""

    def suits(self, state: State, seat: Seat, action: Action, phase: Phase) -> bool:
        """Whether an action is of a sort that the seat might play in one of these."""

    def supposing(self, state: State, seat: Seat, phase: Phase) -> State | None:
        """The table as it is, were it the seat's turn in that phase; None: that cannot be told."""

    def stake(self, state: State, seat: Seat, action: Action) -> Stake:
        """What an action that the seat may play now means to it."""

    def passing(self, state: State, seat: Seat) -> Action | None:
        """How an awaited seat passes, where the rules let it."""

    def forced(self, state: State, seat: Seat) -> Action | None:
        """An awaited seat's only choice, where everyone can see that it has but one."""

    def preferred(self, state: State, seat: Seat, wanted: Mapping[str, Value]) -> Action | None:
        """What an awaited seat does unasked, by its standing preferences."""

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, if it has."""

    def view(self, state: State, seat: Seat | None) -> Any:
        """What a seat, or a stranger, may see; what is hidden is absent, not zeroed."""

    def parse(self, state: State, seat: Seat, text: str) -> Action:
        """A player's words as an action."""

    def demand_consistent(self, text: str) -> None:
        """Refuse words that contradict themselves, which `parse` reads for older records' sake."""

    def say(self, state: State, action: Action) -> str:
        """An action in words that `parse` reads back."""

    def show(self, view: Any, name: str, value: Any, tongue: Tongue = ENGLISH) -> str:
        """A fact of an event (as in JSON), of a refusal, or a phase, as readers would have it."""

    def veils(self, state: State) -> bool:
        """Whether a match that still runs no longer tells something that it told before."""

    def retell(self, state: State, story: Sequence[Episode]) -> tuple[Episode, ...]:
        """The whole log as a match that still runs may tell it."""

    def review(self, present: Any, view: Any) -> Any:
        """An earlier view as a match that still runs may show it: `present` is the newest."""

    def sketch(self, view: Any, tongue: Tongue = ENGLISH) -> str:
        """The view as a picture in letters, for a terminal."""


class Bot(Protocol):
    """A player that chooses from what its seat may see, and is handed its luck."""

    def __call__(self, view: Any, choices: Choices[Any], pick: Pick, /) -> Any: ...
