"""What a seat, or a stranger, may see; what is hidden has no field there."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.game import Outcome, Seat
from engine.rapanui import ending
from engine.rapanui.cards import HAND, Card, Counts
from engine.rapanui.state import Stage, State, Tribe
from engine.rapanui.turn import awaiting


@dataclass(frozen=True, slots=True)
class Goods:
    """How many of each good."""

    fish: int
    mulberry: int
    potato: int
    grain: int


@dataclass(frozen=True, slots=True)
class Cards:
    """How many of each card; a gatherer is named by its good."""

    fish: int
    mulberry: int
    potato: int
    grain: int
    lumberjack: int
    priest: int
    moai: int


@dataclass(frozen=True, slots=True)
class Front:
    """A tribe as everyone sees it: its village open, of its cards only how many."""

    wood: int
    points: int
    village: Cards
    hand: int
    goods: int
    laid: int


@dataclass(frozen=True, slots=True)
class Own:
    """What a seat alone sees: its hand, its sacrifice cards, and those it laid face down."""

    hand: Cards
    goods: Goods
    laid: Goods


@dataclass(frozen=True, slots=True)
class Ending:
    """What opens when the match is over: the whole stone, what each good is worth, the goods."""

    stone: Goods
    worth: Goods
    goods: tuple[Goods, ...]  # of each seat
    laid: tuple[Goods, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class View:
    """The table from one place."""

    seat: Seat | None  # whose view it is; none for a stranger
    turn: int
    active: Seat
    stage: Stage
    awaited: tuple[Seat, ...]
    sealed: bool
    bought: bool
    draws: int  # that the active player has still to make
    valued: Card | None
    due: int  # substitutes that the awaited seat may still take
    columns: tuple[tuple[Card, ...], ...]  # the last card of each is in front
    deck: int
    stacks: Goods
    stone: Goods  # the open cards
    discarded: int  # moai
    tribes: tuple[Front, ...]
    own: Own | None
    ending: Ending | None


def view(state: State, seat: Seat | None) -> View:
    drawing = state.stage is Stage.DRAW
    return View(
        seat=seat,
        turn=state.turn,
        active=state.active,
        stage=state.stage,
        awaited=tuple(sorted(awaiting(state))),
        sealed=state.stage is Stage.CLAIM,
        bought=state.bought,
        draws=HAND - sum(state.tribes[state.active].hand) if drawing else 0,
        valued=state.valued,
        due=state.due,
        columns=state.columns,
        deck=len(state.deck),
        stacks=Goods(*state.stacks),
        stone=Goods(*state.stone),
        discarded=state.discarded,
        tribes=tuple(map(_front, state.tribes)),
        own=None if seat is None else _own(state.tribes[seat]),
        ending=_ending(state),
    )


def _front(tribe: Tribe) -> Front:
    return Front(
        wood=tribe.wood,
        points=tribe.points,
        village=Cards(*tribe.village),
        hand=sum(tribe.hand),
        goods=sum(tribe.goods),
        laid=sum(tribe.laid),
    )


def _own(tribe: Tribe) -> Own:
    return Own(Cards(*tribe.hand), Goods(*tribe.goods), Goods(*tribe.laid))


def _ending(state: State) -> Ending | None:
    outcome = ending.outcome(state)
    if outcome is None:
        return None
    stone = ending.stone(state)
    return Ending(
        stone=Goods(*stone),
        worth=Goods(*ending.worth(stone)),
        goods=_each(tribe.goods for tribe in state.tribes),
        laid=_each(tribe.laid for tribe in state.tribes),
        outcome=outcome,
    )


def _each(counts: Iterable[Counts]) -> tuple[Goods, ...]:
    return tuple(Goods(*count) for count in counts)
