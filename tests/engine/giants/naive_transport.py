"""Transport told once more by brute force, to compare the engine with.

Every unit of strength on a hex is written down on its own, every set of units that could carry the
load is tried, and every path that enters no hex twice is walked. Written from the rulebook and
rulings G9 and G10, without a look at the engine's own.
"""

from collections.abc import Iterator
from itertools import combinations

Place = tuple[int, int]
Unit = str  # a seat's number as text, or "log"
Units = dict[Place, list[Unit]]
Walk = tuple[Place, ...]

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def teams(units: list[Unit], weight: int) -> set[tuple[Unit, ...]]:
    """Every way to make up exactly the load with a figure among the units."""
    return {
        tuple(sorted(team))
        for team in combinations(units, weight)
        if any(unit != "log" for unit in team)
    }


def points(team: tuple[Unit, ...], mover: int) -> int:
    return sum(unit not in ("log", str(mover)) for unit in team)


def cheapest(units: list[Unit], weight: int, mover: int) -> int | None:
    return min((points(team, mover) for team in teams(units, weight)), default=None)


def walks(tolls: dict[Place, int], start: Place, been: set[Place]) -> Iterator[Walk]:
    """Every path over hexes that can carry the load, the one of no step included."""
    yield ()
    for dq, dr in STEPS:
        place = (start[0] + dq, start[1] + dr)
        if place in tolls and place not in been:
            for rest in walks(tolls, place, been | {place}):
                yield (place, *rest)


def reachable(
    units: Units, weight: int, mover: int, start: Place, trail: Walk
) -> tuple[dict[Place, tuple[int, int]], list[Walk]]:
    """For each hex the fewest points and, with those, the fewest steps; and every path there is."""
    tolls = {
        place: toll
        for place, here in units.items()
        if (toll := cheapest(here, weight, mover)) is not None
    }
    best: dict[Place, tuple[int, int]] = {}
    every = list(walks(tolls, start, {start, *trail}))
    for walk in every:
        end = walk[-1] if walk else start
        cost = (sum(tolls[place] for place in walk), len(walk))
        best[end] = min(cost, best.get(end, cost))
    return best, every
