"""The operator's doors: alive, ready, figures, and lists of outages and of cautions."""

from dataclasses import asdict
from datetime import UTC, datetime

import click
from flask import Blueprint, Flask, Response, current_app, jsonify
from flask.typing import ResponseReturnValue

from service import cautions, guard, health, metrics, outages
from service.post import tracking
from service.settings import Settings
from service.store import schema

blueprint = Blueprint("probes", __name__, cli_group=None)


def attach(app: Flask) -> None:
    app.register_blueprint(blueprint)


@blueprint.get("/healthz")
def healthz() -> ResponseReturnValue:
    return jsonify(status="ok")


@blueprint.get("/readyz")
def readyz() -> ResponseReturnValue:
    parts = _parts()
    status = health.status(parts)
    body = jsonify(status=status, parts={name: asdict(part) for name, part in parts.items()})
    return body, 503 if status == "down" else 200


@blueprint.get("/metrics")
def figures() -> ResponseReturnValue:
    states = {name: (part.works, part.age) for name, part in _parts().items()}
    text = metrics.exposition(states, tracking.counts(), outages.figures(), guard.figures())
    return Response(text, content_type=metrics.CONTENT_TYPE)


@blueprint.cli.command("outages")
def list_outages() -> None:
    """The newest outages: from, until, and how many matches were given the time back."""
    schema.demand_or_exit(current_app)
    for one in outages.listed():
        settled = "settled" if one.settled else "not settled yet"
        click.echo(f"{one.since.isoformat()}  {one.until.isoformat()}  {one.moved}  {settled}")


@blueprint.cli.command("cautions")
def list_cautions() -> None:
    """Settings that work and are not safe; none is the answer to wish for."""
    found = cautions.of(current_app.extensions["settings"])
    for one in found:
        click.echo(f"{one.setting}: {one.why}")
    if found:
        raise click.exceptions.Exit(1)


def _parts() -> dict[str, health.Part]:
    settings: Settings = current_app.extensions["settings"]
    return health.parts(settings, current_app.extensions["started"], datetime.now(UTC))
