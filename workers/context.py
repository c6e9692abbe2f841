"""What a task runs in: the Flask app's context, and unmarked."""

from typing import Any

from celery import Task
from flask import Flask
from typing_extensions import override

from service.bell import Bell


class InContext(Task):  # type: ignore[misc]  # celery is untyped
    """As a request does. From its beginning on it may be rung for again."""

    @override
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        flask: Flask = self.app.flask
        bell: Bell = flask.extensions["bell"]
        bell.marks.lift(self.name, kwargs)
        with flask.app_context():
            return super().__call__(*args, **kwargs)
