"""The web app that takes any schema, for a control."""

from typing import Any

from service.store import schema


def accept(_: Any) -> None:
    """Whatever it is."""


schema.demand_or_exit = accept

from wsgi import app  # noqa: E402  # see above

__all__ = ["app"]
