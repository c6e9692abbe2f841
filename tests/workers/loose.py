"""The workers' Celery app with one defence off, for a control."""

from workers.app import app

app.conf.task_reject_on_worker_lost = False
