"""The invariants of a match, looked for in its rows and in the mail that arrived: what is wrong."""

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from engine import record
from engine.errors import Broken
from engine.registry import GAMES
from engine.verify import verify
from service import looking, table
from service.store import outbox
from service.store.database import reading
from service.store.entries import all_of
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.submissions import Submission

MOST_COPIES = 2
MOST = 100_000  # letters of a match


def faults(match_id: str, copies: dict[str, int], extra: int = 0) -> list[str]:
    """Everything wrong with a match that was played out; `extra` copies had their reason."""
    with reading() as session:
        row = session.get_one(Match, match_id)
        found = [
            *_log(session, row),
            *_resolutions(session, row),
            *_notices(session, match_id),
            *_copies(session, match_id, copies, extra),
            *_snapshot(session, row),
            *_integrity(session),
        ]
    return found + list(_record(match_id))


def _log(session: Session, row: Match) -> Iterator[str]:
    """I1: what was accepted is in the log."""
    numbers = {one.number for one in all_of(session, row.id)}
    for made in session.scalars(select(Submission).where(Submission.match_id == row.id)):
        if made.status == "played" and made.entry not in numbers:
            yield f"I1: submission {made.number} is in no entry"
        if made.status == "sealed":
            yield f"I3: submission {made.number} was never opened"


def _resolutions(session: Session, row: Match) -> Iterator[str]:
    """I2: one resolution a sealed phase."""
    query = select(Submission.phase, Submission.entry).where(
        Submission.match_id == row.id, Submission.kind == "sealed", Submission.status == "played"
    )
    by_phase: dict[str, set[int | None]] = {}
    for phase, entry in session.execute(query):
        by_phase.setdefault(phase, set()).add(entry)
    for phase, entries in by_phase.items():
        if len(entries) != 1:
            yield f"I2: {phase} was resolved {len(entries)} times"


def _notices(session: Session, match_id: str) -> Iterator[str]:
    """I4: one notice a cause, and an end for each."""
    letters = {one.id: one for one in outbox.of_match(session, match_id, MOST)}
    seen: Counter[tuple[str, str, str]] = Counter()
    for one in session.scalars(select(Notice).where(Notice.match_id == match_id)):
        seen[one.player_id, one.kind, one.cause] += 1
        if one.status == "dropped" and not one.reason:
            yield f"I4: notice {one.id} was dropped without a reason"
        if one.status != "dropped" and not _sent(letters.get(one.letter_id or 0)):
            yield f"I4: notice {one.id} has no end"
    yield from (f"I4: {cause} was told twice" for cause, count in seen.items() if count > 1)
    for letter in letters.values():
        if letter.status in ("dropped", "bounced", "dead") and not letter.reason:
            yield f"I4: letter {letter.id} ended without a reason"


def _sent(letter: Letter | None) -> bool:
    return letter is not None and letter.status in ("sent", "bounced", "dead")


def _copies(session: Session, match_id: str, copies: dict[str, int], extra: int) -> Iterator[str]:
    """I5: a copy a letter, and no more than were accounted for."""
    letters = outbox.of_match(session, match_id, MOST)
    arrived = {one.message_id: copies.get(one.message_id, 0) for one in letters}
    for one in letters:
        if one.status in ("sent", "bounced") and not arrived[one.message_id]:
            yield f"I5: letter {one.id} is sent and did not arrive"
        if one.status not in ("sent", "bounced") and one.unsure == 0 and arrived[one.message_id]:
            yield f"I5: letter {one.id} is {one.status} and arrived"
    more = sum(count - 1 for count in arrived.values() if count > 1)
    if more > extra or max(arrived.values(), default=0) > MOST_COPIES:
        yield f"I5: {more} copies too many"


def _snapshot(session: Session, row: Match) -> Iterator[str]:
    """I7: the log leads to the stored state, byte for byte."""
    try:
        done = table.replayed(session, row)
    except Broken as fault:
        yield f"I7: the log cannot be replayed: {fault}"
        return
    if table.snapshot(done.match) != row.state or done.match.head != row.head:
        yield "I7: the snapshot is not what the log leads to"


def _record(match_id: str) -> Iterator[str]:
    """I7: the exported record verifies, rules and luck included."""
    book = record.parse(looking.whole_record(match_id))
    report = verify(book, GAMES[book.game])
    if report.fault is not None:
        yield f"I7: entry {report.fault.entry} of the record: {report.fault.code}"


def _integrity(session: Session) -> Iterator[str]:
    """I10: the database finds nothing wrong with itself."""
    if session.get_bind().dialect.name == "sqlite":
        said = session.execute(text("PRAGMA integrity_check")).scalar_one()
        dangling = session.execute(text("PRAGMA foreign_key_check")).all()
        if said != "ok" or dangling:
            yield f"I10: {said} {dangling}"
