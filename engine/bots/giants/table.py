"""The table as one seat reads it off its view, with what the bot asks of it worked out once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from engine.game import Seat
from engine.giants import ruleset
from engine.giants.board import Ahu, Island
from engine.giants.items import may_handle
from engine.giants.state import Crew, Crowd, Item
from engine.giants.view import BaseView, Reserve, View
from engine.hexes import Hex


@dataclass(frozen=True)
class Table:
    """What is seen, and where."""

    view: View
    island: Island

    @cached_property
    def seat(self) -> Seat:
        assert self.view.seat is not None  # noqa: S101 - a stranger is never asked to choose
        return self.view.seat

    @cached_property
    def mine(self) -> Reserve:
        assert self.view.mine is not None  # noqa: S101 - the same
        return self.view.mine

    @cached_property
    def crews(self) -> Mapping[Hex, Crew]:
        return {crew.at: crew for crew in self.view.crews}

    @cached_property
    def distances(self) -> Mapping[Hex, Mapping[Hex, int]]:
        return distances(self.island)

    # --- bases and ahus

    @cached_property
    def bases(self) -> Mapping[str, BaseView]:
        return {base.ahu: base for base in self.view.bases}

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Ahus that wait for a moai of this seat."""
        return frozenset(b.ahu for b in self.view.bases if not b.size and b.owner == self.seat)

    @cached_property
    def open_ahus(self) -> tuple[Ahu, ...]:
        """Where this seat could erect a moai."""
        ahus = self.island.ahus.values()
        free = (a for a in ahus if a.id not in self.bases) if self.mine.bases else ()
        return (*free, *(self.island.ahus[ahu] for ahu in sorted(self.reserved)))

    @cached_property
    def bare(self) -> tuple[Ahu, ...]:
        """Own moai without a headdress, as far as the seat may know them (G18)."""
        known = (b for b in self.view.bases if b.size and not b.topped and b.owner == self.seat)
        return tuple(self.island.ahus[base.ahu] for base in known)

    @cached_property
    def bases_left(self) -> int:
        return self.mine.bases + len(self.reserved)

    # --- items

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """What this seat may handle."""
        seen = (Item(i.size, i.at, i.holder, i.marked, i.trail) for i in self.view.items)
        return tuple(item for item in seen if may_handle(item, self.seat))

    @cached_property
    def own_moai(self) -> int:
        """Moai of this seat that are still on their way."""
        return sum(1 for item in self.items if item.size and item.holder == self.seat)

    # --- time

    @cached_property
    def rounds_left(self) -> int:
        """How many rounds may come, this one included: a guess from who could fill its bases."""
        view, seats = self.view, len(self.view.clans)
        full = ruleset.BASES[seats]
        own = full - self.bases_left
        standing = sum(1 for base in view.bases if base.size)
        leader = max(own, round((standing - own) / (seats - 1) + 0.5))
        return max(1, min(full - leader, view.options.max_rounds - view.round + 1))


@cache
def distances(island: Island) -> Mapping[Hex, Mapping[Hex, int]]:
    """Steps over land from each hex to each hex."""
    return {start: dict(_spread(island, start)) for start in island.labels}


def _spread(island: Island, start: Hex) -> Iterator[tuple[Hex, int]]:
    edge, seen, steps = [start], {start}, 0
    while edge:
        yield from ((place, steps) for place in edge)
        edge = [n for place in edge for n in island.neighbours[place]]
        edge = [place for place in dict.fromkeys(edge) if place not in seen]
        seen.update(edge)
        steps += 1


def strength(figures: Crowd, logs: int) -> int:
    """What figures and logs could carry together: logs need a figure that brings them."""
    return figures.worth + min(logs, ruleset.MOST_LOGS * figures.bearers)
