"""The workers' Celery app that looks often whether it has stalled: tests cannot wait."""

from workers import stall
from workers.app import app

__all__ = ["app"]

stall.SECONDS = 0.5
