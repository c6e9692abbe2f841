"""The JSON doors: parse, call a use case, present."""

from flask import Flask

from service.api import games, spec
from service.settings import Settings

PREFIX = "/api/v1"
BLUEPRINTS = (games.blueprint,)


def attach(app: Flask, settings: Settings) -> None:
    contract = spec.api(app, settings)
    for blueprint in BLUEPRINTS:
        contract.register_blueprint(blueprint, url_prefix=PREFIX)
