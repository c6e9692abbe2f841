"""docs/errors.md knows every refusal, and docs/api-changes.md the version that is served."""

import re

import pytest

from service.api import problems, spec
from tests.parts.site import ROOT

PAGE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| (\d{3}) \| [^|]+ \| [^|]+ \|$", PAGE, re.MULTILINE))
REASON = re.compile(r'"conflict",.{0,400}?reason="(\w+)"', re.DOTALL)


@pytest.mark.parametrize("code", list(problems.TABLE))
def test_every_code_is_explained_with_its_status(code: str) -> None:
    assert ROWS.get(code) == str(problems.TABLE[code].status)


def test_no_code_is_explained_that_there_is_not() -> None:
    assert set(ROWS) == set(problems.TABLE)


def test_every_reason_of_a_conflict_is_named() -> None:
    sources = (path.read_text() for path in (ROOT / "service").glob("*.py"))
    reasons = {reason for text in sources for reason in REASON.findall(text)}

    assert len(reasons) > 5
    assert {reason for reason in reasons if f"`{reason}`" not in PAGE} == set()


def test_the_served_version_has_its_place_among_the_changes() -> None:
    changes = (ROOT / "docs" / "api-changes.md").read_text(encoding="utf-8")

    assert f"### {spec.VERSION}" in changes
