"""Choices unfolded: every action that what the API offers stands for, one after the other.

The API factors what may be done (pieces, places, extras), and here the factors are multiplied,
lazily: a placement in Giants has some hundred actions.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

from moaipost.answers import Action, Choices


def actions(choices: Choices | None) -> Iterator[Action]:
    """Each action that may be played, as JSON; none for a seat that is not awaited."""
    if choices is not None:
        yield from _BY_KIND[choices["kind"]](choices)


# --- Giants


def _bid(found: Choices) -> Iterator[Action]:
    """Each without a plan: the picks are asked for when they are due."""
    factors = (range(found["markers"] + 1), range(found["workers"] + 1))
    figures = ([False, True] if found[name] else [False] for name in ("sorcerer", "chief"))
    for markers, workers, sorcerer, chief in product(*factors, *figures):
        named = {"markers": markers, "workers": workers, "sorcerer": sorcerer, "chief": chief}
        yield {"kind": "bid", **named}


def _pick(found: Choices) -> Iterator[Action]:
    yield from ({"kind": "take", "size": size} for size in found["sizes"])
    yield {"kind": "decline"}


def _place(found: Choices) -> Iterator[Action]:
    for figure in found["figures"]:
        powers = [one for one in found["powers"] if figure in one["figures"]]
        places = [{"at": at} for at in found["hexes"]]
        places += [{name: one[name] for name in ("at", "power", "ahu")} for one in powers]
        most = 0 if figure == "chief" else found["logs"]
        for logs, place in product(range(most + 1), places):
            yield {"kind": "place", "figure": figure, "logs": logs, **place}
    if found["tablet"]:
        yield {"kind": "tablet"}
    yield {"kind": "pass"}


def _move(found: Choices) -> Iterator[Action]:
    for item in found["items"]:
        for way in item["ways"]:
            for ending in way["endings"]:
                yield {"kind": "move", "item": item["item"], "path": way["path"], **ending}
    yield from ({"kind": "pass", "mark": mark} for mark in _marks(found))


def _marks(found: Choices) -> list[list[int]]:
    most = min(found["markers"], len(found["front"]))
    picked = (c for count in range(most + 1) for c in combinations(found["front"], count))
    return [list(mark) for mark in dict.fromkeys(picked)]


def _recall(found: Choices) -> Iterator[Action]:
    items = found["items"]
    for count in range(len(items) + 1):
        yield from ({"kind": "recall", "items": list(c)} for c in combinations(items, count))


# --- Rapa Nui


def _turn(found: Choices) -> Iterator[Action]:
    """A purchase or none, times a play that the rest of the wood allows."""
    yield from _plays(found, found["wood"], None)
    for buy in found["buys"]:
        yield {"kind": "buy", "good": buy["good"]}
        yield from _plays(found, found["wood"] - buy["cost"], buy["good"])


def _plays(found: Choices, wood: int, good: str | None) -> Iterator[Action]:
    bought = {} if good is None else {"buy": good}
    affordable = [one for one in found["plays"] if one["cost"] <= wood]
    for one in affordable:
        yield {"kind": "play", "card": one["card"], "count": one["count"], **bought}
    if found["discard"] and not affordable:
        yield {"kind": "discard", **bought}


def _lay(found: Choices) -> Iterator[Action]:
    for good, add in product(found["goods"] or [None], found["adds"] or [None]):
        yield {"kind": "lay", "good": good, "add": add}


def _each(kind: str, name: str, source: str) -> Callable[[Choices], Iterator[Action]]:
    """One action for each value of one list."""
    return lambda found: ({"kind": kind, name: value} for value in found[source])


_BY_KIND: Mapping[str, Callable[[Any], Iterator[Action]]] = {
    "bid": _bid,
    "pick": _pick,
    "place": _place,
    "move": _move,
    "recall": _recall,
    "turn": _turn,
    "sacrifice": _each("sacrifice", "good", "goods"),
    "lay": _lay,
    "draw": _each("draw", "column", "columns"),
    "claim": _each("claim", "gain", "gains"),
    "take": _each("take", "good", "goods"),
    "none": lambda _: iter(()),
}
