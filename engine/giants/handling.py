"""What a seat may do in transport: items, their ways and endings, found when they are asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from engine.game import Pick, Seat
from engine.giants.actions import Help, Move, Pass, Share
from engine.giants.board import Island
from engine.giants.carrying import (
    Haul,
    carriers,
    crews_by_hex,
    load,
    own_figure,
    points_given,
    teams,
)
from engine.giants.detours import through
from engine.giants.facts import EndingFacts, ItemFacts, MoveFacts, WayFacts
from engine.giants.items import abandoned, handled, name, place_of
from engine.giants.paths import Way, ways
from engine.giants.state import HEADDRESS, Crew, Item, ItemSize, State
from engine.hexes import Hex


@dataclass(frozen=True)
class MoveChoices:
    """Phase 4: each item's ways are found when it is looked at."""

    island: Island
    state: State
    seat: Seat

    @cached_property
    def items(self) -> list[Item]:
        return handled(self.state, self.seat)

    @cached_property
    def _crews(self) -> dict[Hex, Crew]:
        return crews_by_hex(self.state)

    @cached_property
    def _front(self) -> tuple[ItemSize, ...]:
        return tuple(i.size for i in self._all_mine() if i.at is None)

    def _all_mine(self) -> Iterator[Item]:
        return (item for item in self.state.items if item.holder == self.seat)

    def _haul(self, item: Item) -> Haul:
        return Haul(self.seat, load(item.size), self.state.rules)

    def ways(self, item: Item) -> Iterator[Way]:
        start = place_of(self.island, item)
        return ways(self.island, self._crews, self._haul(item), start, item.trail)

    def endings(self, item: Item, end: Hex, *, moved: bool) -> list[EndingFacts]:
        found = []
        if moved and not abandoned(item):
            found.append(EndingFacts(None))
        if not item.marked and self.state.clans[self.seat].markers:
            found.append(EndingFacts("mark"))
        if own_figure(self._crews.get(end), self.seat):
            found.extend(self._on_ahus(item, end))
        return found

    def _on_ahus(self, item: Item, end: Hex) -> Iterator[EndingFacts]:
        for ahu in self.island.ahus_at[end]:
            base = next((b for b in self.state.bases if b.ahu == ahu.id), None)
            if item.size == HEADDRESS:
                if base is not None and base.size and not base.topped:
                    yield EndingFacts("top", ahu.id)
            elif base is None:
                if self.state.clans[self.seat].bases:
                    yield EndingFacts("erect", ahu.id)
            elif base.owner == self.seat and not base.size:
                yield EndingFacts("erect", ahu.id)

    def _moves(self, item: Item) -> Iterator[Move]:
        which = name(item, self.items)
        for way in self.ways(item):
            end = way.path[-1] if way.path else place_of(self.island, item)
            for ending in self.endings(item, end, moved=bool(way.path)):
                yield Move(which, way.path, ending.ending, ending.ahu)

    def __iter__(self) -> Iterator[Move | Pass]:
        for item in self.items:
            yield from self._moves(item)
        yield from map(Pass, self._markings())

    def _markings(self) -> Iterator[tuple[ItemSize, ...]]:
        """Each choice of front items that the markers suffice for, equal ones once."""
        sizes = sorted(set(self._front))
        most = self.state.clans[self.seat].markers
        for counts in product(*(range(self._front.count(size) + 1) for size in sizes)):
            if sum(counts) <= most:
                yield tuple(s for s, n in zip(sizes, counts, strict=True) for _ in range(n))

    def sample(self, pick: Pick) -> Move | Pass:
        """An item first, then a way, then an ending: only that item's ways are worked out."""
        items: list[Item | None] = [*self.items, None]
        while (item := items.pop(pick(len(items)))) is not None:
            if moves := list(self._moves(item)):
                return moves[pick(len(moves))]
        markings = list(self._markings())
        return Pass(markings[pick(len(markings))])

    def facts(self) -> MoveFacts:
        items = tuple(
            ItemFacts(name(item, self.items), abandoned(item), tuple(self._ways_facts(item)))
            for item in self.items
        )
        return MoveFacts(items, self._front, self.state.clans[self.seat].markers)

    def _ways_facts(self, item: Item) -> Iterator[WayFacts]:
        return (self.way_facts(item, way.path) for way in self.ways(item))

    def way_facts(
        self, item: Item, path: tuple[Hex, ...], helpers: tuple[Help, ...] = ()
    ) -> WayFacts:
        """The same of any path that the item can take, with helpers named for some of its hexes."""
        end = path[-1] if path else place_of(self.island, item)
        endings = tuple(self.endings(item, end, moved=bool(path)))
        named = {each.at: each for each in helpers}
        everyone = carriers(self.state, self._crews, self._haul(item), path, named)
        return WayFacts(end, path, everyone, points_given(everyone, self.seat), endings)

    def through(self, item: Item, stops: Sequence[Hex]) -> Way | None:
        """A way by hexes that the mover chose, where one is found."""
        start = place_of(self.island, item)
        return through(self.island, self._crews, self._haul(item), start, item.trail, stops)

    def teams(self, item: Item, at: Hex) -> list[Help]:
        """Whoever could carry the item into a hex, those first who are given the fewest points."""
        found = teams(self._crews[at], self._haul(item))
        return sorted(found, key=lambda team: _total(points_given((team,), self.seat)))


def _total(shares: tuple[Share, ...]) -> int:
    return sum(share.units for share in shares)
