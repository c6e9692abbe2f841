"""Schemathesis asks one operation whatever it can think of; the cases are made here and now.

As parameters of a test they would be made at collection, by every process of a parallel run.
"""

from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings as given_settings
from schemathesis import Case
from schemathesis.checks import load_all_checks
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.schemas import BaseSchema

from tests.parts.operations import FILE, OPERATIONS

SETTINGS = given_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, database=None
)

every_operation = pytest.mark.parametrize("name", [one.name for one in OPERATIONS])


def contract(config: schemathesis.Config) -> BaseSchema:
    load_all_checks()
    return schemathesis.openapi.from_path(str(FILE), config=config)


def ask(schema: BaseSchema, name: str, one: Callable[[Case[Any]], object]) -> None:
    """Every case of the operation, by the same builder as the plugin's."""

    def asked(case: Case[Any]) -> None:
        one(case)

    build_operation_test(
        config=schema.config,
        operation=schema.find_operation_by_id(name),  # type: ignore[attr-defined]  # OpenAPI's have it
        test_func=asked,
        given_kwargs={},
        feedback=FeedbackSources(),
        explicit_settings=SETTINGS,
    )()
