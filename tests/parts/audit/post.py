"""I4 and I5: every notice with its end, and every letter with its copies."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.store import outbox
from service.store.letters import Letter, Notice

MOST_COPIES = 2
MOST = 100_000  # letters of a match


def faults(
    session: Session, match_id: str, copies: Mapping[str, int], now: datetime
) -> Iterator[str]:
    letters = {one.id: one for one in outbox.of_match(session, match_id, MOST)}
    notices = list(session.scalars(select(Notice).where(Notice.match_id == match_id)))
    yield from _notices(notices, letters, now)
    yield from _letters(letters, copies)


def _notices(notices: list[Notice], letters: dict[int, Letter], now: datetime) -> Iterator[str]:
    """I4: one notice a cause, and an end for each whose time has come."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for one in notices:
        seen[one.player_id, one.kind, one.cause] += 1
        if one.status == "dropped" and not one.reason:
            yield f"I4: notice {one.id} was dropped without a reason"
        early = one.status == "waiting" and one.after > now
        if one.status != "dropped" and not early and not _ended(letters.get(one.letter_id or 0)):
            yield f"I4: notice {one.id} has no end"
    yield from (f"I4: {cause} was told twice" for cause, count in seen.items() if count > 1)


def _ended(letter: Letter | None) -> bool:
    return letter is not None and letter.status in ("sent", "bounced", "dead")


def _letters(letters: dict[int, Letter], copies: Mapping[str, int]) -> Iterator[str]:
    """I4: an end has its reason. I5: what is sent arrived, and what is not did not."""
    for one in letters.values():
        arrived = copies.get(one.message_id, 0)
        if one.status in ("dropped", "bounced", "dead") and not one.reason:
            yield f"I4: letter {one.id} ended without a reason"
        if one.status in ("sent", "bounced") and not arrived:
            yield f"I5: letter {one.id} is sent and did not arrive"
        if one.status not in ("sent", "bounced") and one.unsure == 0 and arrived:
            yield f"I5: letter {one.id} is {one.status} and arrived"


def own(session: Session, match_id: str, copies: Mapping[str, int]) -> dict[str, int]:
    """The copies of one match's letters."""
    ids = {one.message_id for one in outbox.of_match(session, match_id, MOST)}
    return {one: count for one, count in copies.items() if one in ids}


def extra_copies(copies: Mapping[str, int], extra: int) -> Iterator[str]:
    """I5: a copy a letter, one more for each that was accounted for, and never above two."""
    more = sum(count - 1 for count in copies.values())
    most = max(copies.values(), default=0)
    if more > extra or most > MOST_COPIES:
        yield f"I5: {more} copies too many, {most} of one letter"
