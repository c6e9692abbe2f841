"""The sweep: looks, again and again, for what no bell announced."""

from datetime import UTC, datetime

import structlog
from celery import shared_task

from service import heartbeats

log = structlog.get_logger(__name__)


@shared_task(name="clock.sweep")
def sweep() -> None:
    now = datetime.now(UTC)
    heartbeats.beat("sweep", "clock", now)
    forgotten = heartbeats.forget(now)
    if forgotten:
        log.info("heartbeats_forgotten", count=forgotten)
