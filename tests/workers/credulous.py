"""The workers' Celery app that believes its own clock, whatever the database says; a control."""

from service import guard
from workers.app import app

__all__ = ["app"]

vars(guard)["_clocks_agree"] = lambda _: True
