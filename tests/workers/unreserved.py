"""The workers' Celery app that keeps no process free for what is urgent, for a control."""

from workers import reserve
from workers.app import app

__all__ = ["app"]

vars(reserve)["most"] = lambda processes, _taken: processes
