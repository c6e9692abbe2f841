"""The terms of Giants: what is named in sentences, and facts as a reader would have them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.giants import ruleset
from engine.giants.board import Island
from engine.words import N_, T_, Term, Tongue, plainly

COLOURS: Mapping[str, str] = {
    "blue": T_("blue"),
    "green": T_("green"),
    "red": T_("red"),
    "yellow": T_("yellow"),
    "purple": T_("purple"),
}
FIGURES: Mapping[str, str] = {
    "worker": T_("worker"),
    "sorcerer": T_("sorcerer"),
    "chief": T_("chief"),
}
REASONS: Mapping[str, str] = {
    "bases": N_("a clan has a moai on every one of its bases"),
    "moai": N_("no moai is left to erect"),
    "standstill": N_("the box is empty and a whole round erected nothing"),
    "rounds": N_("the last round has been played"),
}
STAGES: Mapping[str, str] = {
    "bidding": N_("bidding"),
    "picking": N_("picking"),
    "placement": N_("placement"),
    "transport": N_("transport"),
    "recall": N_("recall"),
    "over": N_("over"),
}
PHASES: Mapping[str, str] = {
    "auction": N_("auction"),
    "placement": N_("placement"),
    "transport": N_("transport"),
    "recall": N_("recall"),
    "end": N_("end"),
}
ACTIONS: Mapping[str, str] = {
    "bid": N_("bid"),
    "take": N_("take"),
    "decline": N_("decline"),
    "place": N_("place"),
    "tablet": N_("tablet"),
    "pass": N_("pass"),
    "move": N_("move"),
    "recall": N_("recall"),
    "peek": N_("peek"),
}
POWERS: Mapping[str, str] = {
    "village": N_("village"),
    "hut": N_("hut"),
    "forest": N_("forest"),
    "ahu": N_("ahu"),
    "headdress-quarry": N_("headdress-quarry"),
}
LINES: Mapping[str, str] = {
    "prestige": N_("prestige"),
    "moai": N_("moai"),
    "headdress": N_("headdress"),
    "tablets": N_("tablets"),
}
HEADDRESS = T_("headdress")
MOAI = T_("moai of size {size}")
SOMEONE = T_("someone")
NOTHING = N_("nothing")
NO_ONE = N_("none")
SHARE = N_("{units} to {seat}")
_TABLES: Mapping[str, Mapping[str, str]] = {
    "figure": FIGURES,
    "reason": REASONS,
    "stage": STAGES,
    "phase": PHASES,
    "action": ACTIONS,
    "power": POWERS,
    "what": LINES,
}
_SEATS = {"seat", "first", "owner", "holder"}
_HEXES = {"at", "start"}
# By the name of a fact: the terms that can stand there, each in the form that a sentence asks for.
TERMS: Mapping[str, tuple[str, ...]] = {
    **{name: tuple(table.values()) for name, table in _TABLES.items()},
    **{name: (*COLOURS.values(), SOMEONE) for name in _SEATS},
    "size": (MOAI, HEADDRESS),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """Facts as a reader would have them: colours, items, hexes by label, ahus by name."""

    island: Island
    tongue: Tongue

    def fact(self, name: str, value: Any) -> str:
        if name in _SEATS:
            return self._seat(value)
        if name in _HEXES and not isinstance(value, str):  # a refusal has the label already
            return self.island.labels[tuple(value)]  # type: ignore[index] # a hex is a tuple of its numbers
        if name == "size":
            return self._item(value)
        if name in _TABLES and value in _TABLES[name]:
            return Term(self.tongue, _TABLES[name][value])
        return self._several(name, value)

    def _several(self, name: str, value: Any) -> str:
        if name == "path" and not isinstance(value, str):  # a refusal's path is a place in JSON
            return " ".join(self.fact("at", place) for place in value)
        if name in ("quarry", "sizes"):
            return ", ".join(map(self._item, value)) or self.tongue.say(NOTHING)
        if name == "helped":
            return ", ".join(map(self._share, value)) or self.tongue.say(NO_ONE)
        if name == "ahu" and value in self.island.ahus:
            return self.island.ahus[value].name
        return plainly(name, value)

    def _share(self, share: Mapping[str, int]) -> str:
        said = self.tongue.say(SHARE)
        return said.format(units=share["units"], seat=self._seat(share["seat"]))

    def _seat(self, seat: int | None) -> str:
        """A colour; the number of a seat that is at no table."""
        if seat is None:
            return Term(self.tongue, SOMEONE)
        if not 0 <= seat < len(ruleset.COLOURS):
            return str(seat)
        return Term(self.tongue, COLOURS[ruleset.COLOURS[seat]])

    def _item(self, size: int) -> str:
        return Term(self.tongue, MOAI if size else HEADDRESS, size=size)
