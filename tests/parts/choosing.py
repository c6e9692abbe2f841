"""A player that knows the contract alone: one of the choices that the API offers, by chance."""

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

Offer: TypeAlias = dict[str, Any]
Action: TypeAlias = dict[str, Any]


def dice(seed: int) -> Random:
    """Luck that can be had again."""
    return Random(seed)  # noqa: S311  # a test's


def choose(offer: Offer, luck: Random) -> Action:
    """An action out of `choices`, which both games tag by a kind of their own."""
    return _BY_KIND[offer["kind"]](offer, luck)


# --- Giants


def _bid(offer: Offer, luck: Random) -> Action:
    plan = [[luck.choice([1, 2, 3])], ["decline"]] if luck.random() < 0.5 else None
    return {
        "kind": "bid",
        "markers": luck.randint(0, offer["markers"]),
        "workers": luck.randint(0, offer["workers"]),
        "sorcerer": offer["sorcerer"] and luck.random() < 0.5,
        "chief": offer["chief"] and luck.random() < 0.5,
        "plan": plan,
    }


def _pick(offer: Offer, luck: Random) -> Action:
    size = luck.choice([*offer["sizes"], None])
    return {"kind": "decline"} if size is None else {"kind": "take", "size": size}


def _place(offer: Offer, luck: Random) -> Action:
    figure = luck.choice([*offer["figures"], None])
    if figure is None:
        return {"kind": "pass"}
    usable = [one for one in offer["powers"] if figure in one["figures"]]
    if usable and luck.random() < 0.5:
        power = luck.choice(usable)
        parts = {"at": power["at"], "power": power["power"], "ahu": power["ahu"]}
        return {"kind": "place", "figure": figure, **parts}
    return {"kind": "place", "figure": figure, "at": luck.choice(offer["hexes"])}


def _move(offer: Offer, luck: Random) -> Action:
    moves = [
        {
            "kind": "move",
            "item": item["item"],
            "path": way["path"],
            "ending": ending["ending"],
            "ahu": ending["ahu"],
        }
        for item in offer["items"]
        for way in item["ways"]
        for ending in way["endings"]
    ]
    return luck.choice([*moves, {"kind": "pass"}])


def _recall(offer: Offer, luck: Random) -> Action:
    return {"kind": "recall", "items": [one for one in offer["items"] if luck.random() < 0.5]}


# --- Rapa Nui


def _turn(offer: Offer, luck: Random) -> Action:
    if offer["buys"] and luck.random() < 0.2:
        return {"kind": "buy", "good": luck.choice(offer["buys"])["good"]}
    if not offer["plays"]:
        return {"kind": "discard"}
    play = luck.choice(offer["plays"])
    return {"kind": "play", "card": play["card"], "count": play["count"]}


def _sacrifice(offer: Offer, luck: Random) -> Action:
    return {"kind": "sacrifice", "good": luck.choice(offer["goods"])}


def _lay(offer: Offer, luck: Random) -> Action:
    good, add = (luck.choice(offer[part] or [None]) for part in ("goods", "adds"))
    return {"kind": "lay", "good": good, "add": add}


def _draw(offer: Offer, luck: Random) -> Action:
    return {"kind": "draw", "column": luck.choice(offer["columns"])}


def _claim(offer: Offer, luck: Random) -> Action:
    return {"kind": "claim", "gain": luck.choice(offer["gains"])}


def _take(offer: Offer, luck: Random) -> Action:
    return {"kind": "take", "good": luck.choice(offer["goods"])}


_BY_KIND: dict[str, Callable[[Offer, Random], Action]] = {
    "bid": _bid,
    "pick": _pick,
    "place": _place,
    "move": _move,
    "recall": _recall,
    "turn": _turn,
    "sacrifice": _sacrifice,
    "lay": _lay,
    "draw": _draw,
    "claim": _claim,
    "take": _take,
}
