"""Marking: what became of a letter, written into its row, and who must know of it."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from service import notices, table
from service.mail.outcomes import Later, Outcome, Refused, Sent, Unsure
from service.notices import Telling
from service.store import matches, outbox
from service.store.database import reading, writing
from service.store.letters import Letter
from service.store.matches import Match
from service.store.players import Player
from service.store.rows import lock

MOST_UNSURE = 2  # copies, whatever happens
FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)
SILENT_WAIT = timedelta(seconds=15)  # the whole server is away: the sender rests as long
GIVE_UP = timedelta(days=4)
MOST_UNWRITTEN = 5
KEPT = timedelta(days=30)
LONGEST_REASON = 200

log = structlog.get_logger(__name__)


@contextmanager
def held(letter_id: int, match_id: str) -> Iterator[tuple[Session, Match, Letter]]:
    """A letter with its match, locked: the match first, as everywhere, for much hangs on it."""
    with writing() as session:
        row = lock(session, Match, match_id)
        letter = lock(session, Letter, letter_id)
        if row is None or letter is None:
            raise LookupError(letter_id)
        yield session, row, letter


def mark(letter_id: int, match_id: str, attempt: int, outcome: Outcome, now: datetime) -> None:
    """Write the outcome of this attempt; a letter that was claimed again since is left alone."""
    with held(letter_id, match_id) as (session, row, letter):
        if not _ours(letter, attempt):
            log.warning("letter_overtaken", letter=letter_id)
            return
        _apply(session, row, letter, outcome, now)
        log.info(
            "letter",
            letter=letter.id,
            match=row.id,
            kind=letter.kind,
            outcome=type(outcome).__name__.lower(),
            status=letter.status,
            attempts=letter.attempts,
        )


def _ours(letter: Letter, attempt: int) -> bool:
    return letter.attempts == attempt and letter.status in (outbox.SENDING, outbox.READY)


def _apply(session: Session, row: Match, letter: Letter, outcome: Outcome, now: datetime) -> None:
    match outcome:
        case Sent():
            _sent(session, letter, now)
        case Later(reason, down):
            letter.unsure -= 1
            _later(session, row, letter, reason, now, SILENT_WAIT if down else None)
        case Refused(reason):
            letter.unsure -= 1
            session.get_one(Player, letter.player_id).fault = reason
            bury(session, row, letter, reason, "address_refused", now)
        case Unsure(reason):
            doubt(session, row, letter, reason, now)


def _sent(session: Session, letter: Letter, now: datetime) -> None:
    letter.status, letter.reason = outbox.SENT, None
    letter.sent_at, letter.next_at = now, now + KEPT
    if letter.seat is None:
        return
    seat = matches.seat_of(session, letter.match_id, letter.seat)
    if seat is not None and seat.player_id == letter.player_id:
        seat.told = max(seat.told, letter.told)


def _later(
    session: Session,
    row: Match,
    letter: Letter,
    reason: str,
    now: datetime,
    wait: timedelta | None = None,
) -> None:
    if now - letter.created_at > GIVE_UP:
        bury(session, row, letter, reason, "letter_undelivered", now)
        return
    letter.status, letter.reason = outbox.READY, reason[:LONGEST_REASON]
    letter.next_at = now + (wait or backed_off(letter.attempts))


def backed_off(attempts: int) -> timedelta:
    """Twice as long each time, up to an hour, and never quite when the others come."""
    wait = min(FIRST_WAIT * (1 << min(attempts - 1, 10)), LONGEST_WAIT)
    return wait * random.uniform(0.75, 1.25)  # noqa: S311  # spreads load, keeps no secret


def doubt(session: Session, row: Match, letter: Letter, reason: str, now: datetime) -> None:
    """It may have arrived: once more at most."""
    if letter.unsure >= MOST_UNSURE:
        bury(session, row, letter, reason, "letter_unsure", now)
    else:
        _later(session, row, letter, reason, now)


def bury(
    session: Session, row: Match, letter: Letter, reason: str, problem: str, now: datetime
) -> None:
    """A dead letter: the host is told, the match goes on."""
    letter.status, letter.reason = outbox.DEAD, reason[:LONGEST_REASON]
    letter.next_at = now + KEPT
    log.warning("letter_dead", letter=letter.id, match=row.id, kind=letter.kind, problem=problem)
    if letter.player_id == row.host_id:
        return
    facts = {"problem": problem, "seat": letter.seat}
    telling = Telling(None, "problem", f"letter:{letter.id}", facts)
    notices.tell_player(session, row, row.host_id, telling, now)
    table.ring(session, row)


def unwritten(letter_id: int, fault: Exception, now: datetime) -> None:
    """It could not be composed: a fault of ours, counted, and never in the way of others."""
    log.error("letter_unwritten", letter=letter_id, exc_info=fault)
    with reading() as session:
        match_id = session.get_one(Letter, letter_id).match_id
    with held(letter_id, match_id) as (session, row, letter):
        if letter.status != outbox.READY:
            return
        letter.attempts += 1
        reason = f"could not be written: {type(fault).__name__}"
        if letter.attempts >= MOST_UNWRITTEN:
            bury(session, row, letter, reason, "letter_undelivered", now)
        else:
            _later(session, row, letter, reason, now)
