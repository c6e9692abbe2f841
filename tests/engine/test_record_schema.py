"""The record's JSON Schema: current, true of every recorded match, and strict."""

import json
import runpy
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import record, record_schema
from tests.engine import scripted

HERE = Path(__file__).parent
FILE = HERE.parents[1] / "docs" / "record.schema.json"
RECORDS = sorted(HERE.glob("*/records/*.json"))
VALIDATOR = Draft202012Validator(record_schema.schema())


def test_the_committed_schema_is_what_the_code_says() -> None:
    assert FILE.read_text(encoding="utf-8") == record_schema.page()


def test_it_is_written_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """As `make docs` does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, "engine.record_schema")
        runpy.run_module("engine.record_schema", run_name="__main__")

    assert capsys.readouterr().out == FILE.read_text(encoding="utf-8")


def test_it_is_a_schema_itself() -> None:
    Draft202012Validator.check_schema(record_schema.schema())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_recorded_match_validates(path: Path) -> None:
    errors = VALIDATOR.iter_errors(json.loads(path.read_text(encoding="utf-8")))

    assert [error.message for error in errors] == []


def test_the_record_of_a_match_that_still_runs_validates() -> None:
    closed = json.loads(record.text(scripted.running()))

    assert VALIDATOR.is_valid(closed)


WRONG: dict[str, Any] = {
    "another format": lambda book: book.update(format=2),
    "a name more": lambda book: book.update(players=["Ann"]),
    "no head": lambda book: book.pop("head"),
    "an unknown kind": lambda book: book["entries"][1]["public"].update(kind="cheat"),
    "a number below zero": lambda book: book["entries"][1]["public"].update(number=-1),
    "a person's name": lambda book: book["entries"][1]["public"].update(name="Ann"),
    "a salt that is no hex": lambda book: book["entries"][1].update(salt="x"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_record_does_not_validate(name: str) -> None:
    book = deepcopy(json.loads(RECORDS[0].read_text(encoding="utf-8")))
    WRONG[name](book)

    assert not VALIDATOR.is_valid(book)
