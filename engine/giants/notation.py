"""Actions in words; `engine.giants.reading` is the way back.

The words are English in every language, and what `say` prints is read back exactly.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.giants import ruleset
from engine.giants.actions import (
    Action,
    Bid,
    Decline,
    Help,
    Move,
    Pass,
    Peek,
    Place,
    Recall,
    Tablet,
    Take,
    Which,
)
from engine.giants.board import Island
from engine.giants.state import HEADDRESS, Plan


def say(island: Island, action: Action) -> str:
    return _SAY[type(action)](island, action)


def _say_bid(_: Island, bid: Bid) -> str:
    parts = [
        _counted(bid.markers, "marker") if bid.markers else "",
        _counted(bid.workers, "worker") if bid.workers else "",
        "sorcerer" if bid.sorcerer else "",
        "chief" if bid.chief else "",
    ]
    said = "bid " + (", ".join(filter(None, parts)) or "nothing")
    return said if bid.plan is None else f"{said}; {_say_plan(bid.plan)}"


def _say_plan(plan: Plan) -> str:
    ranked = (" or ".join(str(pick) for pick in entry) or "ask" for entry in plan)
    return "take " + ", then ".join(ranked) if plan else "ask"


def _say_place(island: Island, action: Place) -> str:
    said = f"{action.figure} {island.label(action.at)}"
    if action.logs:
        said += f" with {_counted(action.logs, 'log')}"
    if action.power == "ahu":
        return f"{said}, reserve {action.ahu}"
    return f"{said}, use {action.power}" if action.power else said


def _say_pass(_: Island, action: Pass) -> str:
    items = ", ".join(say_size(size) for size in action.mark)
    return f"pass, mark {items}" if items else "pass"


def _say_move(island: Island, action: Move) -> str:
    said = say_which(island, action.item, "from" if action.path else "at")
    if action.path:
        *via, end = (island.label(place) for place in action.path)
        said += (f" via {' '.join(via)}" if via else "") + f" to {end}"
    if action.ending:
        said += f", {action.ending}" + (f" {action.ahu}" if action.ahu else "")
    return said + "".join(_say_help(island, named) for named in action.helpers)


def _say_help(island: Island, named: Help) -> str:
    return f"; {island.label(named.at)} by {say_helpers(named)}"


def say_helpers(named: Help) -> str:
    parts = [f"{ruleset.COLOURS[share.seat]} {share.units}" for share in named.figures]
    parts += [_counted(named.logs, "log")] if named.logs else []
    return ", ".join(parts)


def say_which(island: Island, which: Which, preposition: str) -> str:
    marked = {None: "", True: "marked ", False: "unmarked "}[which.marked]
    said = marked + say_size(which.size)
    if which.at is not None:
        said += f" {preposition} {island.label(which.at)}"
    if which.trail is not None:
        said += " (was" + "".join(f" {island.label(place)}" for place in which.trail) + ")"
    return said


def say_size(size: int) -> str:
    return "headdress" if size == HEADDRESS else f"moai {size}"


def _say_recall(island: Island, action: Recall) -> str:
    items = ", ".join(say_which(island, which, "at") for which in action.items)
    return f"recall {items}" if items else "keep"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


_SAY: Final[dict[type, Callable[[Island, Any], str]]] = {
    Bid: _say_bid,
    Take: lambda _, action: f"take {action.size}",
    Decline: lambda *_: "decline",
    Place: _say_place,
    Tablet: lambda *_: "tablet",
    Pass: _say_pass,
    Move: _say_move,
    Recall: _say_recall,
    Peek: lambda _, action: f"peek {action.ahu}",
}
