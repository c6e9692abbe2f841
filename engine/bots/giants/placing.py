"""Phase 3: figures where they complete a way, powers where they pay, tablets for spare markers."""

from engine.bots.giants.goals import goals
from engine.bots.giants.powers import best_power
from engine.bots.giants.routes import Gap, Goal
from engine.bots.giants.table import Table, strength
from engine.giants.actions import Pass, Place, Tablet
from engine.giants.facts import PlaceFacts, PowerFacts
from engine.giants.state import Figure

BETTER = 1.5  # by how much a power must beat what the figure could carry


def place(table: Table, facts: PlaceFacts) -> Place | Tablet | Pass:
    """Spare markers first: the others build in the meantime. The sorcerer last."""
    wanted = goals(table)
    if facts.tablet and table.mine.markers > _unfinished(table, ()):
        return Tablet()
    gap = _next_gap(table, wanted)
    if gap and set(facts.figures) - {"sorcerer"}:
        return _fill(facts, gap)
    if action := _with_sorcerer(table, facts, wanted, gap) or _with_chief(table, facts, wanted):
        return action
    if facts.tablet and table.mine.markers > _unfinished(table, wanted):
        return Tablet()
    return Pass()


def _unfinished(table: Table, wanted: tuple[Goal, ...]) -> int:
    """How many own items will need a marker: those in front that have no finished way."""
    front = sum(1 for item in table.items if not item.marked and item.holder == table.seat)
    return front - sum(1 for goal in wanted if not goal.item.marked and not goal.route.gaps)


# --- carrying


def _next_gap(table: Table, wanted: tuple[Goal, ...]) -> Gap | None:
    """Where strength is missing for the best goal: at its end if all can be filled, else near."""
    left = strength(table.mine.figures, table.mine.logs)
    for goal in wanted:
        if gaps := goal.route.gaps:
            return gaps[-1] if goal.route.missing <= left else gaps[0]
    return None


def _fill(facts: PlaceFacts, gap: Gap) -> Place:
    heavy = gap.units > 1 + facts.logs
    worker = "worker" in facts.figures
    if "chief" in facts.figures and (heavy or not worker):
        return Place("chief", gap.at)
    return Place("worker", gap.at, _logs(facts, gap))


def _logs(facts: PlaceFacts, gap: Gap) -> int:
    return min(facts.logs, gap.units - 1)


# --- powers


def _with_sorcerer(
    table: Table, facts: PlaceFacts, wanted: tuple[Goal, ...], gap: Gap | None
) -> Place | None:
    if "sorcerer" not in facts.figures:
        return None
    value, power = best_power(table, wanted, facts.powers, "sorcerer")
    if power and (gap is None or value > BETTER):
        return _use("sorcerer", facts, gap, power)
    return Place("sorcerer", gap.at, _logs(facts, gap)) if gap else None


def _use(figure: Figure, facts: PlaceFacts, gap: Gap | None, power: PowerFacts) -> Place:
    logs = _logs(facts, gap) if gap and gap.at == power.at and figure == "sorcerer" else 0
    return Place(figure, power.at, logs, power.power, power.ahu)


def _with_chief(table: Table, facts: PlaceFacts, wanted: tuple[Goal, ...]) -> Place | None:
    if "chief" not in facts.figures:
        return None
    _, power = best_power(table, wanted, facts.powers, "chief")
    return _use("chief", facts, None, power) if power else None
