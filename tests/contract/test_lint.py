"""The contract under two linters' recommended rules: no error and no warning."""

from pathlib import Path

import pytest

from tests.parts import node
from tests.parts.operations import FILE

SPECTRAL = ("spectral", "lint", "--fail-severity", "hint", "--quiet")
REDOCLY = ("redocly", "lint", "--max-problems", "20")


def complaints(linter: tuple[str, ...], contract: Path) -> str:
    """What it says; nothing where all is well, for a warning counts as well."""
    done = node.run(*linter, str(contract))
    said = done.stdout + done.stderr
    return said if done.returncode or "warning" in said.lower() else ""


@pytest.mark.parametrize("linter", [SPECTRAL, REDOCLY], ids=["spectral", "redocly"])
def test_the_linters_have_nothing_to_say(linter: tuple[str, ...]) -> None:
    assert complaints(linter, FILE) == ""


SPOILT = """
openapi: 3.1.0
info: {title: Moai, version: '1', license: {name: MIT, identifier: MIT}}
paths:
  /moai:
    get: {summary: Moai, responses: {'200': {description: All of them.}}}
"""


@pytest.mark.parametrize("linter", [SPECTRAL, REDOCLY], ids=["spectral", "redocly"])
def test_control_a_contract_without_an_operations_id_is_complained_of(
    linter: tuple[str, ...], tmp_path: Path
) -> None:
    spoilt = tmp_path / "openapi.yaml"
    spoilt.write_text(SPOILT)

    assert "operationId" in complaints(linter, spoilt)
