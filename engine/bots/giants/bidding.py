"""Phase 2: what to bid, by what can be hauled and by what the rivals may bid."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from engine.bots.giants.table import Table, strength
from engine.bots.giants.worth import LATER, MARKER, UNIT, prospect
from engine.game import Pick
from engine.giants import ruleset
from engine.giants.actions import Bid, Decline, Take
from engine.giants.facts import BidFacts, PickFacts
from engine.giants.items import quarry_of
from engine.giants.state import Crowd, MoaiSize, Plan, PlannedPick

MOST_PICKS = 2  # a round; more could not be carried
CHIEF_CARRIES = 0.4  # what a chief on the board is worth more than a worker


class Ranked(NamedTuple):
    """A bid and what it may bring."""

    worth: float
    bid: Bid


def bid(table: Table, facts: BidFacts, pick: Pick) -> Bid:
    """The best answer to rivals who bid so many markers each: a guess that nobody can foresee."""
    if not _room(table):
        return Bid(plan=(("decline",),))
    expected = pick(ruleset.FIRST_MARKERS + 1)
    best = max(_ranked(table, facts, expected), key=lambda ranked: ranked.worth).bid
    return replace(best, plan=_plan(table, facts, _carriers(facts, best)))


def choose(table: Table, facts: PickFacts) -> Take | Decline:
    """Without a plan: what is worth most to haul with what is behind the screen."""
    left = strength(table.mine.figures, table.mine.logs)
    best = _preferred(table, facts.sizes, left)
    return Take(best[0]) if best and _room(table) else Decline()


def _room(table: Table) -> int:
    """How many moai more would find a base."""
    return max(0, table.bases_left - table.own_moai)


def _ranked(table: Table, facts: BidFacts, expected: int) -> Iterator[Ranked]:
    options = product(range(facts.markers + 1), range(facts.workers + 1), range(facts.chief + 1))
    for markers, workers, chief in options:
        offer = Bid(markers, workers, chief=bool(chief))
        yield Ranked(_worth(table, facts, offer, expected), offer)


def _worth(table: Table, facts: BidFacts, offer: Bid, expected: int) -> float:
    """What the picks may bring, less what the bid ties up.

    Nobody knows what the rivals want: half of them may take the largest, half the smallest.
    """
    ahead = _ahead(table, offer.markers, expected)
    tied = MARKER * offer.markers + UNIT * offer.workers + (UNIT + CHIEF_CARRIES) * offer.chief
    carriers = _carriers(facts, offer)
    worth = {size: _haul(table, size, carriers) for size in set(facts.quarry)}
    rising, falling = sorted(facts.quarry), sorted(facts.quarry, reverse=True)
    sculptors = Crowd(offer.workers, chief=offer.chief).worth
    taken = [_picks(table, left, ahead, sculptors, worth) for left in (rising, falling)]
    return sum(taken) / 2 - tied


def _picks(
    table: Table, left: list[MoaiSize], ahead: int, sculptors: int, worth: dict[MoaiSize, float]
) -> float:
    """What two picks bring when the rivals take from the front of what is left."""
    total, share = 0.0, 1.0
    rivals = len(table.view.clans) - 1
    left = left[ahead:]
    for _ in range(min(MOST_PICKS, _room(table))):
        best = max((s for s in left if s <= sculptors), key=worth.__getitem__, default=None)
        if best is None:
            break
        total += share * worth[best]
        left.remove(best)
        left, share, sculptors = left[rivals:], share * LATER, sculptors - best
    return total


def _ahead(table: Table, markers: int, expected: int) -> int:
    """How many rivals would choose first, if each bids what is expected of it."""
    rivals = [clan for clan in table.view.clans if clan.seat != table.seat]
    own = (-markers, -table.view.clans[table.seat].halves, _turn(table, table.seat))
    return sum((-expected, -rival.halves, _turn(table, rival.seat)) < own for rival in rivals)


def _turn(table: Table, seat: int) -> int:
    return (seat - table.view.first) % len(table.view.clans)


def _carriers(facts: BidFacts, offer: Bid) -> int:
    return Crowd(
        facts.workers - offer.workers, facts.sorcerer, facts.chief and not offer.chief
    ).worth


def _haul(table: Table, size: MoaiSize, carriers: int) -> float:
    """What a moai of this size may bring; what is already on its way takes strength too."""
    return prospect(table, size, quarry_of(table.island, size), carriers, 0) * LATER**table.own_moai


def _preferred(table: Table, sizes: tuple[MoaiSize, ...], carriers: int) -> list[MoaiSize]:
    worth = {size: _haul(table, size, carriers) for size in set(sizes)}
    return sorted((size for size in worth if worth[size] > MARKER), key=lambda s: -worth[s])


def _plan(table: Table, facts: BidFacts, carriers: int) -> Plan:
    """For each pick the best size first; no more than there are bases for."""
    ranked: tuple[PlannedPick, ...] = (*_preferred(table, facts.quarry, carriers), "decline")
    return (*((ranked,) * min(MOST_PICKS, _room(table))), ("decline",))
