"""The JSON doors: parse, call a use case, present."""

from flask import Flask

from service.api import (
    games,
    hooks,
    hosting,
    keys,
    letter_policy,
    letters,
    matches,
    me,
    my_data,  # noqa: F401  # hangs its doors on those of oneself
    pictures,
    planning,
    records,
    spec,
    table_say,
    talk,
    turns,
    views,
)

PREFIX = "/api/v1"
BLUEPRINTS = (
    games.blueprint,
    matches.blueprint,
    hosting.blueprint,
    table_say.blueprint,
    turns.blueprint,
    keys.blueprint,
    planning.blueprint,
    views.blueprint,
    records.blueprint,
    pictures.blueprint,
    talk.blueprint,
    me.blueprint,
    hooks.blueprint,
    letter_policy.blueprint,
    letters.blueprint,
)


def attach(app: Flask) -> None:
    contract = spec.api(app)
    for blueprint in BLUEPRINTS:
        contract.register_blueprint(blueprint, url_prefix=PREFIX)
