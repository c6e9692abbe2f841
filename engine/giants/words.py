"""The sentences of Giants: one for each event's kind and each refusal's code."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.giants import ruleset
from engine.giants.board import Island
from engine.giants.terms import ACTIONS, POWERS, STAGES
from engine.words import N_, REFUSALS, T_, Plural, Term, Tongue, Unless, Words, phase, plainly

EVENTS: Words = {
    "dealt": N_("The table is set; {first} is first player."),
    "rolled": N_("Round {round}: the dice show {dice}; in the quarry: {quarry}."),
    "bid_opened": Unless(
        ("markers", "sculptors"),
        N_("{seat} bids: markers {markers}, sculptors {sculptors}."),
        N_("{seat} bids nothing."),
    ),
    "took": N_("{seat} takes a {size}."),
    "declined": N_("{seat} takes no more moai."),
    "left_over": N_("Nobody took these from the quarry: {sizes}."),
    "placed": Unless(
        ("logs",),
        Plural(
            "logs",
            N_("{seat} puts a {figure} on {at}, with {logs} log."),
            N_("{seat} puts a {figure} on {at}, with {logs} logs."),
        ),
        N_("{seat} puts a {figure} on {at}."),
    ),
    "broke_tablet": N_("{seat} breaks a tablet."),
    "recruited": N_("{seat} takes a worker from the receptacle."),
    "got_marker": N_("{seat} takes a marker from the receptacle."),
    "cut": Plural(
        "logs",
        N_("{seat} cuts the forest {at}: {logs} log."),
        N_("{seat} cuts the forest {at}: {logs} logs."),
    ),
    "reserved": N_("{seat} reserves {ahu}."),
    "carved": N_("{seat} carves a headdress."),
    "took_tablet": N_("{seat} lays a marker down for a half-tablet."),
    "passed": N_("{seat} passes."),
    "moved": Unless(
        ("helped",),
        N_("{seat} moves a {size} from {start} over {path}; points given: {helped}."),
        N_("{seat} moves a {size} from {start} over {path}."),
    ),
    "erected": N_("{seat} erects a {size} on {ahu}."),
    "topped": N_("{seat} crowns the moai on {ahu}."),
    "marked": N_("{seat} marks the {size} on {at}."),
    "laid": N_("{seat} leaves a {size} on its quarry."),
    "recalled": N_("{seat} takes its marker back from the {size} on {at}."),
    "round_ended": N_("Round {round} is over; {first} is the next first player."),
    "peeked": N_("{seat} looks under the moai on {ahu}."),
    "saw": N_("The base under the moai on {ahu} is {owner}'s."),
    "ended": N_("The match is over: {reason}."),
}

MAP: Words = {
    "hex_twice": N_("The hex {hex} is on the map twice."),
    "no_land": N_("The map has no hex."),
    "land_apart": N_("The hex {hex} is not connected with the rest of the land."),
    "site_count": N_("The map needs the site {site} once; it is there {found} times."),
    "value_below_zero": N_("{what} has the value {value}, which is below 0."),
    "forest_sum": N_("The forests hold {found} logs; the box holds {needed}."),
    "ahu_twice": N_("There are two ahus called {ahu}."),
    "edge_twice": N_("Two ahus share the edge {edge} of the hex {hex}."),
    "ahu_at_sea": N_("The ahu {ahu} lies at the hex {hex}, which is no land."),
    "ahu_inland": N_("The ahu {ahu} faces land across the edge {edge} of {hex}."),
    "too_few_ahus": N_("{island} has {ahus} ahus; {seats} seats need {needed}."),
}

PLAY: Words = {
    "wrong_phase": N_("This is not the phase for it: {action}. What can be done now: {examples}."),
    "unreadable": N_("“{text}” cannot be read. Try: {examples}."),
    "nothing_and_more": N_("Bid nothing, or something: not both."),
    "bid_twice": N_("This stands twice in the bid: {named}. Name each thing once."),
    "one_of_each": N_("A clan has one sorcerer and one chief."),
    "path_without_end": N_("A path needs an end: … via B2 B3 to C4."),
    "no_way": N_("The item cannot get from {start} to {end} with the strength on the way."),
    "unknown_hex": N_("There is no hex {hex} on this island."),
    "unknown_ahu": N_("There is no ahu {ahu} on this island."),
    "unknown_seat": N_("There is no seat {seat} at this table."),
    "long_plan": N_("A plan has {most} picks at most, and {most} choices for each."),
    "bid_markers": Plural(
        "bid",
        N_("You bid {bid} marker and hold {held}."),
        N_("You bid {bid} markers and hold {held}."),
    ),
    "bid_workers": Plural(
        "bid",
        N_("You bid {bid} worker and hold {held}."),
        N_("You bid {bid} workers and hold {held}."),
    ),
    "no_figure": N_("There is no {figure} behind your screen."),
    "not_in_quarry": N_("There is no {size} in the quarry, only: {quarry}."),
    "too_few_sculptors": N_("A {size} needs as many sculptors; {left} of yours are unused."),
    "no_marker": N_("There is no marker behind your screen."),
    "few_markers": Plural(
        "held",
        N_("You want to mark more items than you can ({wanted}): you hold {held} marker."),
        N_("You want to mark more items than you can ({wanted}): you hold {held} markers."),
    ),
    "no_half_tablets": N_("No half-tablet is left in the supply."),
    "not_land": N_("The hex {hex} is not on the island."),
    "logs_with_chief": N_("A chief takes no logs along."),
    "too_many_logs": N_("{logs} logs are too many with one figure: {most} at most."),
    "no_logs": Plural(
        "logs",
        N_("You want to place {logs} log and hold {held}."),
        N_("You want to place {logs} logs and hold {held}."),
    ),
    "ahu_without_use": N_("An ahu is named ({ahu}), but nothing is done there."),
    "worker_power": N_("A worker has no powers; a sorcerer has, and a chief with a tablet."),
    "no_tablet": N_("A chief's power costs two half-tablets; you hold {halves}."),
    "power_elsewhere": N_("The power of the {power} is not to be had on {hex}."),
    "source_empty": N_("Nothing is left to take for the power of the {power}."),
    "no_forest": N_("There is no forest on {hex}."),
    "forest_cut": N_("The forest on {hex} has been cut."),
    "no_ahu": N_("No ahu adjoins {hex}."),
    "which_ahu": N_("Name the ahu: {candidates}."),
    "ahu_not_adjacent": N_("{ahu} does not adjoin {hex}."),
    "ahu_taken": N_("{ahu} has a base already."),
    "ahu_reserved": N_("{ahu} is reserved for {owner}."),
    "no_base": N_("There is no base behind your screen."),
    "mark_later": N_("Items are marked in the transport phase."),
    "several_items": N_("More than one {size} fits: {candidates}."),
    "no_such_item": N_("You have no {size} there: {place}."),
    "marked_by_other": N_("The {size} at {place} bears the marker of {holder}."),
    "moved_by_other": N_("The {size} at {place} is being moved by {holder} in this phase."),
    "not_next": N_("{hex} does not adjoin {previous}."),
    "been_there": N_("The item has been on {hex} in this round and cannot enter it again."),
    "nobody_there": N_("Nobody stands on {hex} to carry the item; logs alone do not."),
    "too_weak": N_("{hex} has a strength of {strength}; this load needs {needed}."),
    "helpers_twice": N_("Helpers are named twice for one hex."),
    "helpers_elsewhere": N_("Helpers are named for {hex}, which is not on the path."),
    "helper_twice": N_("A helper is named twice on {hex}."),
    "helper_units": N_("{seat} has a strength of {there} on {hex}, not {named}."),
    "helper_logs": Plural(
        "there",
        N_("There is {there} log on {hex}, not {named}."),
        N_("There are {there} logs on {hex}, not {named}."),
    ),
    "helper_sum": N_("The helpers on {hex} add up to {named}; the load is {needed}."),
    "logs_alone": N_("Logs alone carry nothing on {hex}: a figure must take part."),
    "logs_with_chief_alone": N_(
        "A chief draws no log: on {hex} a worker or a sorcerer must take part with the logs."
    ),
    "changes_nothing": N_("That would change nothing: move the item, or end with it."),
    "must_claim": N_("An abandoned item must end marked, erected or topped."),
    "already_marked": N_("The item bears a marker already."),
    "wrong_ending": N_("A {size} cannot end with “{ending}”."),
    "no_own_figure": N_("You have no figure of your own on {hex}."),
    "no_moai": N_("No moai stands on {ahu}."),
    "topped_already": N_("The moai on {ahu} wears a headdress already."),
    "bases_open": N_("The bases of this match are open: there is nothing to look for."),
    "seen_already": N_("You have looked under the moai on {ahu} already."),
    "no_half_to_give": N_("A look costs a half-tablet, and you have none."),
}

CAUTIONS: Words = {
    "owner_open": N_(
        "Everyone can see whose moai stands on {ahu}: {owner}. A look costs a half-tablet and "
        "tells you nothing new."
    ),
}

WORDS: Words = {**REFUSALS, **EVENTS, **MAP, **PLAY, **CAUTIONS}

COLOURS: Mapping[str, str] = {
    "blue": T_("Blue"),
    "green": T_("Green"),
    "red": T_("Red"),
    "yellow": T_("Yellow"),
    "purple": T_("Purple"),
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
PHASES: Mapping[str, str] = {
    "auction": N_("Auction, round {count}"),
    "placement": N_("Placement, round {count}"),
    "transport": N_("Transport, round {count}"),
    "recall": N_("Recall of markers, round {count}"),
    "end": N_("The end, round {count}"),
}
LINES: Mapping[str, str] = {
    "prestige": N_("points gained on the way"),
    "moai": N_("moai"),
    "headdress": N_("headdress"),
    "tablets": N_("whole tablets"),
}
HEADDRESS = T_("headdress")
MOAI = T_("moai of size {size}")
SOMEONE = T_("Someone")
NOTHING = N_("nothing")
SHARE = N_("{units} to {seat}")
_TABLES: Mapping[str, Mapping[str, str]] = {
    "figure": FIGURES,
    "reason": REASONS,
    "what": LINES,
    "stage": STAGES,
    "action": ACTIONS,
    "power": POWERS,
}
_SEATS = {"seat", "first", "owner", "holder"}
_HEXES = {"at", "start"}
# By the name of a fact: the terms that can stand there, each in the form that a sentence asks for.
TERMS: Mapping[str, tuple[str, ...]] = {
    **{name: tuple(table.values()) for name, table in _TABLES.items()},
    **{name: (*COLOURS.values(), SOMEONE) for name in sorted(_SEATS)},
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
        if name == "phase":
            return phase(PHASES, value, self.tongue)
        if name in _TABLES and value in _TABLES[name]:
            return Term(self.tongue, _TABLES[name][value])
        return self._several(name, value)

    def _several(self, name: str, value: Any) -> str:
        if name == "path" and not isinstance(value, str):  # a refusal's path is a place in JSON
            return " ".join(self.fact("at", place) for place in value)
        if name in ("quarry", "sizes"):
            return ", ".join(map(self._item, value)) or self.tongue.say(NOTHING)
        if name == "examples":  # commas belong to the words
            return ", ".join(f"“{text}”" for text in value) or "-"
        if name == "helped":
            return ", ".join(map(self._share, value))
        if name in ("ahu", "where") and value in self.island.ahus:
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
