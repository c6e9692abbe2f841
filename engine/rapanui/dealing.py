"""The set-up: starting cards, wood, columns, deck and stacks."""

from engine.chance import Luck
from engine.game import Seat, Setup, Step
from engine.rapanui.cards import (
    CARDS,
    COLUMN,
    COLUMNS,
    DECK,
    FIRST_WOOD,
    GOODS,
    KINDS_OF_GOODS,
    LUMBERJACK,
    STACK,
    Card,
    Counts,
    plus,
)
from engine.rapanui.events import Began
from engine.rapanui.state import Stage, State, Tribe

_NO_CARDS: Counts = (0,) * len(CARDS)
_NO_GOODS: Counts = (0,) * KINDS_OF_GOODS
_ONE_OF_EACH: Counts = (1,) * KINDS_OF_GOODS


def deal(setup: Setup, luck: Luck) -> Step[State]:
    cards, luck = luck.shuffle("deck", DECK)
    start, luck = luck.draw("start", setup.seats)
    dealt = COLUMNS * COLUMN
    state = State(
        luck=luck,
        turn=1,
        active=start,
        stage=Stage.PLAY,
        asked=(start,),
        bought=False,
        valued=None,
        due=0,
        tribes=tuple(_tribe(seat, start, setup.seats) for seat in range(setup.seats)),
        columns=_columns(cards[:dealt]),
        deck=cards[dealt:],
        stacks=(STACK - setup.seats,) * len(GOODS),
        stone=_NO_GOODS,
        discarded=0,
    )
    return Step(state, (Began(start),), final=True)


def _columns(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """One column after the other; the last card dealt to each is in front."""
    return tuple(cards[first : first + COLUMN] for first in range(0, len(cards), COLUMN))


def _tribe(seat: Seat, start: Seat, seats: int) -> Tribe:
    return Tribe(
        wood=FIRST_WOOD + (seat - start) % seats,
        points=0,
        village=plus(_NO_CARDS, LUMBERJACK),
        hand=_starting_hand(seat),
        goods=_ONE_OF_EACH,
        laid=_NO_GOODS,
    )


def _starting_hand(seat: Seat) -> Counts:
    """One gatherer of each good but the seat's own (R1)."""
    return tuple(int(place < len(GOODS) and place != seat) for place in range(len(CARDS)))
