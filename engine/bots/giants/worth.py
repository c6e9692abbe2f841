"""What things are worth, in points; the numbers come from the bot's matches against itself."""

from engine.bots.giants.table import Table
from engine.giants.board import Ahu
from engine.giants.carrying import load
from engine.giants.state import HEADDRESS
from engine.hexes import Hex

GIVEN = 0.4  # a point given to a rival, where several rivals share the table
UNIT = 0.9  # a unit of strength put on the board that could have served elsewhere
WORK = 0.3  # a unit of strength on a hex in a round to come, one's own or lent
STEP = 0.01  # of two ways that cost the same, the shorter
HOPE = 0.85  # for each unit of strength that is missing but may yet come from others
LATER = 0.7  # for each round that something must wait
HELP = 3  # units of strength that the others can be expected to lend in a round
MARKER = 1.6  # a marker for a round: half a tablet, and the freedom to mark
CROWN = 0.15  # of an ahu's headdress value, for the chance to crown what is erected there


def gain(size: int, ahu: Ahu) -> float:
    """What an item brings on an ahu."""
    return ahu.headdress if size == HEADDRESS else size * ahu.moai + CROWN * ahu.headdress


def prospect(table: Table, size: int, place: Hex, strength: int, waiting: int) -> float:
    """What a moai may yet bring from this hex, carried with this much strength a round.

    `waiting` rounds pass before it can be moved at all.
    """
    away, pace = table.distances[place], max(1.0, (strength + HELP) / load(size))
    best, work = 0.0, WORK * load(size)
    for ahu in table.open_ahus:
        steps = max(1, away[ahu.hex])
        rounds = waiting + -(-steps // pace) - 1
        if rounds < table.rounds_left:
            best = max(best, gain(size, ahu) * LATER**rounds - work * steps)
    return best


def crown_prospect(table: Table, place: Hex) -> float:
    """What a headdress that must wait may bring: own bases will be hidden by then (G18)."""
    if table.rounds_left == 1 or not table.bases_left:
        return 0.0
    away = table.distances[place]
    return max((a.headdress - UNIT * away[a.hex] for a in table.open_ahus), default=0.0) * CROWN
