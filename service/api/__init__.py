"""The JSON doors: parse, call a use case, present."""

from flask import Flask

from service.api import games, hosting, matches, me, pictures, spec, turns, views

PREFIX = "/api/v1"
BLUEPRINTS = (
    games.blueprint,
    matches.blueprint,
    hosting.blueprint,
    turns.blueprint,
    views.blueprint,
    pictures.blueprint,
    me.blueprint,
)


def attach(app: Flask) -> None:
    contract = spec.api(app)
    for blueprint in BLUEPRINTS:
        contract.register_blueprint(blueprint, url_prefix=PREFIX)
