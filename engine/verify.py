"""Checks an exported record with nothing but itself and the rules: the first thing wrong in it.

Each check looks at the entries before the first fault that is known, so what is reported is the
lowest entry that is wrong, and the simplest thing wrong with it.
"""

from dataclasses import dataclass
from typing import Any

from engine import checks
from engine.checks import Check, Fault
from engine.game import Game
from engine.record import Record

__all__ = ["Fault", "Report", "verify"]


@dataclass(frozen=True, slots=True)
class Report:
    """What was found; `unchecked` names what such a record cannot show."""

    fault: Fault | None
    entries: int
    finished: bool
    unchecked: tuple[str, ...]


def verify(book: Record, game: Game[Any, Any] | None, head: str | None = None) -> Report:
    """Check a record; `head` is one that a letter named, and must stand in the chain."""
    sheets, fault = checks.read(book)
    ours = game if game is not None and book.rules == game.meta.rules else None
    wanted: list[Check] = [*checks.ALWAYS, checks.counters if book.seed is None else checks.luck]
    if book.seed is not None and ours is not None:
        wanted.append(checks.rules(ours))
    for check in wanted:
        found = next(check(book, sheets), None)
        if found is not None and (fault is None or found.entry < fault.entry):
            fault, sheets = found, sheets[: found.entry - 1]
    fault = fault or next(checks.end(book, head), None)
    return Report(fault, len(book.entries), book.outcome is not None, _unchecked(book, game, ours))


def _unchecked(
    book: Record, game: Game[Any, Any] | None, ours: Game[Any, Any] | None
) -> tuple[str, ...]:
    closed = any(page.private is None for page in book.entries)
    other = game is not None and ours is None
    known = {
        "private_parts": closed,
        "luck": book.seed is None,
        "other_rules": other,
        "rules": not other and (ours is None or book.seed is None),
        "ending": book.outcome is None,
    }
    return tuple(code for code, unknown in known.items() if unknown)
