"""Writes openapi.yaml from the schemas, or with --check says whether it is current."""

import sys
import tempfile

import yaml
from openapi_spec_validator import validate

from service import app, settings
from service.api import spec


def current() -> str:
    """The contract of the code as it is; no part but the code is needed for it."""
    with tempfile.TemporaryDirectory() as data:
        made = app.create(settings.read({"MODE": "development", "DATA": data}))
        with made.app_context():
            return spec.text()


def main(arguments: list[str]) -> None:
    made = current()
    validate(yaml.safe_load(made))
    if "--check" not in arguments:
        spec.FILE.write_text(made)
    elif not spec.FILE.exists() or spec.FILE.read_text() != made:
        sys.exit("openapi.yaml is not what the code says: run `make openapi` and commit it")


if __name__ == "__main__":
    main(sys.argv[1:])
