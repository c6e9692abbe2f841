"""The sweep: looks, again and again, for what no bell announced."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import structlog
from celery import shared_task
from flask import current_app

from service import handovers, heartbeats, limits, waiting
from service.bell import Bell
from service.post import sweeping

log = structlog.get_logger(__name__)


@shared_task(name="clock.sweep")
def sweep() -> None:
    """Each look has its own fate: one that fails leaves the others their turn."""
    now = datetime.now(UTC)
    heartbeats.beat("sweep", "clock", now)
    for name, look in LOOKS.items():
        try:
            found = look(now)
        except Exception:
            log.exception("sweep_failed", look=name)
            continue
        if found:
            log.info("swept", look=name, count=found)


def _ring_each(task: str, find: Callable[[datetime], list[str]], now: datetime) -> int:
    """One task a match: one that hangs or fails keeps nobody waiting."""
    bell: Bell = current_app.extensions["bell"]
    found = find(now)
    for match_id in found:
        bell.ring(task, match_id=match_id)
    return len(found)


def _ring_post(now: datetime) -> int:
    # One task for all letters: were the mail server away, one a match would only queue up.
    bell: Bell = current_app.extensions["bell"]
    return int(waiting.letters(now) and bell.ring("post.deliver"))


LOOKS: dict[str, Callable[[datetime], int]] = {
    "closed_phases": partial(_ring_each, "matches.resolve", waiting.closed),
    "restless_bots": partial(_ring_each, "matches.bots", waiting.restless),
    "ripe_handovers": handovers.ripen,
    "lost_letters": sweeping.recover,
    "waiting_letters": _ring_post,
    "old_copies": sweeping.forget,
    "old_heartbeats": heartbeats.forget,
    "old_counts": limits.forget,
}
