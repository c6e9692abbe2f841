"""The post: delivers letters, and asks the mail server whether it would take some."""

from datetime import UTC, datetime

import structlog
from celery import shared_task
from flask import current_app

from service import heartbeats
from service.mail import smtp
from service.post import delivery
from service.settings import Settings

log = structlog.get_logger(__name__)


@shared_task(name="post.greet")
def greet() -> None:
    settings: Settings = current_app.extensions["settings"]
    if not settings.smtp_url:
        return
    if smtp.greets(settings.smtp_url):
        heartbeats.beat("mail", "smtp", datetime.now(UTC))
    else:
        log.warning("mail_server_silent")


@shared_task(name="post.deliver")
def deliver(match_id: str | None = None) -> None:
    delivery.deliver(lambda: datetime.now(UTC), match_id)
