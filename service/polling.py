"""When it is worth asking again: how long a client does well to wait before it looks once more.

Only what anyone may know goes into it: a pause must not tell who has a plan, or who has sealed.
"""

from datetime import datetime

from service.store.matches import Glance

LEAST, MOST = 5, 60  # seconds
LIST = 30  # for all my matches together
NEVERMORE = 3600  # nothing happens in a match that is over
SHARE = 100  # of the time that is left to act in, as much is waited as nobody minds
OVER = ("finished", "cancelled")


def pause(seen: Glance, now: datetime) -> int:
    """In seconds, by how soon something may happen."""
    if seen.status in OVER:
        return NEVERMORE
    if seen.status != "running" or seen.paused_at is not None:
        return MOST
    if seen.closes_at is not None:
        return _within((seen.closes_at - now).total_seconds())
    if seen.due_at is None:  # the table waits for no person: bots are soon done
        return LEAST
    return _within((seen.due_at - now).total_seconds() / SHARE)


def _within(seconds: float) -> int:
    return int(min(MOST, max(LEAST, seconds)))
