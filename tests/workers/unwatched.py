"""The workers' Celery app that miscounts, and that nobody watches, for a control."""

from tests.workers.miscounting import app
from workers import stall

__all__ = ["app"]

app.steps["consumer"].discard(stall.Watch)
