"""A process that sweeps twice by a wrong clock; with its look back at outages off, if asked.

`HOURS` is how far its clock is off. What a sweep rings for is done at once, by the same clock.
"""

import os
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Self

from service import app as service_app, deadlines, heartbeats, outages, settings
from workers import clock

WRONG = timedelta(hours=int(os.environ["HOURS"]))


class Wrong(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return super().now(tz) + WRONG


def ring(task: str, **ids: Any) -> bool:
    if task == "matches.time_out":
        deadlines.enforce(ids["match_id"], datetime.fromisoformat(ids["upto"]), Wrong.now(UTC))
    return True


def main() -> None:
    vars(clock)["datetime"] = Wrong
    if os.environ["WITHOUT"]:
        vars(outages)["catch_up"] = lambda _: 0
        vars(heartbeats)["swept_lately"] = lambda _: True
    app = service_app.create(settings.read(os.environ))
    with app.app_context():
        app.extensions["bell"].ring = ring
        clock.sweep.run()
        clock.sweep.run()


if __name__ == "__main__":
    main()
