"""What an absent seat does at its deadline (R8)."""

from engine.errors import OutOfTurn
from engine.game import Seat
from engine.rapanui.actions import Action, Claim, Discard, Draw, Gain, Lay, Play, Sacrifice, Take
from engine.rapanui.cards import GOODS, MOAI_COST, PLACE, Card, Counts, Good
from engine.rapanui.state import Stage, State, Tribe
from engine.rapanui.turn import awaiting

_FREE = (Card.LUMBERJACK, Card.PRIEST, Card.FISH, Card.MULBERRY, Card.POTATO, Card.GRAIN)


def default(state: State, seat: Seat) -> Action:
    if seat not in (awaited := awaiting(state)):
        raise OutOfTurn("out_of_turn", awaited=tuple(sorted(awaited)), seat=seat)
    goods = state.tribes[seat].goods
    match state.stage:
        case Stage.PLAY:
            return _play(state.tribes[seat])
        case Stage.SACRIFICE:
            return Sacrifice(_most(goods))
        case Stage.LAY:
            return Lay(
                _most(goods) if any(goods) else None,
                _most(state.stacks) if any(state.stacks) else None,
            )
        case Stage.DRAW:
            return Draw(1)
        case Stage.CLAIM:
            return Claim(Gain.POINTS)
        case _:
            return Take(_most(state.stacks))


def _play(tribe: Tribe) -> Action:
    for card in _FREE:
        if tribe.hand[PLACE[card]]:
            return Play(card)
    return Play(Card.MOAI) if tribe.wood >= MOAI_COST else Discard()


def _most(counts: Counts) -> Good:
    """The most frequent good; of equals the first in the order of goods."""
    return GOODS[counts.index(max(counts))]
