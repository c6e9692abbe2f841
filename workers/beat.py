"""Beat: rings the same hasty bell as everyone, and gives its own sign of life."""

import time
from typing import Any

from celery.beat import Scheduler
from typing_extensions import override

from service import heartbeats, pulse


class Beat(Scheduler):  # type: ignore[misc]  # celery is untyped
    """Keeps no file and waits for nobody, so a second beat or a dead broker does no harm."""

    # The stock scheduler connects here, and waits for the broker as long as it takes.
    producer = None

    @override
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.next_sign = 0.0
        super().__init__(*args, **kwargs)

    @override
    def setup_schedule(self) -> None:
        self.merge_inplace(self.app.conf.beat_schedule)

    @override
    def tick(self, *args: Any, **kwargs: Any) -> float:
        self._sign()
        until: float = super().tick(*args, **kwargs)
        return min(until, heartbeats.EVERY.total_seconds())

    @override
    def apply_async(self, entry: Any, **_: Any) -> None:
        self.app.flask.extensions["bell"].ring(entry.task)

    def _sign(self) -> None:
        now = time.monotonic()
        if now >= self.next_sign:
            self.next_sign = now + heartbeats.EVERY.total_seconds()
            pulse.give(self.app.flask, "beat")
