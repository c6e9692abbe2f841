"""The API's contract: its title, its words and its text."""

from pathlib import Path
from typing import Any

import yaml
from flask import Flask, current_app

from service.api import auth, engine_shapes, lobby_schemas, turn_schemas, words
from service.api.frame import Api

FILE = Path(__file__).parents[2] / "openapi.yaml"
VERSION = "1.0.0"
DESCRIPTION = (
    "Play Giants and Rapa Nui by email or by program. Every answer is JSON in snake_case with "
    "times in UTC (RFC 3339). Every refusal is a problem document (RFC 9457) with a stable code. "
    "Unknown fields and query arguments are refused. Lists are {items, next}. Sentences are in the "
    "language that Accept-Language asks for: en, it, de or ru."
)
WRITTEN, TEXT = "contract", "contract in YAML"  # where an app keeps them
# The order in which a reader wants it.
ORDER = ("openapi", "info", "servers", "tags", "paths", "components")


def api(app: Flask) -> Api:
    app.config.update(API_TITLE="Moai Post", API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    app.config["API_SPEC_OPTIONS"] = {
        "info": {
            "description": DESCRIPTION,
            "contact": {"name": "Whoever runs this service"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        # Relative, so that one committed contract is true wherever the service runs.
        "servers": [{"url": "/"}],
    }
    made = Api(app)
    app.extensions["api"] = made
    return made


def contract() -> dict[str, Any]:
    """The contract as plain data, worked out once a process."""
    if WRITTEN not in current_app.extensions:
        current_app.extensions[WRITTEN] = _contract(current_app.extensions["api"])
    written: dict[str, Any] = current_app.extensions[WRITTEN]
    return written


def _contract(made: Api) -> dict[str, Any]:
    _name_shapes(made)
    made.write()
    whole = made.spec.to_dict()
    for item in whole["paths"].values():
        for method in item.keys() - {"parameters"}:
            _explain(item[method])
    return {name: _plain(whole[name]) for name in ORDER}


def _name_shapes(made: Api) -> None:
    made.spec.components.security_scheme("bearer", auth.SCHEME)
    made.spec.components.security_scheme("signature", auth.SIGNATURE)
    for name, shape in engine_shapes.components().items():
        made.spec.components.schema(name, shape)
    for name, schema in (lobby_schemas.COMPONENTS | turn_schemas.COMPONENTS).items():
        made.spec.components.schema(name, schema=schema)


def _explain(operation: dict[str, Any]) -> None:
    """In words what it does, and that it is open where it asks for no token."""
    kinds = operation.get("x-tokens", [])
    signed = {"signature": []} in operation.setdefault("security", [])
    operation["description"] = words.describe(operation["operationId"], kinds, signed=signed)


def text() -> str:
    if TEXT not in current_app.extensions:
        written = yaml.safe_dump(contract(), sort_keys=False, allow_unicode=True, width=100)
        current_app.extensions[TEXT] = written
    said: str = current_app.extensions[TEXT]
    return said


def _plain(thing: Any) -> Any:
    """Plain lists and dicts; statuses, which are keys in order of decoration, sorted."""
    if isinstance(thing, dict):
        pairs = [(str(key), _plain(value)) for key, value in thing.items()]
        statuses = all(key.isdigit() for key, _ in pairs)
        return dict(sorted(pairs)) if statuses else dict(pairs)
    if isinstance(thing, list | tuple):
        return [_plain(one) for one in thing]
    return thing
