"""Recorded matches, made anew by `python -m tests.engine.giants.recorder`.

Each is a random match whose players are steered, so that together they have every number of seats,
every option and every ending. The files are kept: a record that no longer replays shows that the
rules have changed, and then `meta.rules` must change too. What was played by older rules stays.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import record
from engine.game import Setup
from engine.giants.actions import Bid, Move, Pass, Place
from engine.giants.board import Island
from engine.giants.choices import BidChoices, PlaceChoices
from engine.giants.handling import MoveChoices
from engine.giants.state import State
from engine.hexes import Hex
from tests.engine.giants.pieces import counted, otherwise
from tests.engine.giants.tables import GAME
from tests.engine.laws import Laws, Played, obey
from tests.engine.playthrough import keep

FOLDER = Path(__file__).parent / "records"
SELDOM = 1_000_000  # the costly laws are tried elsewhere


# --- how players are steered: each takes a seat's choices and its luck


def at_random(choices: Any, pick: Callable[[int], int]) -> Any:
    return choices.sample(pick)


def idly(choices: Any, pick: Callable[[int], int]) -> Any:
    """Bids nothing, passes at once."""
    if isinstance(choices, BidChoices):
        return Bid()
    return Pass() if isinstance(choices, PlaceChoices | MoveChoices) else choices.sample(pick)


def hoarding(choices: Any, pick: Callable[[int], int]) -> Any:
    """Takes moai and leaves them on their quarry."""
    if isinstance(choices, BidChoices):
        return Bid(chief=choices.facts().chief, plan=((1, 2, 3), (1, 2, 3), (1, 2, 3)))
    return idly(choices, pick)


def building(choices: Any, pick: Callable[[int], int]) -> Any:
    """Wins small moai, peoples the way to the nearest free ahu, erects and tops what it can."""
    if isinstance(choices, BidChoices):
        return _modest_bid(choices, pick)
    if isinstance(choices, PlaceChoices):
        return _on_the_way(choices, pick)
    if isinstance(choices, MoveChoices):
        return _finish(choices, pick)
    return choices.sample(pick)


def _modest_bid(choices: BidChoices, pick: Callable[[int], int]) -> Bid:
    most = choices.facts()
    workers = 1 if most.workers > 1 else 0
    chief = most.chief and not workers
    plan: Any = (None, ((1, 2, 3), (1, 2)), ((1,), ()), ((2, 1, "decline"),))[pick(4)]
    return Bid(pick(most.markers + 1), workers, sorcerer=False, chief=chief, plan=plan)


def _on_the_way(choices: PlaceChoices, pick: Callable[[int], int]) -> Any:
    state, seat, island = choices.state, choices.seat, choices.island
    clan = state.clans[seat]
    if clan.figures.sorcerer and pick(3):
        powers = [a for a in choices if isinstance(a, Place) and a.power and a.figure == "sorcerer"]
        return powers[pick(len(powers))] if powers else Pass()
    manned = {crew.at for crew in state.crews if crew.crowds[seat]}
    for place in reversed(_way(island, state, seat)):
        if place not in manned and clan.figures.workers:
            return Place("worker", place, min(clan.logs, pick(3)))
        if place not in manned and clan.figures.chief:
            return Place("chief", place)
    return choices.sample(pick) if pick(2) else Pass()


def _way(island: Island, state: State, seat: int) -> list[Hex]:
    """From the moai quarry to the nearest hex with an ahu that the seat may use."""
    others = {base.ahu for base in state.bases if base.size or base.owner != seat}
    start = island.sites["moai-quarry"]
    came: dict[Hex, Hex | None] = {start: None}
    for place in came_in_order(island, came):
        if any(ahu.id not in others for ahu in island.ahus_at[place]) and place != start:
            return _back(came, place)
    return []


def came_in_order(island: Island, came: dict[Hex, Hex | None]) -> Any:
    """Hexes by distance, noting where each was come from."""
    edge = list(came)
    while edge:
        place = edge.pop(0)
        yield place
        for near in island.neighbours[place]:
            if near not in came:
                came[near] = place
                edge.append(near)


def _back(came: dict[Hex, Hex | None], place: Hex) -> list[Hex]:
    way, here = [place], came[place]
    while here is not None and came[here] is not None:
        way.append(here)
        here = came[here]
    return way[::-1]


def _finish(choices: MoveChoices, pick: Callable[[int], int]) -> Any:
    moves = [move for move in choices if isinstance(move, Move)]
    for ending in ("erect", "top"):
        if fitting := [move for move in moves if move.ending == ending]:
            return fitting[pick(len(fitting))]
    if moves and not pick(3):
        return moves[pick(len(moves))]
    markings = [each for each in choices if isinstance(each, Pass)]
    return markings[pick(len(markings))]


# --- the matches


@dataclass(frozen=True)
class Recorded:
    """One match of the collection: what it shows, and how it comes about."""

    name: str
    seats: int
    steer: Callable[[Any, Any], Any]
    number: int
    reason: str
    options: dict[str, Any] = field(default_factory=dict)
    rules: str = "1"
    text: int = 0  # how often each seat's view stands in a text kept beside it; 0: no text

    def played(self) -> Played:
        laws = Laws(GAME, conserve=counted, hide=otherwise, share=SELDOM, choose=self.steer)
        return obey(laws, Setup(self.seats, self.options, self.rules), self.number)


SMALL = {"island": "motu-nui"}
LONG = {"max_rounds": 99}
MATCHES = (
    Recorded("three-bases", 3, building, 6, "bases", SMALL | LONG | {"leftover_moai": "return"}),
    Recorded("four-bases", 4, building, 5, "bases",
             SMALL | {"quick": True, "leftover_moai": "return", "max_rounds": 20}),
    Recorded("five-bases", 5, building, 8, "bases",
             SMALL | {"visible_score": True, "auto_pick": True, "max_rounds": 20}),
    Recorded("large-bases", 3, building, 12, "bases",
             {"leftover_moai": "return", "max_rounds": 20}),
    Recorded("three-moai", 3, idly, 1, "moai", LONG),
    Recorded("four-moai", 4, idly, 1, "moai", LONG | SMALL),
    Recorded("five-moai", 5, idly, 1, "moai", LONG),
    Recorded("three-standstill", 3, hoarding, 1, "standstill", LONG),
    Recorded("four-standstill", 4, hoarding, 1, "standstill", LONG),
    Recorded("five-standstill", 5, hoarding, 1, "standstill", LONG),
    Recorded("three-rounds", 3, building, 1, "rounds",
             SMALL | {"quick": True, "max_rounds": 2}, text=15),
    Recorded("four-rounds", 4, building, 1, "rounds", {"max_rounds": 3}, text=25),
    Recorded("five-rounds", 5, at_random, 1, "rounds",
             {"leftover_moai": "return", "open_bases": True, "max_rounds": 3}),
    Recorded("three-bases-2", 3, building, 7, "bases",
             SMALL | LONG | {"leftover_moai": "return"}, rules="2"),
    Recorded("four-rounds-2", 4, building, 2, "rounds", {"max_rounds": 2}, rules="2", text=25),
    Recorded("five-rounds-2", 5, at_random, 2, "rounds", {"max_rounds": 3}, rules="2"),
)  # fmt: skip


def make(each: Recorded) -> Played:
    """Play a match and write its record, and its text where one is kept."""
    played = each.played()
    outcome = GAME.outcome(played.match.state)
    if each.text:
        keep(GAME, FOLDER, each.name, played.seed, played.entries, each.text)
        return played
    FOLDER.mkdir(exist_ok=True)
    written = record.text(record.export(played.entries, played.seed, outcome))
    (FOLDER / f"{each.name}.json").write_text(written, encoding="utf-8")
    return played


def main() -> None:
    for each in MATCHES:
        state = make(each).match.state
        sys.stdout.write(f"{each.name}: {state.reason} after round {state.round}\n")


if __name__ == "__main__":
    main()
