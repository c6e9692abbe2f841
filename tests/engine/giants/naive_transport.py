"""Transport told once more by brute force, to compare the engine with.

Every unit of strength on a hex is written down on its own, every set of units that could carry the
load is tried, and every path that enters no hex twice is walked. Written from the rulebook and
rulings G9, G10 and G23, without a look at the engine's own.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

Place = tuple[int, int]
Unit = str  # a seat's number as text, with a star where it is a chief's; or "log"
Units = dict[Place, list[Unit]]
Walk = tuple[Place, ...]

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def teams(units: list[Unit], weight: int, rules: str) -> set[tuple[Unit, ...]]:
    """Every way to make up exactly the load, by whose the units are."""
    return {
        tuple(sorted(unit.rstrip("*") for unit in team))
        for team in combinations(units, weight)
        if carries(team, rules)
    }


def carries(team: Iterable[Unit], rules: str) -> bool:
    """A figure is among them; by the rules 2 beside logs one that is no chief (G23)."""
    figures = [unit for unit in team if unit != "log"]
    if rules == "2" and "log" in team:
        return any(not unit.endswith("*") for unit in figures)
    return bool(figures)


def unasked(
    units: list[Unit], weight: int, mover: int, others: list[int], rules: str
) -> list[Unit]:
    """Who carries where nobody is named: own units, then as many logs as can be, then opponents.

    The opponents are in the order in which they help. Their first unit is one that lets the logs
    count (G23); the rest go by that order alone.
    """
    own = [unit for unit in units if unit.rstrip("*") == str(mover)][:weight]
    queue = [unit for other in others for unit in units if unit.rstrip("*") == str(other)]
    for logs in range(min(units.count("log"), weight - len(own)), -1, -1):
        team, lent = [*own, *["log"] * logs], weight - len(own) - logs
        if carries(team, rules):
            team += queue[:lent]
        else:
            able = [unit for unit in queue if lent and carries([*team, unit], rules)][:1]
            rest = [unit for at, unit in enumerate(queue) if able and at != queue.index(able[0])]
            team += [*able, *rest[: lent - 1]]
        if len(team) == weight and carries(team, rules):
            return sorted(unit.rstrip("*") for unit in team)
    return []


def points(team: tuple[Unit, ...], mover: int) -> int:
    return sum(unit not in ("log", str(mover)) for unit in team)


def cheapest(units: list[Unit], weight: int, mover: int, rules: str) -> int | None:
    return min((points(team, mover) for team in teams(units, weight, rules)), default=None)


def walks(tolls: dict[Place, int], start: Place, been: set[Place]) -> Iterator[Walk]:
    """Every path over hexes that can carry the load, the one of no step included."""
    yield ()
    for dq, dr in STEPS:
        place = (start[0] + dq, start[1] + dr)
        if place in tolls and place not in been:
            for rest in walks(tolls, place, been | {place}):
                yield (place, *rest)


def reachable(
    units: Units, weight: int, mover: int, start: Place, trail: Walk, rules: str
) -> tuple[dict[Place, tuple[int, int]], list[Walk]]:
    """For each hex the fewest points and, with those, the fewest steps; and every path there is."""
    tolls = {
        place: toll
        for place, here in units.items()
        if (toll := cheapest(here, weight, mover, rules)) is not None
    }
    best: dict[Place, tuple[int, int]] = {}
    every = list(walks(tolls, start, {start, *trail}))
    for walk in every:
        end = walk[-1] if walk else start
        cost = (sum(tolls[place] for place in walk), len(walk))
        best[end] = min(cost, best.get(end, cost))
    return best, every
