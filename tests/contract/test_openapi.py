"""openapi.yaml is what the code says, what is served, and what is answered."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import yaml
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate
from schemathesis.schemas import BaseSchema

from service import app as service_app, settings
from service.store.database import db
from tests.contract import asking
from tests.contract.asking import ask, every_operation
from tests.parts.operations import CONTRACT, FILE
from tests.scale import SOAK, times

# What a schema cannot say is still refused: which seats fit which game, whose key a page's is.
RULED = ["2xx", "304", "400", "401", "403", "404", "409", "422", "429"]
CONFIG = schemathesis.Config.from_dict(
    {
        # Without a token few requests come far: tests/contract/test_fuzz.py brings them, and tries
        # every sort of wrong value; here that is for a soak.
        "generation": {"max-examples": times(15, 1000)},
        "phases": {"coverage": {"enabled": SOAK > 1}},
        "operations": [
            {
                "include-operation-id": [
                    "openMatch",
                    "listMatches",
                    "listMyMatches",
                    "importRecord",
                ],
                "checks": {"positive_data_acceptance": {"expected-statuses": RULED}},
            }
        ],
    }
)
CARRYING = {"200", "201", "202"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Flask]:
    there = tmp_path_factory.mktemp("contract")
    path = shutil.copy(migrated_sqlite, there / "moai.sqlite3")  # others copy it too: keep it clean
    given = {"MODE": "development", "DATA": str(there), "DATABASE_URL": f"sqlite:///{path}"}
    made = service_app.create(settings.read(given))
    yield made
    with made.app_context():
        db.engine.dispose()


def test_the_committed_contract_is_current_and_valid(client: FlaskClient) -> None:
    answer = client.get("/openapi.yaml")

    assert answer.content_type == "application/yaml; charset=utf-8"
    assert answer.text == FILE.read_text(), "run `make openapi` and commit it"
    validate(yaml.load(answer.text, yaml.CSafeLoader))  # safe, and quicker


def test_every_operation_has_an_id_a_summary_an_example_and_its_errors() -> None:
    operations = [
        operation
        for item in CONTRACT["paths"].values()
        for method, operation in item.items()
        if method != "parameters"
    ]

    assert operations
    for operation in operations:
        assert operation["operationId"]
        assert operation["summary"]
        assert all(_shown(response) for response in _successes(operation))
        assert "400" in operation["responses"]


def _successes(operation: dict[str, Any]) -> list[dict[str, Any]]:
    found = [one for status, one in operation["responses"].items() if status in CARRYING]
    assert found or "204" in operation["responses"]
    return found


def _shown(response: dict[str, Any]) -> bool:
    """Every form of the answer has an example."""
    return all(form.get("example") for form in response["content"].values())


@pytest.fixture(scope="module")
def schema() -> BaseSchema:
    return asking.contract(CONFIG)


@every_operation
def test_whatever_is_asked_the_contract_holds(name: str, schema: BaseSchema, served: Flask) -> None:
    """Schemathesis asks, validly and not: no 5xx, no undocumented status, no other shape."""
    ask(schema, name, lambda case: case.call_and_validate(app=served))
