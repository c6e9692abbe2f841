"""What a seat may do now: factored, and worked out only as far as it is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import TypeAlias, get_args

from engine.game import Pick, Seat
from engine.giants import auction, ruleset
from engine.giants.actions import (
    Bid,
    Decline,
    Pass,
    Place,
    Power,
    Recall,
    Tablet,
    Take,
    Which,
)
from engine.giants.board import Island
from engine.giants.facts import (
    BidFacts,
    PickFacts,
    PlaceFacts,
    PowerFacts,
    RecallFacts,
)
from engine.giants.handling import MoveChoices
from engine.giants.placement import can_take_tablet
from engine.giants.state import (
    ONE,
    Figure,
    Plan,
    PlannedPick,
    State,
)
from engine.hexes import Hex

FIGURES: tuple[Figure, ...] = get_args(Figure)


@dataclass(frozen=True)
class BidChoices:
    """Phase 2, sealed."""

    state: State
    seat: Seat

    def facts(self) -> BidFacts:
        clan = self.state.clans[self.seat]
        have = clan.figures
        return BidFacts(clan.markers, have.workers, have.sorcerer, have.chief, self.state.quarry)

    def __iter__(self) -> Iterator[Bid]:
        most = self.facts()
        return (
            Bid(markers, workers, bool(sorcerer), bool(chief))
            for markers, workers, sorcerer, chief in product(
                range(most.markers + 1),
                range(most.workers + 1),
                range(most.sorcerer + 1),
                range(most.chief + 1),
            )
        )

    def sample(self, pick: Pick) -> Bid:
        most = self.facts()
        return Bid(
            pick(most.markers + 1),
            pick(most.workers + 1),
            bool(pick(most.sorcerer + 1)),
            bool(pick(most.chief + 1)),
            self._plan(pick),
        )

    def _plan(self, pick: Pick) -> Plan | None:
        if not pick(2):
            return None
        ranked: tuple[PlannedPick, ...] = (1, 2, 3, "decline")
        return tuple(tuple(ranked[pick(4)] for _ in range(pick(3))) for _ in range(pick(4)))


@dataclass(frozen=True)
class PickChoices:
    """Phase 2, one by one."""

    state: State
    seat: Seat

    def facts(self) -> PickFacts:
        return PickFacts(auction.affordable(self.state, self.seat))

    def __iter__(self) -> Iterator[Take | Decline]:
        yield from (Take(size) for size in self.facts().sizes)
        yield Decline()

    def sample(self, pick: Pick) -> Take | Decline:
        options = list(self)
        return options[pick(len(options))]


@dataclass(frozen=True)
class PlaceChoices:
    """Phase 3."""

    island: Island
    state: State
    seat: Seat

    @cached_property
    def _figures(self) -> tuple[Figure, ...]:
        have = self.state.clans[self.seat].figures
        return tuple(figure for figure in FIGURES if have.holds(ONE[figure]))

    @cached_property
    def _logs(self) -> int:
        return min(self.state.clans[self.seat].logs, ruleset.MOST_LOGS)

    @cached_property
    def _powerful(self) -> tuple[Figure, ...]:
        enough = self.state.clans[self.seat].halves >= ruleset.TABLET
        return tuple(f for f in self._figures if f == "sorcerer" or (f == "chief" and enough))

    def facts(self) -> PlaceFacts:
        powers = [
            PowerFacts(at, power, ahu, self._powerful)
            for at in self.island.labels
            for power, ahu in self._powers(at)
            if self._powerful
        ]
        return PlaceFacts(
            self._figures,
            self._logs,
            tuple(self.island.labels),
            tuple(powers),
            can_take_tablet(self.state, self.seat),
        )

    def _powers(self, at: Hex) -> Iterator[tuple[Power, str | None]]:
        """What works on this hex for this seat, an ahu at a time."""
        clan = self.state.clans[self.seat]
        site = self.island.site_at.get(at)
        if site == "village" and clan.spare_workers:
            yield "village", None
        if site == "hut" and clan.spare_markers:
            yield "hut", None
        if site == "headdress-quarry" and self.state.headdresses:
            yield "headdress-quarry", None
        if at in self.island.forests and at not in self.state.cut and self.state.logs:
            yield "forest", None
        if clan.bases:
            taken = {base.ahu for base in self.state.bases}
            yield from (("ahu", a.id) for a in self.island.ahus_at[at] if a.id not in taken)

    def __iter__(self) -> Iterator[Place | Tablet | Pass]:
        for figure, at in product(self._figures, self.island.labels):
            for logs in range(self._most_logs(figure) + 1):
                yield Place(figure, at, logs)
                if figure in self._powerful:
                    yield from (Place(figure, at, logs, p, a) for p, a in self._powers(at))
        if can_take_tablet(self.state, self.seat):
            yield Tablet()
        yield Pass()

    def _most_logs(self, figure: Figure) -> int:
        return 0 if figure == "chief" else self._logs

    def sample(self, pick: Pick) -> Place | Tablet | Pass:
        figures = self._figures
        tablet = can_take_tablet(self.state, self.seat)
        which = pick(len(figures) + tablet + 1)
        if which < len(figures):
            return self._sampled(figures[which], pick)
        return Tablet() if tablet and which == len(figures) else Pass()

    def _sampled(self, figure: Figure, pick: Pick) -> Place:
        places = tuple(self.island.labels)
        at = places[pick(len(places))]
        logs = pick(self._most_logs(figure) + 1)
        powers: list[tuple[Power | None, str | None]] = [(None, None)]
        if figure in self._powerful:
            powers.extend(self._powers(at))
        return Place(figure, at, logs, *powers[pick(len(powers))])


@dataclass(frozen=True)
class RecallChoices:
    """Phase 5, sealed."""

    state: State
    seat: Seat

    @cached_property
    def _marked(self) -> tuple[Which, ...]:
        mine = (item for item in self.state.items if item.holder == self.seat)
        return tuple(Which(item.size, item.at) for item in mine)

    def facts(self) -> RecallFacts:
        return RecallFacts(self._marked)

    def __iter__(self) -> Iterator[Recall]:
        for count in range(len(self._marked) + 1):
            yield from map(Recall, dict.fromkeys(combinations(self._marked, count)))

    def sample(self, pick: Pick) -> Recall:
        return Recall(tuple(which for which in self._marked if pick(2)))


def choices(island: Island, state: State, seat: Seat) -> "Choices":
    if state.stage == "bidding":
        return BidChoices(state, seat)
    if state.stage == "picking":
        return PickChoices(state, seat)
    if state.stage == "placement":
        return PlaceChoices(island, state, seat)
    if state.stage == "transport":
        return MoveChoices(island, state, seat)
    return RecallChoices(state, seat)


Choices: TypeAlias = BidChoices | PickChoices | PlaceChoices | MoveChoices | RecallChoices
