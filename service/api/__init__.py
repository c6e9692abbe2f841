"""The JSON doors: parse, call a use case, present."""

from flask import Flask

from service.api import games, spec

PREFIX = "/api/v1"
BLUEPRINTS = (games.blueprint,)


def attach(app: Flask) -> None:
    contract = spec.api(app)
    for blueprint in BLUEPRINTS:
        contract.register_blueprint(blueprint, url_prefix=PREFIX)
