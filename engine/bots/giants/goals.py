"""What this seat's items could become this round, each on an ahu of its own."""

from collections.abc import Iterator

from engine.bots.giants.routes import Goal, best_goal
from engine.bots.giants.table import Table, strength
from engine.giants.board import Ahu
from engine.giants.state import Item


def goals(table: Table) -> tuple[Goal, ...]:
    """The best first; each is reckoned with the strength that those before it leave."""
    moai = tuple(_chosen(table, [item for item in table.items if item.size], table.open_ahus))
    crowned = (*table.bare, *(goal.ahu for goal in moai))
    crowns = _chosen(table, [item for item in table.items if not item.size], crowned)
    return (*moai, *crowns)


def _chosen(table: Table, items: list[Item], ahus: tuple[Ahu, ...]) -> Iterator[Goal]:
    """Greedily: the best item and ahu, then the best of the rest."""
    left = strength(table.mine.figures, table.mine.logs)
    found = [goal for item in items if (goal := best_goal(table, item, ahus, left))]
    taken: set[str] = set()
    for goal in sorted(found, key=lambda goal: -goal.value):
        now = goal
        if goal.ahu.id in taken:
            rest = [ahu for ahu in ahus if ahu.id not in taken]
            again = best_goal(table, goal.item, rest, left)
            if again is None:
                continue
            now = again
        taken.add(now.ahu.id)
        left = max(0, left - now.route.missing)
        yield now
