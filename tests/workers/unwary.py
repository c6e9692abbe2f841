"""The workers' Celery app whose sweep does not look back at outages, for a control."""

from service import heartbeats, outages
from workers.app import app

__all__ = ["app"]

vars(outages)["catch_up"] = lambda _: 0
vars(heartbeats)["swept_lately"] = lambda _: True
