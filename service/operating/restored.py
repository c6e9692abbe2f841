"""A service that begins again from a backup: what it must not send twice, and whom it must ask."""

from collections import deque
from datetime import datetime
from pathlib import Path

import structlog

from service import notices, one_by_one
from service.notices import Telling
from service.operating import OperatingError, backup, sealing
from service.operating.sqlite_copy import Progress
from service.post.truth import RESTORED
from service.store import matches, migrate, restoring
from service.store.database import reading, writing

log = structlog.get_logger(__name__)


def restore(
    url: str,
    source: Path,
    progress: Progress,
    *,
    keep_waiting: bool = False,
    key: str = "",
) -> int:
    """Fill the app's own, empty database; how many notices are held back for good.

    They waited when the backup was made, and may have left since. `keep_waiting` is for who knows
    that nothing has: the service had been stopped before. `key` is that of an encrypted backup.
    """
    backup.fill(url, source, progress, key)
    migrate.migrate(url)
    with writing() as session:
        dropped = 0 if keep_waiting else restoring.drop_waiting(session, RESTORED)
    _seal()
    log.warning("restored", dropped=dropped)
    return dropped


def _seal() -> None:
    """What the backup holds of matches from before each had a key."""
    last = deque(sealing.seal_all(), 1)
    stuck = last[0].stuck if last else []
    if stuck:
        raise OperatingError(
            "It is restored, but no secret key at hand opens what is sealed in these matches: "
            f"{', '.join(stuck)}. Add the key that they were made with to OLD_SECRET_KEYS, and run "
            "`make seal`."
        )


def ask_again(now: datetime) -> int:
    """A letter to everyone who is awaited as matches stand now; how many matches wait."""
    with reading() as session:
        found = restoring.in_play(session)
    return one_by_one.see_to("match", found, lambda match_id: _asked(match_id, now))


def _asked(match_id: str, now: datetime) -> bool:
    """Asked twice while nothing has changed, there is one letter."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or row.status != "running":
            return False
        seats = [one for one in row.awaited if one not in (*row.submitted, *row.unasked)]
        cause = f"asked:{row.revision}"
        notices.write(session, row, [Telling(one, "your_turn", cause) for one in seats], now)
        return bool(seats)
