"""The HTML doors: the front page, the documentation, and what is shown when something is wrong."""

from flask import Flask

from service.pages import front


def attach(app: Flask) -> None:
    app.register_blueprint(front.blueprint)
