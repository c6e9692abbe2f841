"""The operator's doors: alive, ready, and figures."""

from dataclasses import asdict
from datetime import UTC, datetime

from flask import Blueprint, Flask, Response, current_app, jsonify
from flask.typing import ResponseReturnValue

from service import health, metrics
from service.settings import Settings

blueprint = Blueprint("probes", __name__)


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
    return Response(metrics.exposition(states), content_type=metrics.CONTENT_TYPE)


def _parts() -> dict[str, health.Part]:
    settings: Settings = current_app.extensions["settings"]
    return health.parts(settings, datetime.now(UTC))
