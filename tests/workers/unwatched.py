"""The workers' Celery app with nobody who notices that it has stalled, for a control."""

from workers import stall
from workers.app import app

app.steps["consumer"].discard(stall.Watch)
