"""Reachable hexes, fewest points and helpers of random positions, as brute force has them."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.errors import Refusal
from engine.giants.actions import Help, Move, Share, Which
from engine.giants.state import Crew, Crowd, Item, State
from engine.hexes import Hex
from tests.engine.giants.naive_transport import (
    Place,
    Units,
    Walk,
    points,
    reachable,
    teams,
    unasked,
)
from tests.engine.giants.tables import GAME, table
from tests.scale import times

ISLAND = GAME.islands["rapa-nui"]
AT_ONCE = 50


@pytest.mark.parametrize("number", range(times(42)))
def test_random_positions_are_as_brute_force_has_them(number: int) -> None:
    """The same hexes, the same fewest points, the same fewest steps, and each way pays as shown."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    for _ in range(AT_ONCE):
        state, item = random_position(dice)
        mover = state.turn or 0
        start = item.at or ISLAND.sites["headdress-quarry" if item.size == 0 else "moai-quarry"]
        weight, units = item.size or 1, unit_by_unit(state)
        best, every = reachable(units, weight, mover, start, item.trail, state.rules)
        shown = offered(state, mover)
        assert {way.at: (total(way.points), len(way.path)) for way in shown.ways} == best
        for way in shown.ways:
            helps_as_told(state, mover, way, units, weight)
            pays_as_shown(state, mover, shown.item, way)
        longer = dice.choice(every)
        any_team_may_carry(state, mover, shown.item, longer, units, weight, dice)
        bad_paths_are_refused(state, mover, shown.item, (start, *longer), units, weight, dice)


# --- positions


def random_position(dice: Random) -> tuple[State, Item]:
    """A few crowded hexes round an item that the mover holds."""
    seats = dice.randint(3, 5)
    size: Any = dice.randrange(4)
    mover = dice.randrange(seats)
    place = dice.choice(list(ISLAND.labels))
    near = region(place, dice)
    trail = tuple(h for h in dice.sample(near, dice.randrange(3)) if h != place)
    item = Item(size, place, mover, marked=dice.random() < 0.5, trail=trail)
    if dice.random() < 0.3:
        item = Item(size, None, mover)
        near = region(ISLAND.sites["headdress-quarry" if size == 0 else "moai-quarry"], dice)
    state = table(seats=seats, first="green")
    scores = tuple(replace(clan, score=dice.randrange(3)) for clan in state.clans)
    crews = random_crews(near, seats, dice)
    rules: Any = dice.choice(GAME.meta.known)
    changes = {"turn": mover, "items": (item,), "crews": crews, "clans": scores, "rules": rules}
    return replace(state, **changes), item


def region(place: Hex, dice: Random) -> list[Hex]:
    found = [place]
    while len(found) < 11:
        following = dice.choice(ISLAND.neighbours[dice.choice(found)])
        if following not in found:
            found.append(following)
    return found


def random_crews(near: list[Hex], seats: int, dice: Random) -> tuple[Crew, ...]:
    where: dict[Hex, list[Crowd]] = {place: [Crowd()] * seats for place in near}
    for seat in range(seats):
        one = [Crowd(workers=1)] * dice.randint(0, 6)
        for figure in (*one, Crowd(sorcerer=True), Crowd(chief=True)):
            crowds = where[dice.choice(near)]
            crowds[seat] = crowds[seat].plus(figure)
    crews = [Crew(h, tuple(crowds), dice.choice((0, 0, 1, 2))) for h, crowds in where.items()]
    return tuple(sorted(crews, key=lambda crew: crew.at))


def unit_by_unit(state: State) -> Units:
    units: Units = {}
    for crew in state.crews:
        here = ["log"] * crew.logs
        for seat, crowd in enumerate(crew.crowds):
            here += [str(seat)] * (crowd.workers + int(crowd.sorcerer))
            here += [f"{seat}*"] * 3 * int(crowd.chief)
        units[crew.at] = here
    return units


# --- what is compared


def offered(state: State, mover: int) -> Any:
    facts: Any = GAME.choices(state, mover).facts()
    (item,) = facts.items
    return item


def total(shares: tuple[Share, ...]) -> int:
    return sum(share.units for share in shares)


def gained(before: State, after: State) -> dict[int, int]:
    pairs = zip(before.clans, after.clans, strict=True)
    gains = {seat: new.score - old.score for seat, (old, new) in enumerate(pairs)}
    return {seat: gain for seat, gain in gains.items() if gain}


def told(team: Help) -> list[str]:
    """A team unit by unit."""
    lent = [str(share.seat) for share in team.figures for _ in range(share.units)]
    return sorted([*lent, *["log"] * team.logs])


def helps_as_told(state: State, mover: int, way: Any, units: Units, weight: int) -> None:
    """G9, G23: where nobody is named, the same helpers on each hex."""
    from_first = [(1 + step) % len(state.clans) for step in range(len(state.clans))]
    others = sorted((s for s in from_first if s != mover), key=lambda s: state.clans[s].score)
    for place, team in zip(way.path, way.helpers, strict=True):
        assert told(team) == unasked(units[place], weight, mover, others, state.rules)


def pays_as_shown(state: State, mover: int, which: Which, way: Any) -> None:
    """Without named helpers and with those that are shown: the same."""
    if not way.path:
        return
    for helpers in ((), way.helpers):
        after = GAME.play(state, mover, Move(which, way.path, helpers=helpers)).state
        assert gained(state, after) == {share.seat: share.units for share in way.points}


def any_team_may_carry(
    state: State,
    mover: int,
    which: Which,
    walk: Walk,
    units: Units,
    weight: int,
    dice: Random,
) -> None:
    """G9: each legal set of helpers is accepted when named, and pays what it draws."""
    if not walk:
        return
    paid: Counter[int] = Counter()
    helpers = []
    for place in walk:
        team = dice.choice(sorted(teams(units[place], weight, state.rules)))
        counts = Counter(team)
        logs = counts.pop("log", 0)
        shares = tuple(Share(int(seat), drawn) for seat, drawn in counts.items())
        helpers.append(Help(Hex(*place), shares, logs))
        paid.update({share.seat: share.units for share in shares if share.seat != mover})
        assert points(team, mover) == sum(s.units for s in shares if s.seat != mover)
    dice.shuffle(helpers)
    action = Move(which, tuple(Hex(*place) for place in walk), helpers=tuple(helpers))
    after = GAME.play(state, mover, action).state
    assert gained(state, after) == {seat: drawn for seat, drawn in paid.items() if drawn}


def bad_paths_are_refused(
    state: State,
    mover: int,
    which: Which,
    walk: Walk,
    units: Units,
    weight: int,
    dice: Random,
) -> None:
    """One step too far: onto a hex of before, a hex too weak or empty, or no neighbour."""
    end = walk[-1]
    further = dice.choice(list(ISLAND.labels))
    bad: dict[Place, str] = {}
    for place in ISLAND.labels:
        if place not in ISLAND.neighbours[Hex(*end)]:
            bad[place] = "not_next"
        elif place in walk or place in state.items[0].trail:
            bad[place] = "been_there"
        elif not any(unit != "log" for unit in units.get(place, [])):
            bad[place] = "nobody_there"
        elif len(units[place]) < weight:
            bad[place] = "too_weak"
    for place in {further, *ISLAND.neighbours[Hex(*end)]} & bad.keys():
        action = Move(which, (*(Hex(*h) for h in walk[1:]), Hex(*place)))
        with pytest.raises(Refusal) as caught:
            GAME.play(state, mover, action)
        assert caught.value.code == bad[place]
