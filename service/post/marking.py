"""Marking: what became of a letter, written into its row, and who must know of it."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import Session

from service import corrections
from service.crash_points import reach
from service.mail.outcomes import Later, Outcome, Refused, Sent, Unsure
from service.post import faults
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
def held(letter_id: int, match_id: str | None) -> Iterator[tuple[Session, list[Match], Letter]]:
    """A letter with its match, locked: the match first, as everywhere, for much hangs on it.

    A digest's matches are locked one after the other, in the order of their ids.
    """
    with writing() as session:
        rows = [lock(session, Match, one) for one in _matches(session, letter_id, match_id)]
        letter = lock(session, Letter, letter_id)
        if letter is None:
            raise LookupError(letter_id)
        yield session, [row for row in rows if row is not None], letter


def _matches(session: Session, letter_id: int, match_id: str | None) -> list[str]:
    if match_id is not None:
        return [match_id]
    return [one.match_id for one in outbox.sections(session, letter_id)]


def mark(
    letter_id: int, match_id: str | None, attempt: int, outcome: Outcome, now: datetime
) -> None:
    """Write the outcome of this attempt; a letter that was claimed again since is left alone."""
    reach("before-mark")
    with held(letter_id, match_id) as (session, rows, letter):
        if not _ours(letter, attempt):
            log.warning("letter_overtaken", letter=letter_id)
            return
        _apply(session, rows, letter, outcome, now)
        log.info(
            "letter",
            letter=letter.id,
            match=match_id,
            kind=letter.kind,
            outcome=type(outcome).__name__.lower(),
            status=letter.status,
            attempts=letter.attempts,
        )


def _ours(letter: Letter, attempt: int) -> bool:
    return letter.attempts == attempt and letter.status in (outbox.SENDING, outbox.READY)


def _apply(
    session: Session, rows: list[Match], letter: Letter, outcome: Outcome, now: datetime
) -> None:
    match outcome:
        case Sent():
            _sent(session, letter, now)
            _catch_up(session, rows, letter, now)
        case Later(reason, down):
            letter.unsure -= 1
            _later(session, rows, letter, reason, now, SILENT_WAIT if down else None)
        case Refused(reason):
            letter.unsure -= 1
            _refused(session, rows, letter, reason, now)
        case Unsure(reason):
            doubt(session, rows, letter, reason, now)


def _sent(session: Session, letter: Letter, now: datetime) -> None:
    letter.status, letter.reason = outbox.SENT, None
    letter.sent_at, letter.next_at = now, now + KEPT
    for match_id, number, upto in told(session, letter):
        seat = None if number is None else matches.seat_of(session, match_id, number)
        if seat is not None and seat.player_id == letter.player_id:
            seat.told = max(seat.told, upto)


def _catch_up(session: Session, rows: list[Match], letter: Letter, now: datetime) -> None:
    known = {row.id: row for row in rows}
    for match_id, number, upto in told(session, letter):
        if number is not None and match_id in known:
            corrections.catch_up(session, known[match_id], number, upto, now)


def seats_told(session: Session, letter: Letter) -> dict[str, int | None]:
    """Of each match that a letter tells of, which seat is told."""
    return {match_id: number for match_id, number, _ in told(session, letter)}


def told(session: Session, letter: Letter) -> list[tuple[str, int | None, int]]:
    """Of each match that a letter tells of: which seat was told, and up to which entry."""
    if letter.match_id is not None:
        return [(letter.match_id, letter.seat, letter.told)]
    return [(one.match_id, one.seat, one.told) for one in outbox.sections(session, letter.id)]


def _later(
    session: Session,
    rows: list[Match],
    letter: Letter,
    reason: str,
    now: datetime,
    wait: timedelta | None = None,
) -> None:
    if now - letter.created_at > GIVE_UP:
        bury(session, rows, letter, reason, "letter_undelivered", now)
        return
    letter.status, letter.reason = outbox.READY, reason[:LONGEST_REASON]
    letter.next_at = now + (wait or backed_off(letter.attempts))


def backed_off(attempts: int) -> timedelta:
    """Twice as long each time, up to an hour, and never quite when the others come."""
    wait = min(FIRST_WAIT * (1 << min(attempts - 1, 10)), LONGEST_WAIT)
    return wait * random.uniform(0.75, 1.25)  # noqa: S311  # spreads load, keeps no secret


def doubt(session: Session, rows: list[Match], letter: Letter, reason: str, now: datetime) -> None:
    """It may have arrived: once more at most."""
    _catch_up(session, rows, letter, now)
    if letter.unsure >= MOST_UNSURE:
        bury(session, rows, letter, reason, "letter_unsure", now)
    else:
        _later(session, rows, letter, reason, now)


def end(letter: Letter, status: str, reason: str, now: datetime) -> None:
    """It will not arrive; its copy is kept as long as any other."""
    letter.status, letter.reason = status, reason[:LONGEST_REASON]
    letter.next_at = now + KEPT
    log.warning("letter_ended", letter=letter.id, match=letter.match_id, status=status)


def _refused(
    session: Session, rows: list[Match], letter: Letter, reason: str, now: datetime
) -> None:
    """The address is faulty: the host is told, the match goes on."""
    end(letter, outbox.DEAD, reason, now)
    player = session.get_one(Player, letter.player_id)
    faults.flag(player, reason, now)
    seats = seats_told(session, letter)
    for row in rows:
        faults.tell_host(session, row, player, seats.get(row.id), "address_refused", now)


def bury(
    session: Session, rows: list[Match], letter: Letter, reason: str, problem: str, now: datetime
) -> None:
    """A dead letter: the host is told, the match goes on."""
    end(letter, outbox.DEAD, reason, now)
    tell_hosts(session, rows, letter, problem, now)


def tell_hosts(
    session: Session, rows: list[Match], letter: Letter, problem: str, now: datetime
) -> None:
    seats = seats_told(session, letter)
    for row in rows:
        faults.tell_host_of_letter(session, row, letter, seats.get(row.id), problem, now)


def unwritten(letter_id: int, fault: Exception, now: datetime) -> None:
    """It could not be composed: a fault of ours, counted, and never in the way of others."""
    log.error("letter_unwritten", letter=letter_id, exc_info=fault)
    with reading() as session:
        match_id = session.get_one(Letter, letter_id).match_id
    with held(letter_id, match_id) as (session, rows, letter):
        if letter.status != outbox.READY:
            return
        letter.attempts += 1
        reason = f"could not be written: {type(fault).__name__}"
        if letter.attempts >= MOST_UNWRITTEN:
            bury(session, rows, letter, reason, "letter_undelivered", now)
        else:
            _later(session, rows, letter, reason, now)
