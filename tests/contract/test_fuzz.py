"""Schemathesis at a table with real tokens: whatever is asked there, the contract holds."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from schemathesis import Case
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.schemas import BaseSchema

from service import app as service_app, me, settings, tokens
from service.store.database import db
from tests.attacks import keyrings
from tests.attacks.keyrings import Lobby
from tests.contract import asking
from tests.contract.asking import ask, every_operation
from tests.contract.test_openapi import RULED
from tests.scale import times

# A schema cannot say whose turn it is, nor what the rules allow.
CONFIG = schemathesis.Config.from_dict(
    {
        "generation": {"max-examples": times(10, 1000)},
        "checks": {"positive_data_acceptance": {"expected-statuses": RULED}},
    }
)
LIMITS = dict.fromkeys(
    ("OPENINGS_PER_HOUR", "IMPORTS_PER_HOUR", "GUESTS_PER_DAY", "UNASKED_PER_DAY"), "100000"
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Flask]:
    there = tmp_path_factory.mktemp("fuzz")
    path = there / "moai.sqlite3"
    path.write_bytes(migrated_sqlite.read_bytes())
    given = {"MODE": "development", "DATA": str(there), "DATABASE_URL": f"sqlite:///{path}"}
    made = service_app.create(settings.read(given | LIMITS))
    yield made
    with made.app_context():
        db.engine.dispose()


@pytest.fixture
def lobby(served: Flask) -> Lobby:
    """Matches of its own for each operation: some of them end one."""
    with served.app_context():
        return keyrings.set_up()


def token_for(case: Case[Any], app: Flask, lobby: Lobby) -> dict[str, str]:
    """A sound token of the kind that the operation takes, for the match that is asked about."""
    kinds = frozenset(case.operation.definition.raw.get("x-tokens", []))
    match = lobby.match_for(kinds)
    if case.meta is None or not case.meta.is_negative_at(ParameterLocation.PATH):
        case.path_parameters |= {"match": match} if "match" in case.path_parameters else {}
    if not kinds:
        return {}
    with app.app_context():
        signed = tokens.sign(lobby.tokens[match][min(kinds)])
    return {"Authorization": f"Bearer {signed}"}


@pytest.fixture(scope="module")
def schema() -> BaseSchema:
    return asking.contract(CONFIG)


@every_operation
def test_with_a_token_too_whatever_is_asked_the_contract_holds(
    name: str, schema: BaseSchema, served: Flask, lobby: Lobby
) -> None:
    """Validly and not: no 5xx, no undocumented status, no other shape, no door without its key."""

    def one(case: Case[Any]) -> None:
        case.operation.schema.app = served  # for the requests that the checks themselves make
        case.call_and_validate(app=served, headers=token_for(case, served, lobby))

    ask(schema, name, one)


def test_control_an_answer_of_another_shape_is_found(
    schema: BaseSchema, served: Flask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A door that breaks, and one that answers what the contract does not know."""
    case = schema["/api/v1/me"]["get"].Case()
    schema.app = served
    head = token_for(case, served, lobby)
    case.call_and_validate(app=served, headers=head)
    found = me.look
    wrong: Any = {"language": None}
    for spoilt in (lambda token: replace(found(token), **wrong), lambda _: 1 / 0):
        monkeypatch.setattr(me, "look", spoilt)
        with pytest.raises((FailureGroup, ZeroDivisionError)):
            case.call_and_validate(app=served, headers=head)
