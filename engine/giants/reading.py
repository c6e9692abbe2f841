"""A player's words as actions.

What people type may be shorter than what `engine.giants.notation` prints: case and spacing do not
matter, a path may be left out, and so may an ahu where only one fits.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from engine.errors import Ambiguous, Illegal, Malformed, shown
from engine.game import Seat
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
    Power,
    Recall,
    Share,
    Tablet,
    Take,
    Which,
)
from engine.giants.board import Island, demand_ahu
from engine.giants.handling import MoveChoices
from engine.giants.items import find, handled, place_of, quarry_of
from engine.giants.state import HEADDRESS, Item, ItemSize, Plan, PlannedPick, Stage, State
from engine.hexes import Hex

EXAMPLES: Final[dict[Stage, tuple[str, ...]]] = {
    "bidding": ("bid nothing", "bid 2 markers, chief, 1 worker; take 3 or 2, then 1"),
    "picking": ("take 2", "decline"),
    "placement": ("worker C4 with 2 logs", "sorcerer F2, use village", "tablet", "pass"),
    "transport": ("moai 2 from B5 to A4, erect nau-nau", "headdress to D3, mark", "pass"),
    "recall": ("keep", "recall moai 2 at D5"),
    "over": (),
}


class Reader:
    """Reads words at one table: its island, its state, and whose words they are."""

    def __init__(self, island: Island, state: State, seat: Seat) -> None:
        self.island = island
        self.state = state
        self.seat = seat

    def read(self, text: str) -> Action:
        plain = _plain(text)
        for pattern, method in _PATTERNS:
            if found := pattern.fullmatch(plain):
                return method(self, found)
        raise self.unreadable(text)

    def unreadable(self, text: str) -> Malformed:
        return Malformed("unreadable", text=shown(text), examples=EXAMPLES[self.state.stage])

    # auction

    def bid(self, found: re.Match[str]) -> Bid:
        counts = {"marker": 0, "worker": 0, "sorcerer": 0, "chief": 0}
        for part in _listed(found["bid"]):
            counted = _BID_PART.fullmatch(part)
            if counted is None:
                raise self.unreadable(part)
            if counted["what"]:
                counts[counted["what"]] += int(counted["number"] or 1)
        if max(counts["sorcerer"], counts["chief"]) > 1:
            raise Malformed("one_of_each")
        plan = None if found["plan"] is None else self._plan(found["plan"])
        return Bid(
            counts["marker"],
            counts["worker"],
            bool(counts["sorcerer"]),
            bool(counts["chief"]),
            plan,
        )

    def _plan(self, text: str) -> Plan:
        if text == "ask":
            return ()
        entries = re.split(r",? then ", text.removeprefix("take "))
        return tuple(self._ranked(entry) for entry in entries)

    def _ranked(self, entry: str) -> tuple[PlannedPick, ...]:
        if entry == "ask":
            return ()
        ranked = re.split(r",? or |, ", entry)
        if unknown := [pick for pick in ranked if pick not in _PICKS]:
            raise self.unreadable(unknown[0])
        return tuple(_PICKS[pick] for pick in ranked)

    def take(self, found: re.Match[str]) -> Take:
        return Take(int(found["size"]))  # type: ignore[arg-type] # the pattern admits 1, 2 and 3

    def decline(self, _: re.Match[str]) -> Decline:
        return Decline()

    # placement

    def place(self, found: re.Match[str]) -> Place:
        at = self.hex(found["at"])
        logs = int(found["logs"] or 0)
        figure: Any = found["figure"]
        if found["reserve"] is not None:
            return Place(figure, at, logs, "ahu", self.ahu(found["reserve"], at))
        power = _POWERS[found["power"]] if found["power"] else None
        return Place(figure, at, logs, power)

    def tablet(self, _: re.Match[str]) -> Tablet:
        return Tablet()

    def pass_(self, found: re.Match[str]) -> Pass:
        return Pass(tuple(self.size(part) for part in _listed(found["mark"] or "")))

    # transport

    def move(self, found: re.Match[str]) -> Move:
        which = self.which(found)
        path = self._path(which, found["via"], found["to"])
        end = path[-1] if path else self._start(which)
        ending: Any = found["ending"]
        named = None if ending in (None, "mark") else self.ahu(found["ahu"] or "", end)
        helpers = tuple(self._help(text) for text in (found["help"] or "").split("; ") if text)
        return Move(which, path, ending, named, helpers)

    def _start(self, which: Which) -> Hex:
        return which.at or place_of(self.island, find(self.island, self.state, self.seat, which))

    def _path(self, which: Which, via: str | None, to: str | None) -> tuple[Hex, ...]:
        if to is None:
            if via is not None:
                raise Malformed("path_without_end")
            return ()
        end = self.hex(to)
        if via is not None:
            return (*self._hexes(via), end)
        return self._cheapest(which, end)

    def _cheapest(self, which: Which, end: Hex) -> tuple[Hex, ...]:
        """The path that the list of choices shows; an adjacent hex is its own path."""
        item = find(self.island, self.state, self.seat, which)
        for way in MoveChoices(self.island, self.state, self.seat).ways(item):
            if way.path and way.path[-1] == end:
                return way.path
        start = place_of(self.island, item)
        if end in self.island.neighbours[start]:
            return (end,)
        label = self.island.label
        raise Illegal("no_way", start=label(start), end=label(end))

    def _help(self, text: str) -> Help:
        found = _HELP.fullmatch(text)
        if found is None:
            raise self.unreadable(text)
        shares, logs = [], 0
        for part in _listed(found["who"]):
            who = _HELPER.fullmatch(part)
            if who is None:
                raise self.unreadable(part)
            if who["logs"]:
                logs += int(who["logs"])
            else:
                shares.append(Share(ruleset.COLOURS.index(who["colour"]), int(who["units"] or 1)))
        return Help(self.hex(found["at"]), tuple(shares), logs)

    # recall and peek

    def recall(self, found: re.Match[str]) -> Recall:
        items = []
        for part in _listed(found["items"]):
            named = _ITEM.fullmatch(part)
            if named is None:
                raise self.unreadable(part)
            items.append(self.which(named))
        return Recall(tuple(items))

    def keep(self, _: re.Match[str]) -> Recall:
        return Recall()

    def peek(self, found: re.Match[str]) -> Peek:
        return Peek(self.ahu(found["ahu"], None))

    # pieces and places

    def which(self, found: re.Match[str]) -> Which:
        at = self.hex(found["at"]) if found["at"] else None
        marked = {None: None, "marked": True, "unmarked": False}[found["marked"]]
        trail = None if found["trail"] is None else self._hexes(found["trail"])
        which = Which(self.size(found["item"]), at, marked, trail)
        mine = [item for item in handled(self.state, self.seat) if _alike(item, which)]
        return self._front_or_only(which, mine) if at is None else self._there_or_front(which, mine)

    def _front_or_only(self, which: Which, mine: list[Item]) -> Which:
        """Without a place: what lies in front of the screen, else the only one to be handled."""
        if len(mine) != 1 or mine[0].at is None:
            return which
        return replace(which, at=mine[0].at)

    def _there_or_front(self, which: Which, mine: list[Item]) -> Which:
        """By its quarry's hex: what lies there, else what is in front of the screen."""
        places = [item.at for item in mine]
        front = which.at == quarry_of(self.island, which.size) and None in places
        return replace(which, at=None) if front and which.at not in places else which

    def size(self, text: str) -> ItemSize:
        sizes: dict[str, ItemSize] = {"1": 1, "2": 2, "3": 3}
        found = _SIZE.fullmatch(text)
        if found is None:
            raise self.unreadable(text)
        return sizes[found["size"]] if found["size"] else HEADDRESS

    def hex(self, label: str) -> Hex:
        place = self.island.by_label.get(label.upper())
        if place is None:
            raise Malformed("unknown_hex", hex=shown(label.upper()))
        return place

    def _hexes(self, text: str) -> tuple[Hex, ...]:
        return tuple(self.hex(label) for label in text.split())

    def _only_ahu(self, at: Hex) -> str:
        near = tuple(ahu.id for ahu in self.island.ahus_at[at])
        if len(near) > 1:
            raise Ambiguous("which_ahu", candidates=near)
        return demand_ahu(self.island, at, near[0] if near else None).id

    def ahu(self, text: str, at: Hex | None) -> str:
        """An ahu by id or name; left out, the only one on that hex."""
        if not text and at is not None:
            return self._only_ahu(at)
        wanted = _letters_of(text)
        for ahu in self.island.ahus.values():
            if wanted in (_letters_of(ahu.id), _letters_of(ahu.name)):
                return ahu.id
        raise Malformed("unknown_ahu", ahu=shown(text))


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".! ")


def _alike(item: Item, which: Which) -> bool:
    return item.size == which.size and which.marked in (None, item.marked)


def _letters_of(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def _listed(text: str) -> Iterable[str]:
    return filter(None, re.split(r", and |, | and ", text))


_HEX: Final = r"[a-z]{1,2}\d+"
_WHICH: Final = (
    r"(?:(?P<marked>marked|unmarked) )?(?:my )?(?P<item>moai [123]|headdress)"
    rf"(?: (?:from|at|on) (?P<at>{_HEX}))?(?: \(was ?(?P<trail>[^)]*)\))?"
)
_ITEM: Final = re.compile(_WHICH)
_SIZE: Final = re.compile(r"moai (?P<size>[123])|headdress")
_BIDDING: Final = re.compile(r"bid (?P<bid>[^;]+)(?:; ?(?P<plan>ask|take .+))?")
_BID_PART: Final = re.compile(
    r"(?:(?P<number>\d{1,2}) |(?:a|the) )?(?P<what>marker|worker|sorcerer|chief)s?|nothing"
)
_PICKS: Final[dict[str, PlannedPick]] = {"1": 1, "2": 2, "3": 3, "decline": "decline"}
_POWERS: Final[dict[str, Power]] = {
    "village": "village",
    "hut": "hut",
    "forest": "forest",
    "headdress-quarry": "headdress-quarry",
    "headdress quarry": "headdress-quarry",
    "quarry": "headdress-quarry",
}
_HELP: Final = re.compile(rf"(?P<at>{_HEX}) by (?P<who>.+)")
_HELPER: Final = re.compile(
    rf"(?P<logs>\d{{1,2}}) logs?|(?P<colour>{'|'.join(ruleset.COLOURS)})(?: (?P<units>\d{{1,2}}))?"
)
_PATTERNS: Final[tuple[tuple[re.Pattern[str], Callable[[Reader, re.Match[str]], Action]], ...]] = (
    (_BIDDING, Reader.bid),
    (re.compile(r"(?:take )?(?:a )?(?:half-)?tablet"), Reader.tablet),
    (re.compile(r"take (?:moai )?(?P<size>[123])"), Reader.take),
    (re.compile(r"decline"), Reader.decline),
    (
        re.compile(
            rf"(?:place )?(?P<figure>worker|sorcerer|chief) (?:on |at |to )?(?P<at>{_HEX})"
            r"(?: with (?P<logs>\d{1,2}) logs?)?"
            rf"(?:,? use (?P<power>{'|'.join(_POWERS)})|,? reserve ?(?P<reserve>.*))?"
        ),
        Reader.place,
    ),
    (re.compile(r"pass(?:,? mark (?P<mark>.+))?"), Reader.pass_),
    (
        re.compile(
            rf"(?:move )?{_WHICH}(?: via (?P<via>[^,;]+?))?(?: to (?P<to>{_HEX}))?"
            r"(?:,? (?P<ending>mark|erect|top)(?:(?<!mark) (?P<ahu>[^;]+))?)?(?:; ?(?P<help>.+))?"
        ),
        Reader.move,
    ),
    (re.compile(r"recall (?P<items>.+)"), Reader.recall),
    (re.compile(r"keep(?: all)?"), Reader.keep),
    (re.compile(r"peek (?:at )?(?P<ahu>.+)"), Reader.peek),
)


def parse(island: Island, state: State, seat: Seat, text: str) -> Action:
    """What these words mean at this table; else a refusal with a hint of what would be right."""
    return Reader(island, state, seat).read(text)


def demand_consistent(text: str) -> None:
    """A bid names each thing once, and nothing alone."""
    found = _BIDDING.fullmatch(_plain(text))
    parts = map(_BID_PART.fullmatch, _listed(found["bid"]) if found else ())
    named = [part["what"] for part in parts if part]
    if len(named) > 1 and None in named:
        raise Malformed("nothing_and_more")
    if twice := next((what for what in named if named.count(what) > 1), None):
        raise Malformed("bid_twice", named=twice)
