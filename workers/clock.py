"""The sweep: looks, again and again, for what no bell announced."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import structlog
from celery import shared_task
from flask import current_app

from service import (
    absences,
    deadlines,
    erasing,
    handovers,
    heartbeats,
    limits,
    outages,
    reminders,
    returning,
    substitutes,
    votes,
    waiting,
)
from service.bell import Bell
from service.hooks import calling
from service.operating import retention
from service.post import sweeping

log = structlog.get_logger(__name__)


@shared_task(name="clock.sweep")
def sweep() -> None:
    """Each look has its own fate: one that fails leaves the others their turn.

    But for the first: until the time of an outage has been given back, no moment is enforced.
    """
    now = datetime.now(UTC)
    steady = heartbeats.swept_lately(now)
    caught_up = _look("outages", outages.catch_up, now) is not None
    for name, look in LOOKS.items():
        if (caught_up or name in TIMELESS) and (steady or name not in STEADY):
            _look(name, look, now)


def _look(name: str, look: Callable[[datetime], int | None], now: datetime) -> int | None:
    try:
        found = look(now)
    except Exception:
        log.exception("sweep_failed", look=name)
        return None
    if found:
        log.info("swept", look=name, count=found)
    return found


def _ring_each(task: str, find: Callable[[datetime], list[str]], now: datetime) -> int:
    """One task a match: one that hangs or fails keeps nobody waiting."""
    bell: Bell = current_app.extensions["bell"]
    found = find(now)
    for match_id in found:
        bell.ring(task, match_id=match_id)
    return len(found)


def _ring_overdue(now: datetime) -> int:
    """With the moment of this look: a message that lies about does not grow more severe."""
    bell: Bell = current_app.extensions["bell"]
    found = deadlines.overdue(now)
    for match_id in found:
        bell.ring("matches.time_out", match_id=match_id, upto=now.isoformat())
    return len(found)


def _ring_post(now: datetime) -> int:
    # One task for all letters: were the mail server away, one a match would only queue up.
    bell: Bell = current_app.extensions["bell"]
    return int(waiting.letters(now) and bell.ring("post.deliver"))


def _ring_hooks(now: datetime) -> int:
    bell: Bell = current_app.extensions["bell"]
    return int(calling.waiting(now) and bell.ring("hooks.call"))


LOOKS: dict[str, Callable[[datetime], int]] = {
    "closed_phases": partial(_ring_each, "matches.resolve", waiting.closed),
    "restless_matches": partial(_ring_each, "matches.help", waiting.restless),
    "ripe_handovers": handovers.ripen,
    "undecided_votes": votes.lapse,
    "silent_substitutes": substitutes.go_on,
    "ended_absences": returning.welcome,
    "due_reminders": reminders.send_due,
    "overdue_seats": _ring_overdue,
    "lost_letters": sweeping.recover,
    "waiting_letters": _ring_post,
    "waiting_calls": _ring_hooks,
    "old_copies": sweeping.forget,
    "old_heartbeats": heartbeats.forget,
    "old_counts": limits.forget,
    "old_absences": absences.forget,
    "erased_seats": erasing.go_on,
    "retention": retention.daily,
}
# What enforces no moment of a match; a look that is not named here waits for the outage's time.
TIMELESS = {
    "restless_matches",
    "lost_letters",
    "waiting_letters",
    "old_copies",
    "old_heartbeats",
    "old_counts",
    "old_absences",
    "erased_seats",
    "retention",
    "waiting_calls",
}
# What waits for the second sweep after an outage or a jump of the clock: nobody is made to pay for
# time in which it could not act.
STEADY = {"overdue_seats"}
