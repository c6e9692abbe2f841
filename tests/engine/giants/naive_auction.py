"""The auction told once more in plain words, to compare the engine with.

Written from the rulebook and rulings G1 to G5, without a look at the engine's own.
"""

from collections.abc import Generator
from dataclasses import dataclass

Pick = int | str  # a size, or "decline"


@dataclass
class Bidder:
    """One player's bid, and how it stands."""

    seat: int
    markers: int
    halves: int
    place: int  # in turn order from the first player
    worth: int
    plan: list[list[Pick]] | None
    taken: int = 0
    out: bool = False


def beats(one: Bidder, other: Bidder) -> bool:
    if one.markers != other.markers:
        return one.markers > other.markers
    if one.halves != other.halves:
        return one.halves > other.halves
    return one.place < other.place


def ordered(bidders: list[Bidder]) -> list[Bidder]:
    """By how many are beaten by each: no two are equal."""
    return sorted(bidders, key=lambda one: -sum(beats(one, other) for other in bidders))


def auction(
    bidders: list[Bidder], quarry: list[int], *, auto_pick: bool
) -> Generator[tuple[int, list[int]], Pick, tuple[list[tuple[int, Pick]], list[int]]]:
    """Yields who must be asked, with the sizes it can pay; returns all picks and what is left."""
    left, picks = list(quarry), []
    lap = ordered(bidders)
    while any(not bidder.out for bidder in lap):
        for bidder in lap:
            payable = sorted({size for size in left if size <= bidder.worth})
            if not payable:
                bidder.out = True
            if bidder.out:
                continue
            pick = foreseen(bidder, payable, auto_pick=auto_pick)
            if pick is None:
                pick = yield bidder.seat, payable
            picks.append((bidder.seat, pick))
            if isinstance(pick, str):
                bidder.out = True
            else:
                left.remove(pick)
                bidder.worth -= pick
                bidder.taken += 1
    return picks, left


def foreseen(bidder: Bidder, payable: list[int], *, auto_pick: bool) -> Pick | None:
    if bidder.plan is None:
        return payable[0] if auto_pick and len(payable) == 1 else None
    wishes = bidder.plan[bidder.taken] if bidder.taken < len(bidder.plan) else []
    for wish in wishes:
        if wish == "decline" or wish in payable:
            return wish
    return None
