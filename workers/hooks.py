"""Webhooks that wait for a worker."""

from datetime import UTC, datetime

from celery import shared_task

from service.hooks import calling


@shared_task(name="hooks.call")
def call(match_id: str | None = None) -> None:
    calling.call(lambda: datetime.now(UTC), match_id)
