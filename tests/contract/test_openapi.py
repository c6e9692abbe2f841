"""openapi.yaml is what the code says, what is served, and what is answered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import yaml
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from schemathesis import Case

from service import app as service_app, settings
from service.store.database import db

FILE = Path(__file__).parents[2] / "openapi.yaml"

schema = schemathesis.openapi.from_path(str(FILE))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Flask]:
    data = tmp_path_factory.mktemp("contract")
    given = {"MODE": "development", "DATA": str(data)}
    made = service_app.create(
        settings.read(given | {"DATABASE_URL": f"sqlite:///{migrated_sqlite}"})
    )
    yield made
    with made.app_context():
        db.engine.dispose()


def test_the_committed_contract_is_current_and_valid(client: FlaskClient) -> None:
    answer = client.get("/openapi.yaml")

    assert answer.content_type == "application/yaml; charset=utf-8"
    assert answer.text == FILE.read_text(), "run `make openapi` and commit it"
    validate(yaml.safe_load(answer.text))


def test_every_operation_has_an_id_a_summary_an_example_and_its_errors() -> None:
    contract = yaml.safe_load(FILE.read_text())
    operations = [
        operation
        for item in contract["paths"].values()
        for method, operation in item.items()
        if method != "parameters"
    ]

    assert operations
    for operation in operations:
        assert operation["operationId"]
        assert operation["summary"]
        assert operation["responses"]["200"]["content"]["application/json"]["example"]
        assert "400" in operation["responses"]


@schema.parametrize()
def test_whatever_is_asked_the_contract_holds(case: Case[Any], served: Flask) -> None:
    """Schemathesis asks, validly and not: no 5xx, no undocumented status, no other shape."""
    case.call_and_validate(app=served)
