"""What the sweep sees to: letters in dead hands, and copies kept long enough."""

from datetime import datetime

import structlog

from service import one_by_one
from service.post import marking
from service.store import outbox
from service.store.database import reading, writing
from service.store.letters import Letter

MOST = 200

log = structlog.get_logger(__name__)


def recover(now: datetime) -> int:
    """Take letters back from workers that died with them: each may have arrived."""
    with reading() as session:
        left = [(one.id, one.match_id) for one in outbox.abandoned(session, now, MOST)]
    return one_by_one.see_to("letter", left, lambda one: _recover(*one, now))


def _recover(letter_id: int, match_id: str | None, now: datetime) -> bool:
    with marking.held(letter_id, match_id) as (session, rows, letter):
        if not _abandoned(letter, now):
            return False
        log.warning("letter_recovered", letter=letter.id, match=match_id, attempts=letter.attempts)
        marking.doubt(session, rows, letter, "its worker was lost", now)
        if letter.status == outbox.READY:
            letter.next_at = now
        return True


def _abandoned(letter: Letter, now: datetime) -> bool:
    overdue = letter.next_at is not None and letter.next_at <= now
    return letter.status == outbox.SENDING and overdue


def forget(now: datetime) -> int:
    """Rendered letters are gone after 30 days; that they were sent is not."""
    with writing() as session:
        old = outbox.outlived(session, now, MOST)
        for letter in old:
            letter.copy, letter.next_at = None, None
        return len(old)
