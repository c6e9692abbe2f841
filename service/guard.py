"""The guard of deadlines: so many people late at once that clock and post are doubted before them.

It counts people by their mailbox, and leaves out the network that weighs most: no stranger brings
it about alone. What it holds it lets go, once clock, sweeps and letters are proved sound. See
docs/adr/deadlines.md.
"""

from collections import Counter
from collections.abc import Iterable, Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import structlog
from sqlalchemy.orm import Session

from service import heartbeats, mailboxes
from service.store import dues, holds, times
from service.store.database import AnyFault, reading, writing
from service.store.dues import Sitter
from service.store.holds import DEADLINES, Hold
from service.store.matches import Overdue

# So many at once are an outage or a wrong clock sooner than so many absent players.
TRUSTED = 5
TRUSTED_SHARE = 0.1
APART = timedelta(seconds=5)  # that host and database may be
STEADY = timedelta(hours=1)  # without a missed sweep
CLOCKS, SWEEPS, LETTERS = "clocks differ", "a sweep was missed", "letters have not left"

log = structlog.get_logger(__name__)


class Voice(NamedTuple):
    """A person, in a match that was opened from there."""

    person: str
    source: str


@dataclass(frozen=True)
class Look:
    """What a sweep has seen; `light` are the matches of no weight."""

    hold: Hold | None
    light: AbstractSet[str]
    late: AbstractSet[Voice]
    due: AbstractSet[Voice]
    doubt: str | None

    @property
    def held(self) -> bool:
        return self.hold is not None and self.hold.held_at is not None

    @property
    def released_at(self) -> datetime | None:
        return None if self.hold is None else self.hold.released_at


# --- the look


def look(session: Session, found: list[Overdue], now: datetime) -> Look:
    """So few need no share: all who are due are not counted four times a minute for nothing."""
    hold = holds.of(session, DEADLINES)
    held = hold is not None and hold.held_at is not None
    if not held and sum(len(one.late) for one in found) <= TRUSTED:
        return Look(hold, frozenset(), frozenset(), frozenset(), None)
    tables = _tables(dues.people(session))
    fresh = [one for one in found if one.match in tables and _unseen(one, hold)]
    late = [sitter for one in fresh for sitter in tables[one.match] if sitter.seat in one.late]
    return Look(
        hold,
        {one.match for one in found} - tables.keys(),
        {_voice(one) for one in late},
        {_voice(one) for table in tables.values() for one in table if one.due},
        _doubt(session, late, now) if held else None,
    )


def _tables(people: Iterable[Sitter]) -> dict[str, list[Sitter]]:
    """Those at which more than one person sits: the others have no weight."""
    found: dict[str, list[Sitter]] = {}
    for one in people:
        found.setdefault(one.match, []).append(one)
    return {
        match: table for match, table in found.items() if len({_person(one) for one in table}) > 1
    }


def _unseen(one: Overdue, hold: Hold | None) -> bool:
    """What was overdue when it was let go is meant to time out."""
    return hold is None or hold.released_at is None or one.due_at > hold.released_at


def _voice(one: Sitter) -> Voice:
    """Of whom it is no longer known where they opened from, the host stands for its network."""
    return Voice(_person(one), one.opened_from or _mailbox(one.host, one.host_address))


def _person(one: Sitter) -> str:
    return _mailbox(one.player, one.address)


def _mailbox(player: str, address: str | None) -> str:
    return player if address is None else mailboxes.counted(address)


def implausible(late: AbstractSet[Voice], due: AbstractSet[Voice]) -> bool:
    """Too many of those due, also without the network that most of them come from.

    Where there is one network alone nobody else can be made to wait.
    """
    if len({one.source for one in due}) > 1:
        heaviest = _heaviest(late)
        late = {one for one in late if one.source != heaviest}
        due = {one for one in due if one.source != heaviest}
    return _people(late) > max(TRUSTED, _people(due) * TRUSTED_SHARE)


def _heaviest(late: AbstractSet[Voice]) -> str | None:
    counted = Counter(one.source for one in late)
    return max(sorted(counted), key=counted.__getitem__, default=None)


def _people(voices: Iterable[Voice]) -> int:
    return len({one.person for one in voices})


# --- whether the service itself can be believed


def _doubt(session: Session, late: list[Sitter], now: datetime) -> str | None:
    """What speaks against letting go by itself, if anything does."""
    if not _clocks_agree(session):
        return CLOCKS
    if not heartbeats.steady(session, now, STEADY):
        return SWEEPS
    return None if _were_told(session, late) else LETTERS


def _clocks_agree(session: Session) -> bool:
    before = datetime.now(UTC)
    theirs = times.of_database(session)
    return theirs is None or before - APART <= theirs <= datetime.now(UTC) + APART


def _were_told(session: Session, late: list[Sitter]) -> bool:
    """But for a few: one mailbox that is full must not hold the others."""
    untold = dues.untold(session, {one.match for one in late})
    people = {_person(one) for one in late if (one.match, one.player) in untold}
    return len(people) <= len({_person(one) for one in late}) * TRUSTED_SHARE


# --- what comes of it


def passed(found: list[Overdue], seen: Look, now: datetime) -> list[Overdue]:
    """Of what is overdue, what may be enforced now."""
    if not seen.held and not implausible(seen.late, seen.due):
        return found
    with writing() as session:
        hold = holds.locked(session, DEADLINES)
        if _as_seen(hold, seen) and _let_go(hold, seen, now):
            return found
    return [one for one in found if one.match in seen.light]


def _as_seen(hold: Hold, seen: Look) -> bool:
    """Nobody was quicker, neither another sweep nor the operator."""
    return (hold.held_at is not None, hold.released_at) == (seen.held, seen.released_at)


def _let_go(hold: Hold, seen: Look, now: datetime) -> bool:
    """Held, and let go by a later sweep at the earliest: so the alarm is always given."""
    if hold.held_at is not None and seen.doubt is None:
        log.warning("deadlines_let_go", since=hold.held_at.isoformat(), reason=hold.reason)
        hold.held_at, hold.released_at, hold.let_go_at = None, now, now
        return True
    if hold.held_at is None:
        hold.held_at, hold.let_go_at, hold.times = now, None, hold.times + 1
        hold.reason = f"{_people(seen.late)} people would have timed out at once"
    since = hold.held_at.isoformat()
    log.error("deadlines_held", since=since, reason=hold.reason, doubt=seen.doubt)
    return False


def resume(now: datetime) -> bool:
    """The operator has looked: go on, and no alarm any more; whether they were held."""
    with writing() as session:
        hold = holds.locked(session, DEADLINES)
        held = hold.held_at is not None
        hold.held_at, hold.let_go_at, hold.reason, hold.released_at = None, None, None, now
        return held


def figures() -> dict[str, float]:
    """How often they were held; nothing while the database is away."""
    try:
        with reading() as session:
            hold = holds.of(session, DEADLINES)
    except AnyFault:
        return {}
    return {"count": 0.0 if hold is None else float(hold.times)}
