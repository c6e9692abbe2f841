"""The end: what the goods are worth, each seat's score, and who won."""

from engine.game import Line, Outcome, Seat
from engine.rapanui.cards import GOODS, MOAI, MOAI_POINTS, MOST_WORTH, WOOD_FOR_A_POINT, Counts
from engine.rapanui.state import Stage, State, Tribe

# How the winner was found; each of the four is a way for a match to end.
MOST_POINTS, MORE_MOAI, MORE_WOOD, SHARED = "most_points", "more_moai", "more_wood", "shared"


def stone(state: State) -> Counts:
    """All the cards on the stone, open and face down."""
    laid = (tribe.laid for tribe in state.tribes)
    return tuple(map(sum, zip(state.stone, *laid, strict=True)))


def worth(counts: Counts) -> Counts:
    """What a card of each good is worth; equal counts share a value, none counts too (R6).

    The stone is bare only if nobody ever played a moai, for each moai brings it a card: all the
    sacrifice cards that nobody holds and no stack has lie on it.
    """
    if not any(counts):
        return (0,) * len(counts)
    ranks = sorted(set(counts), reverse=True)
    return tuple(MOST_WORTH - ranks.index(count) for count in counts)


def outcome(state: State) -> Outcome | None:
    if state.stage is not Stage.OVER:
        return None
    values = worth(stone(state))
    lines = tuple(reckoning(tribe, values) for tribe in state.tribes)
    totals = tuple(sum(line.points for line in seat) for seat in lines)
    reason, winners = _winners(state, totals)
    return Outcome(reason, winners, totals, lines)


def reckoning(tribe: Tribe, values: Counts) -> tuple[Line, ...]:
    goods = zip(GOODS, tribe.goods, values, strict=True)
    return (
        Line("points", None, tribe.points, 1),
        Line("moai", None, tribe.village[MOAI], MOAI_POINTS),
        Line("wood", None, tribe.wood // WOOD_FOR_A_POINT, 1),
        *(Line("cards", good, held, each) for good, held, each in goods),
    )


def _winners(state: State, totals: Counts) -> tuple[str, tuple[Seat, ...]]:
    """The most points; then the most moai; then the most wood, all of it; then they share."""
    tied: tuple[Seat, ...] = tuple(range(len(totals)))
    moai = tuple(tribe.village[MOAI] for tribe in state.tribes)
    wood = tuple(tribe.wood for tribe in state.tribes)
    for reason, counts in ((MOST_POINTS, totals), (MORE_MOAI, moai), (MORE_WOOD, wood)):
        most = max(counts[seat] for seat in tied)
        tied = tuple(seat for seat in tied if counts[seat] == most)
        if len(tied) == 1:
            return reason, tied
    return SHARED, tied
