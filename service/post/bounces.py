"""Letters that came back: what a report says of one, written into its row, and who must know."""

from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from service.mail.reports import Delayed, Returned
from service.post import faults, marking
from service.store import letters, matches, outbox
from service.store.database import reading
from service.store.letters import Letter
from service.store.matches import Match
from service.store.players import Player

RECENT = timedelta(days=10)  # mail systems give up long before

log = structlog.get_logger(__name__)


def take(called: str, report: Returned | Delayed, now: datetime) -> bool:
    """Write it down, once a letter and only of one that left lately; whether it was."""
    found = _found(called)
    if found is None:
        log.warning("bounce_ignored", letter=called, why="no such letter")
        return False
    with marking.held(found.id, found.match_id) as (session, rows, letter):
        why = _unbelievable(letter, now)
        if why is not None:
            log.warning("bounce_ignored", letter=letter.id, why=why)
            return False
        _write(session, rows, letter, report, now)
        log.info("bounce", letter=letter.id, match=letter.match_id, status=letter.status)
        return True


def _found(called: str) -> Letter | None:
    with reading() as session:
        return letters.named(session, called)


def _unbelievable(letter: Letter, now: datetime) -> str | None:
    if letter.status in (outbox.BOUNCED, outbox.DROPPED):
        return letter.status
    if letter.sent_at is None and not letter.unsure:
        return "never left"
    return "too old" if now - _left_at(letter) > RECENT else None


def _left_at(letter: Letter) -> datetime:
    """A bounce can be here before the word that the letter was taken."""
    return letter.sent_at or letter.created_at


def _write(
    session: Session, rows: list[Match], letter: Letter, report: Returned | Delayed, now: datetime
) -> None:
    if isinstance(report, Delayed):
        letter.reason = report.reason
        return
    marking.end(letter, outbox.BOUNCED, report.reason, now)
    _untell(session, letter)
    player = session.get_one(Player, letter.player_id)
    if not (report.address and faults.flag(player, report.reason, _left_at(letter))):
        marking.tell_hosts(session, rows, letter, "letter_undelivered", now)
        return
    seats = marking.seats_told(session, letter)
    for row in rows:
        faults.tell_host(session, row, player, seats.get(row.id), "letter_bounced", now)


def _untell(session: Session, letter: Letter) -> None:
    """What nobody read is told once more, as soon as letters arrive again."""
    session.flush()
    for match_id, number in marking.seats_told(session, letter).items():
        seat = None if number is None else matches.seat_of(session, match_id, number)
        if seat is not None and seat.player_id == letter.player_id:
            seat.told = outbox.told(session, match_id, letter.player_id)
