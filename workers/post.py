"""The post: today it asks the mail server whether it would take letters."""

from datetime import UTC, datetime

import structlog
from celery import shared_task
from flask import current_app

from service import heartbeats
from service.mail import smtp
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
