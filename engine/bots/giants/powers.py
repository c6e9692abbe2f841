"""Which power to use, and what it is worth now."""

from collections.abc import Callable, Iterable

from engine.bots.giants.routes import Goal, routes, to_ahu
from engine.bots.giants.table import Table
from engine.bots.giants.worth import GIVEN, LATER, UNIT, gain
from engine.giants import ruleset
from engine.giants.actions import Power
from engine.giants.carrying import load
from engine.giants.facts import PowerFacts
from engine.giants.state import HEADDRESS, Figure

MARKER_MORE = 1.0  # a marker more, a round: half a tablet, while they last
WORKER = 2.0  # a worker more, a round
SPARE_LOG = 0.3  # a log that no item of this round needs
CONTEST = 0.3  # how likely a rival is to take an ahu that is wanted next round


def best_power(
    table: Table, goals: tuple[Goal, ...], offered: Iterable[PowerFacts], figure: Figure
) -> tuple[float, PowerFacts | None]:
    """The power worth most to this figure; a chief's costs a tablet."""
    price = ruleset.TABLET_POINTS if figure == "chief" else 0
    best: tuple[float, PowerFacts | None] = (0.0, None)
    wanted = {gap.at for goal in goals for gap in goal.route.gaps}
    for power in offered:
        if figure in power.figures:
            value = _WORTH[power.power](table, goals, power) - price
            value += UNIT * (power.at in wanted)
            if value > best[0]:
                best = (value, power)
    return best


def _village(table: Table, goals: tuple[Goal, ...], _: PowerFacts) -> float:
    """A worker for good, who can carry at once."""
    now = UNIT if any(goal.route.gaps for goal in goals) else 0.0
    return now + WORKER * (table.rounds_left - 1)


def _hut(table: Table, _: tuple[Goal, ...], __: PowerFacts) -> float:
    """A marker for good: half a tablet a round while there are any."""
    return MARKER_MORE * min(table.rounds_left, table.view.halves // len(table.view.clans))


def _forest(table: Table, goals: tuple[Goal, ...], power: PowerFacts) -> float:
    """Logs for gaps that one worker cannot fill."""
    logs = table.island.forests[power.at]
    useful = sum(gap.units - 1 for goal in goals for gap in goal.route.gaps) - table.mine.logs
    used = max(0, min(logs, useful))
    later = SPARE_LOG if table.rounds_left > 1 else 0.0
    return UNIT * used + later * (logs - used)


def _reserve(table: Table, goals: tuple[Goal, ...], power: PowerFacts) -> float:
    """Only for an item that comes next round, and only by what the next best ahu lacks."""
    for goal in goals:
        if goal.ahu.id == power.ahu and goal.route.gaps and goal.ahu.id not in table.reserved:
            others = (gain(goal.item.size, a) for a in table.open_ahus if a.hex != goal.ahu.hex)
            return CONTEST * (gain(goal.item.size, goal.ahu) * LATER - max(others, default=0.0))
    return 0.0


def _headdress(table: Table, goals: tuple[Goal, ...], power: PowerFacts) -> float:
    """What it crowns this round: own moai that are known, or about to stand."""
    ways = routes(table, power.at, load(HEADDRESS), ())
    waiting = sum(1 for item in table.items if not item.size)
    sure = [goal.ahu for goal in goals if goal.item.size and not goal.route.gaps]
    values = sorted(
        (
            ahu.headdress - route.cost - GIVEN * route.missing
            for ahu in (*table.bare, *sure)
            if (route := to_ahu(table, ways, ahu)) and route.missing <= table.mine.figures.worth - 1
        ),
        reverse=True,
    )
    return values[waiting] if waiting < len(values) else 0.0


_WORTH: dict[Power, Callable[[Table, tuple[Goal, ...], PowerFacts], float]] = {
    "village": _village,
    "hut": _hut,
    "forest": _forest,
    "ahu": _reserve,
    "headdress-quarry": _headdress,
}
