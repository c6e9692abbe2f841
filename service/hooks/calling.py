"""Calls: claim one, commit, make it, commit; again later where it failed, and not for ever."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

import structlog
from sqlalchemy.orm import Session

from service import notices, one_by_one, vault
from service.hooks import keeping, reaching, signing, telling
from service.hooks.lookups import BusyError
from service.hooks.reaching import UnreachableError
from service.notices import Telling
from service.store import matches, webhooks
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.rows import lock
from service.store.webhooks import Call, Webhook

LEASE = timedelta(seconds=60)  # longer than a call can take
BUDGET = timedelta(seconds=15)  # of one task
MOST = 50
# A minute, five, half an hour … : the last attempt comes when a day is over.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 480, 480))
PATIENCE = timedelta(days=1)
SLOW_SECONDS = 2.0
SLOW_WAIT = timedelta(minutes=1)  # between calls to who is slow: others wait for our workers too
TOOK, GONE = range(200, 300), 410
TURNS = ("your_turn", "reminder")

Clock: TypeAlias = Callable[[], datetime]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Claimed:
    """A call in this worker's hands."""

    call: int
    message: str
    match: str
    url: str = field(repr=False)
    secret: str = field(repr=False)
    body: bytes = field(repr=False)


@dataclass(frozen=True)
class Answered:
    """What became of it: the status, or why there was none."""

    status: int | None
    reason: str
    slow: bool
    busy: bool = False  # it was not made at all, for what others do

    @property
    def took(self) -> bool:
        return self.status in TOOK


def call(clock: Clock, match_id: str | None = None) -> int:
    """Make what is due, of one match or of all; how many were made."""
    began = clock()
    with reading() as session:
        due = webhooks.due(session, began, MOST, match_id)
    return one_by_one.see_to("webhook", due, lambda one: _in_time(one, began, clock))


def waiting(now: datetime) -> bool:
    with reading() as session:
        return bool(webhooks.due(session, now, 1))


def _in_time(call_id: int, began: datetime, clock: Clock) -> bool:
    if clock() - began > BUDGET:
        return False  # the next look goes on
    claimed = claim(call_id, clock())
    if claimed is None:
        return False
    mark(claimed, made(claimed, clock()), clock())
    return True


def _held(session: Session, call_id: int, match_id: str) -> tuple[Match, Webhook, Call] | None:
    """The match first, as everywhere."""
    row, found = lock(session, Match, match_id), lock(session, Call, call_id)
    if row is None or found is None:
        return None
    return row, session.get_one(Webhook, found.webhook_id), found


def claim(call_id: int, now: datetime) -> Claimed | None:
    with reading() as session:
        hook = session.get_one(Webhook, session.get_one(Call, call_id).webhook_id)
        match_id = hook.match_id
    with writing() as session:
        held = _held(session, call_id, match_id)
        if held is None or not _is_due(held[2], now):
            return None
        row, hook, found = held
        untrue = _untrue(session, row, hook, found)
        if untrue is not None:
            found.status, found.reason, found.next_at = webhooks.DROPPED, untrue, None
            return None
        found.status, found.next_at = webhooks.CALLING, now + LEASE
        found.attempts += 1
        body = json.dumps(telling.message(found), separators=(",", ":")).encode()
        url, secret = vault.unseal(hook.url).decode(), vault.unseal(hook.secret).decode()
        message = f"msg_{found.handle or found.id}"
        return Claimed(found.id, message, row.id, url, secret, body)


def _is_due(found: Call, now: datetime) -> bool:
    open_ = found.status in (webhooks.WAITING, webhooks.CALLING)
    return open_ and found.next_at is not None and found.next_at <= now


def _untrue(session: Session, row: Match, hook: Webhook, found: Call) -> str | None:
    """Why it need not be made any more."""
    seat = session.get_one(Seat, (row.id, hook.seat))
    if hook.status != webhooks.ACTIVE:
        return "the webhook is disabled"
    if seat.holder != hook.generation:
        return "the seat changed hands"
    awaited = hook.seat in row.awaited and hook.seat not in row.submitted
    return "the turn was made" if found.kind in TURNS and not awaited else None


def made(claimed: Claimed, now: datetime) -> Answered:
    """The call itself; nothing is held meanwhile."""
    signed = signing.headers(claimed.secret, claimed.message, int(now.timestamp()), claimed.body)
    head = {"Content-Type": "application/json", "User-Agent": "Moai-Post", **signed}
    began = time.monotonic()
    try:
        target = reaching.kept(claimed.url, at_home=keeping.at_home())
        status, reason = reaching.post(target, claimed.body, head), ""
    except BusyError:
        return Answered(None, "too many look-ups hang", slow=False, busy=True)
    except UnreachableError as fault:
        status, reason = None, str(fault)
    return Answered(status, reason or f"status {status}", time.monotonic() - began > SLOW_SECONDS)


def mark(claimed: Claimed, answered: Answered, now: datetime) -> None:
    with writing() as session:
        held = _held(session, claimed.call, claimed.match)
        if held is None or held[2].status != webhooks.CALLING:
            return  # removed meanwhile
        row, hook, found = held
        if answered.busy:
            found.status, found.next_at = webhooks.WAITING, now + SLOW_WAIT
            found.attempts -= 1
        elif answered.took:
            found.status, found.reason, found.next_at = webhooks.MADE, None, None
            hook.reason, hook.failing_since = None, None
        else:
            _failed(session, row, hook, found, answered, now)
        if answered.slow:
            webhooks.put_off(session, hook.id, now + SLOW_WAIT)
        log.info(
            "webhook_called", call=found.id, match=row.id, kind=found.kind, status=found.status
        )


def _failed(
    session: Session, row: Match, hook: Webhook, found: Call, answered: Answered, now: datetime
) -> None:
    hook.reason = found.reason = answered.reason
    hook.failing_since = hook.failing_since or now
    if answered.status == GONE or now - hook.failing_since >= PATIENCE:
        _disable(session, row, hook, now)
    elif found.attempts > len(WAITS):
        found.status, found.next_at = webhooks.DEAD, None
    else:
        found.status, found.next_at = webhooks.WAITING, now + WAITS[found.attempts - 1]


def _disable(session: Session, row: Match, hook: Webhook, now: datetime) -> None:
    """It was tried long enough, or wants no more: its seat is told by letter."""
    hook.status = webhooks.DISABLED
    webhooks.let_go(session, hook.id, "the webhook was disabled")
    log.warning("webhook_disabled", match=row.id, seat=hook.seat)
    seat = matches.seat_of(session, row.id, hook.seat)
    if seat is None or seat.player_id is None or seat.holder != hook.generation:
        return
    facts = {"problem": "webhook_disabled", "seat": hook.seat}
    cause = f"webhook:{hook.id}:{hook.failing_since}"[:60]
    telling_ = Telling(hook.seat, "problem", cause, facts)
    notices.tell_player(session, row, seat.player_id, telling_, now)
