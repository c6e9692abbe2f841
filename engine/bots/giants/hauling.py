"""Phase 4: the move that gains most, and markers for what must wait; phase 5: what is given up."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.bots.giants.table import Table
from engine.bots.giants.worth import GIVEN, MARKER, crown_prospect, gain, prospect
from engine.giants.actions import Move, Pass, Recall, Which
from engine.giants.facts import EndingFacts, ItemFacts, MoveFacts, RecallFacts, WayFacts
from engine.giants.items import quarry_of
from engine.giants.state import HEADDRESS, ItemSize
from engine.hexes import Hex

LEAST = 0.05  # less than this is no gain


class Ranked(NamedTuple):
    """A move and what it gains over leaving the item where it is."""

    gain: float
    move: Move


def haul(table: Table, facts: MoveFacts) -> Move | Pass:
    best = max(_ranked(table, facts), key=lambda ranked: ranked.gain, default=None)
    if best and best.gain > LEAST:
        return best.move
    return Pass(_marks(table, facts))


def _ranked(table: Table, facts: MoveFacts) -> Iterator[Ranked]:
    for item in facts.items:
        start = item.item.at or quarry_of(table.island, item.item.size)
        kept = _kept(table, item, start)
        for way in item.ways:
            cost = GIVEN * sum(share.units for share in way.points)
            for ending in way.endings:
                value = _value(table, item, way, ending)
                move = Move(item.item, way.path, ending.ending, ending.ahu)
                yield Ranked(value - cost - kept, move)


def _kept(table: Table, item: ItemFacts, start: Hex) -> float:
    """What the item is worth where it is: nothing if others may take it."""
    if item.abandoned:
        return 0.0
    if item.item.at is None or not _bears_marker(table, item.item):
        return (
            max(0.0, _waits(table, item.item.size, start) - MARKER) if table.mine.markers else 0.0
        )
    return _waits(table, item.item.size, start)


def _bears_marker(table: Table, which: Which) -> bool:
    return which.marked is not False and any(
        item.marked and (item.size, item.at) == (which.size, which.at) for item in table.items
    )


def _value(table: Table, item: ItemFacts, way: WayFacts, ending: EndingFacts) -> float:
    size = item.item.size
    if ending.ending == "erect":
        return gain(size, table.island.ahus[str(ending.ahu)])
    if ending.ending == "top":
        return _topping(table, str(ending.ahu))
    if ending.ending == "mark":
        return _waits(table, size, way.at) - MARKER
    return _waits(table, size, way.at) if _bears_marker(table, item.item) else -1.0


def _topping(table: Table, ahu: str) -> float:
    """The base's owner scores (G12): only one's own is crowned."""
    own = any(ahu == bare.id for bare in table.bare)
    return gain(HEADDRESS, table.island.ahus[ahu]) if own else -1.0


def _waits(table: Table, size: ItemSize, place: Hex) -> float:
    """What an item with a marker on it is worth on this hex until the next round."""
    if size == HEADDRESS:
        return crown_prospect(table, place)
    return prospect(table, size, place, _next_strength(table), 1)


def _next_strength(table: Table) -> int:
    """What this seat can carry with in the next round: all but the chief, who will sculpt."""
    on_board = sum(crew.crowds[table.seat].bearers for crew in table.view.crews)
    front = table.view.clans[table.seat].front
    idle = table.mine.figures
    return on_board + front.bearers + idle.bearers


def _marks(table: Table, facts: MoveFacts) -> tuple[ItemSize, ...]:
    """G14: as many of the best in front as there are markers."""
    worth = {size: _waits(table, size, quarry_of(table.island, size)) for size in set(facts.front)}
    wanted = sorted((s for s in facts.front if worth[s] > MARKER), key=lambda s: -worth[s])
    return tuple(wanted[: facts.markers])


def recall(table: Table, facts: RecallFacts) -> Recall:
    """Markers come back from what is worth less than a marker."""
    return Recall(
        tuple(
            which
            for which in facts.items
            if which.at is not None and _waits(table, which.size, which.at) < MARKER
        )
    )
