"""Schemathesis from one answer to the next question: chains of operations keep the contract too."""

from typing import Any

import pytest
import schemathesis
from flask import Flask, Response
from hypothesis import HealthCheck, Phase, settings as given_settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import Case
from schemathesis.core.failures import FailureGroup

from tests.attacks.keyrings import Lobby
from tests.contract.test_fuzz import CONFIG, lobby, served, token_for
from tests.parts.operations import FILE
from tests.scale import times

__all__ = ["lobby", "served"]  # fixtures of the other half

LENGTH = 6  # operations in a row
WALKS = given_settings(
    max_examples=times(12, 1000),
    stateful_step_count=LENGTH,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    phases=[Phase.generate],  # a breach is named, not shrunk
)


def walk(app: Flask, table: Lobby) -> list[str]:
    """Each step is asked what earlier answers named; what was asked, in order."""
    asked: list[str] = []
    schema = schemathesis.openapi.from_path(str(FILE), config=CONFIG)
    schema.app = app

    @schema.auth()
    class Keys:
        def get(self, case: Case[Any], _: Any) -> dict[str, str]:
            return token_for(case, app, table)

        def set(self, case: Case[Any], found: dict[str, str], _: Any) -> None:
            case.headers.update(found)

    class Walk(schema.as_state_machine()):  # type: ignore[misc] # made while it runs
        def before_call(self, case: Case[Any]) -> None:
            asked.append(case.operation.label)

    run_state_machine_as_test(Walk, settings=WALKS)
    return asked


def test_whatever_follows_on_what_the_contract_holds(served: Flask, lobby: Lobby) -> None:
    asked = walk(served, lobby)

    assert len(asked) > WALKS.max_examples
    assert len(set(asked)) > LENGTH


def test_control_an_answer_that_the_contract_does_not_know_is_found(
    served: Flask, lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the first step is."""
    monkeypatch.setattr(served, "wsgi_app", Response("teapot", 418))

    with pytest.raises(FailureGroup):
        walk(served, lobby)
