"""A worker that has lost count of its tasks takes no more: it is noticed, and its line renewed.

Brokers and pool processes killed one after the other can leave messages that Celery counts as in
hand though nobody has them; with as many as it may hold at once, it waits for them for ever.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import structlog
from celery import bootsteps
from celery.worker import state
from typing_extensions import override

from service import broker

SECONDS = 5.0
# Looks at which nobody worked, nothing was taken and something waited: one may be chance.
MOST_LOOKS = 2

log = structlog.get_logger(__name__)


class StalledError(ConnectionError):
    """Celery meets it as a lost connection: what it held goes back, and it begins anew."""


def in_hand(request: Any) -> bool:
    """Whether the process that took it still lives: Celery may count on one that was killed."""
    return request.worker_pid is None or Path(f"/proc/{request.worker_pid}").exists()


class Watch(bootsteps.StartStopStep):  # type: ignore[misc]  # celery is untyped
    requires = ("celery.worker.consumer.tasks:Tasks",)

    @override
    def start(self, parent: Any) -> None:
        self.looks, self.taken = 0, -1
        url, settings = str(parent.app.conf.broker_url), parent.app.flask.extensions["settings"]
        self.timer = parent.timer.call_repeatedly(SECONDS, self.look, (url, settings.queues))

    @override
    def stop(self, parent: Any) -> None:
        self.timer.cancel()

    def look(self, url: str, queues: Collection[str]) -> None:
        """What waits in queues that others take is no concern of this worker."""
        taken = sum(state.total_count.values())
        at_rest = taken == self.taken and not any(map(in_hand, state.active_requests))
        self.taken = taken
        self.looks = self.looks + 1 if at_rest and broker.waiting(url, queues) else 0
        if self.looks >= MOST_LOOKS:
            log.warning("worker_stalled")
            raise StalledError("tasks wait, and none is taken")
