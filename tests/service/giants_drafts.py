"""Positions of Giants to fill forms in for, and the draft that each action is filled in with."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from random import Random
from typing import Any

from engine.bots.giants import greedy
from engine.chance import Luck
from engine.game import Setup
from engine.giants import Giants
from engine.giants.actions import Bid, Decline, Move, Pass, Peek, Place, Recall, Tablet, Take, Which
from engine.giants.board import Island
from engine.giants.state import State
from engine.options import agreed
from engine.words import ENGLISH
from service.pages.forming.giants import offer
from service.pages.forms import Draft, Offer, Seated
from tests.engine.giants.tables import GAME

Values = dict[str, Sequence[str]]


def offered(state: State, seat: int, draft: Draft, game: Giants = GAME) -> Offer:
    return offer(Seated(game, state, seat, ENGLISH), draft)


# --- positions


def states(
    seats: int, number: int, options: dict[str, Any] | None = None, every: int = 1
) -> Iterator[State]:
    """Those of a match: each action is the greedy player's or chance's."""
    dice = Random(number)  # noqa: S311 - the dice of a test
    step = GAME.deal(agreed(GAME.meta, Setup(seats, options or {})), Luck(bytes([number]), "m"))
    count = 0
    while GAME.outcome(step.state) is None:
        if count % every == 0:
            yield step.state
        count += 1
        chosen = {seat: _chosen(step.state, seat, dice) for seat in GAME.awaiting(step.state)}
        if GAME.sealed(step.state):
            step = GAME.resolve(step.state, chosen)
        else:
            ((seat, action),) = chosen.items()
            step = GAME.play(step.state, seat, action)


def _chosen(state: State, seat: int, dice: Random) -> Any:
    choices = GAME.choices(state, seat)
    if dice.random() < 0.6:
        return greedy(GAME.view(state, seat), choices, dice.randrange)
    return choices.sample(dice.randrange)


# --- an action as a draft


def drafted(state: State, action: Any, game: Giants = GAME) -> Values:
    return _drafted(action, game.islands[state.options.island])


@singledispatch
def _drafted(action: Any, island: Island) -> Values:
    raise TypeError(f"no form is known for {action}")


@_drafted.register
def _(action: Bid, island: Island) -> Values:
    figures = [name for name in ("sorcerer", "chief") if getattr(action, name)]
    draft: Values = {
        "way": ["bid"],
        "markers": [str(action.markers)],
        "workers": [str(action.workers)],
        "figures": figures,
    }
    for row, entry in enumerate(action.plan or (), start=1):
        for rank, pick in enumerate(entry, start=1):
            draft[f"pick-{row}-{rank}"] = [str(pick)]
    return draft


@_drafted.register(Take)
@_drafted.register(Decline)
def _(action: Take | Decline, island: Island) -> Values:
    size = str(action.size) if isinstance(action, Take) else "decline"
    return {"way": ["pick"], "size": [size]}


@_drafted.register
def _(action: Place, island: Island) -> Values:
    power = f"ahu:{action.ahu}" if action.ahu else action.power or "none"
    return {
        "way": ["place"],
        "figure": [action.figure],
        "at": [island.label(action.at)],
        "logs": [str(action.logs)],
        "power": [power],
    }


@_drafted.register
def _(action: Tablet, island: Island) -> Values:
    return {"way": ["tablet"]}


@_drafted.register
def _(action: Pass, island: Island) -> Values:
    return {"way": ["pass"], "mark": _numbered([_item(size) for size in action.mark])}


@_drafted.register
def _(action: Move, island: Island) -> Values:
    quarry = island.sites["moai-quarry" if action.item.size else "headdress-quarry"]
    path = action.path or (action.item.at or quarry,)  # one that stays goes to where it lies
    *via, end = map(island.label, path)
    ending = f"{action.ending}:{action.ahu}" if action.ahu else action.ending or "none"
    draft: Values = {"way": ["move"], "item": [_which(island, action.item)], "ending": [ending]}
    for named in action.helpers:
        draft[f"by-{island.label(named.at)}"] = [helpers_value(named)]
    return {**draft, "to": [end], "via": via}


@_drafted.register
def _(action: Recall, island: Island) -> Values:
    return {"way": ["recall"], "item": _numbered([_which(island, w) for w in action.items])}


@_drafted.register
def _(action: Peek, island: Island) -> Values:
    return {"way": ["peek"], "ahu": [action.ahu]}


def helpers_value(named: Any) -> str:
    colours = ("blue", "green", "red", "yellow", "purple")
    parts = [f"{colours[s.seat]} {s.units}" for s in sorted(named.figures, key=lambda s: s.seat)]
    logs = "log" if named.logs == 1 else "logs"
    return ", ".join([*parts, *([f"{named.logs} {logs}"] if named.logs else [])])


def _item(size: int) -> str:
    return f"moai {size}" if size else "headdress"


def _which(island: Island, which: Which) -> str:
    marked = {None: "", True: "marked ", False: "unmarked "}[which.marked]
    place = f" at {island.label(which.at)}" if which.at else ""
    was = "".join(f" {island.label(place)}" for place in which.trail or ())
    return f"{marked}{_item(which.size)}{place}" + (
        f" (was{was})" if which.trail is not None else ""
    )


def _numbered(names: list[str]) -> list[str]:
    seen = [names[:place].count(name) + 1 for place, name in enumerate(names)]
    alike = (n if nth == 1 else f"{n} no {nth}" for n, nth in zip(names, seen, strict=True))
    return [value.replace(" ", "-") for value in alike]
