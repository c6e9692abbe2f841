"""The API's contract: `python -m service.api.spec` writes openapi.yaml from the schemas."""

from pathlib import Path
from typing import Any

import yaml
from flask import Flask, current_app

from service.api.frame import Api
from service.settings import Settings

FILE = Path(__file__).parents[2] / "openapi.yaml"
VERSION = "1.0.0"
DESCRIPTION = """\
Play Giants and Rapa Nui by email or by program. Every answer is JSON in snake_case with times in
UTC (RFC 3339). Every refusal is a problem document (RFC 9457) with a stable `code`. Unknown fields
and query arguments are refused. Lists are `{items, next}`.
"""


def api(app: Flask, settings: Settings) -> Api:
    app.config.update(API_TITLE="Moai Post", API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    app.config["API_SPEC_OPTIONS"] = {
        "info": {
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        # Relative, so that one committed contract is true wherever the service runs.
        "servers": [{"url": "/"}],
    }
    made = Api(app)
    app.extensions["api"] = made
    return made


def contract() -> dict[str, Any]:
    """The contract as plain data, for the documentation page."""
    made: Api = current_app.extensions["api"]
    whole: dict[str, Any] = made.spec.to_dict()
    return whole


def text() -> str:
    return yaml.safe_dump(
        _plain(contract()), sort_keys=False, allow_unicode=True, width=100
    )


def _plain(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {str(key): _plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(one) for one in thing]
    return thing
