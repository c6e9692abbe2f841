"""Retention: what is kept no longer than it is needed, looked for once a day in small batches."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from service import erasing, heartbeats, limits, one_by_one
from service.post import sweeping
from service.store import personal
from service.store.database import reading, writing

UNANSWERED = timedelta(days=30)
KEYS = limits.KEPT  # 14 days, as the counts by network
EVERY = timedelta(days=1)
BATCH = 25
DUTY = "retention"


def _unanswered(now: datetime) -> int:
    """People who were named by a host and never answered: address, name, all."""
    with reading() as session:
        found = personal.unanswered(session, now - UNANSWERED, BATCH)
    return one_by_one.see_to("unanswered", found, lambda one: erasing.erase(one, now))


def _keys(now: datetime) -> int:
    with writing() as session:
        return personal.forget_keys(session, now - KEYS, BATCH)


def _hooks(_now: datetime) -> int:
    with writing() as session:
        return personal.forget_hooks(session, BATCH)


# The last two are also looks of every sweep, and as a rule find nothing here.
PARTS: Final[dict[str, Callable[[datetime], int]]] = {
    "unanswered invitations": _unanswered,
    "keys of openings": _keys,
    "webhooks of former holders": _hooks,
    "rendered letters": sweeping.forget,
    "counts by network": limits.forget,
}


def daily(now: datetime) -> int:
    """For the sweep: a batch of each, until a day's work is done; how much it was."""
    last = heartbeats.latest().get(DUTY)
    if last is not None and now - last < EVERY:
        return 0
    found = [part(now) for part in PARTS.values()]
    if max(found) < BATCH:
        heartbeats.beat(DUTY, "daily", now)
    return sum(found)


def everything(now: datetime) -> dict[str, int]:
    """At once, for the operator: what was forgotten, by its sort."""
    return {name: _all(part, now) for name, part in PARTS.items()}


def _all(part: Callable[[datetime], int], now: datetime) -> int:
    total = 0
    while found := part(now):
        total += found
    return total
