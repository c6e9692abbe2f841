"""The web app that takes any schema, for a control."""

from flask import Flask

from service.store import schema


def demand_or_exit(app: Flask) -> None:
    """Nothing."""


schema.demand_or_exit = demand_or_exit

from wsgi import app  # noqa: E402  # see above

__all__ = ["app"]
