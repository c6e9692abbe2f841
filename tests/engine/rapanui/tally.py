"""A second, naive scorer: plain counting over a state's JSON, sharing no code with the game."""

from typing import Any


def tally(state: dict[str, Any]) -> tuple[list[int], list[int]]:
    """Each seat's total, and who won."""
    value = _values(state)
    totals = []
    for tribe in state["tribes"]:
        total = int(tribe["points"])
        for _ in range(tribe["village"][6]):
            total += 4
        wood = tribe["wood"]
        while wood >= 5:
            wood -= 5
            total += 1
        for good in range(4):
            for _ in range(tribe["goods"][good]):
                total += value[good]
        totals.append(total)
    return totals, _best(state, totals)


def _values(state: dict[str, Any]) -> list[int]:
    if not any(tribe["village"][6] for tribe in state["tribes"]):
        return [0, 0, 0, 0]
    stone = list(state["stone"])
    for tribe in state["tribes"]:
        for good in range(4):
            stone[good] += tribe["laid"][good]
    return [3 - len({other for other in stone if other > own}) for own in stone]


def _best(state: dict[str, Any], totals: list[int]) -> list[int]:
    """A seat wins if none beats it: on points, then on moai, then on wood."""
    merits = [
        (total, tribe["village"][6], tribe["wood"])
        for total, tribe in zip(totals, state["tribes"], strict=True)
    ]
    return [seat for seat, merit in enumerate(merits) if not any(other > merit for other in merits)]
