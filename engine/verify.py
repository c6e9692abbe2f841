"""Checks an exported record with nothing but itself and the rules: the first thing wrong in it.

Each check looks at the entries before the first fault that is known, so what is reported is the
lowest entry that is wrong, and the simplest thing wrong with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import checks, proofs
from engine.checks import Check, Fault
from engine.errors import Fact
from engine.game import Game
from engine.record import Covered, Record

__all__ = ["Fault", "Report", "verify"]


@dataclass(frozen=True, slots=True)
class Report:
    """What was found; `unchecked` names what such a record cannot show."""

    fault: Fault | None
    entries: int
    finished: bool
    unchecked: tuple[str, ...]  # with `outcome` the end is what the record says, and no more
    signatures: int = 0  # that were shown, and hold where there is no fault
    covered: tuple[int, ...] = ()  # entries that are linked over, and not yet checkable

    @property
    def standing(self) -> str:
        """Whether the match is over, and who says so."""
        if not self.finished:
            return "The match is not over."
        if "outcome" in self.unchecked:
            return "The record says that the match is over."
        return "The match is over."

    @property
    def facts(self) -> dict[str, Fact]:
        """What the sentences of `engine.words.UNCHECKED` put in."""
        return {"covered": spans(self.covered)}


def verify(book: Record, game: Game[Any, Any] | None, head: str | None = None) -> Report:
    """Check a record; `head` is one that a letter named, and must stand in the chain."""
    sheets, fault = checks.read(book)
    ours = game if game is not None and book.rules in game.meta.known else None
    wanted: list[Check] = [*checks.ALWAYS, checks.counters if book.seed is None else checks.luck]
    wanted += [proofs.signatures, proofs.strays]
    if book.seed is not None and ours is not None:
        wanted += [checks.rules(ours), proofs.meanings(ours)]
    said = proofs.signed(sheets)
    for check in wanted:
        found = next(check(book, sheets), None)
        if found is not None and (fault is None or found.entry < fault.entry):
            fault, sheets = found, sheets[: found.entry - 1]
    fault = fault or next(checks.end(book, head), None)
    unchecked = _unchecked(book, game, ours, signed=len(said) > len(book.proofs))
    covered = tuple(page.number for page in book.entries if isinstance(page, Covered))
    return Report(
        fault,
        len(book.entries),
        book.outcome is not None,
        unchecked,
        len(book.proofs),
        covered,
    )


def _unchecked(
    book: Record, game: Game[Any, Any] | None, ours: Game[Any, Any] | None, *, signed: bool
) -> tuple[str, ...]:
    covered = any(isinstance(page, Covered) for page in book.entries)
    closed = any(page.private is None for page in book.entries)
    other = game is not None and ours is None
    unjudged = ours is None or book.seed is None
    known = {
        "covered": covered,
        "private_parts": closed,
        "luck": book.seed is None,
        "other_rules": other,
        "rules": not other and unjudged,
        "signatures": signed,
        "outcome": book.outcome is not None and unjudged,
        "ending": book.outcome is None or unjudged,
    }
    return tuple(code for code, unknown in known.items() if unknown)


def spans(numbers: Sequence[int]) -> str:
    """Numbers for people, as `4-7, 12`."""
    ends = [n for n in numbers if n + 1 not in numbers]
    starts = [n for n in numbers if n - 1 not in numbers]
    pairs = zip(starts, ends, strict=True)
    return ", ".join(str(start) if start == end else f"{start}-{end}" for start, end in pairs)
