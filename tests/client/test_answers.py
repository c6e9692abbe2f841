"""The client's shapes are those of the contract: no field of theirs is made up."""

from typing import Any, get_type_hints

import pytest
import yaml

from moaipost import answers
from tests.parts.operations import FILE

SHAPES: dict[str, Any] = {
    "Admission": answers.Admission,
    "Brief": answers.Brief,
    "Checked": answers.Checked,
    "Choices": answers.Offered,
    "Entry": answers.Entry,
    "Keyring": answers.Keyring,
    "Me": answers.Me,
    "Message": answers.Message,
    "MyMatch": answers.MyMatch,
    "Opening": answers.Opening,
    "Own": answers.Plan,
    "OwnSealed": answers.OwnSealed,
    "Played": answers.Played,
    "Receipt": answers.Receipt,
    "Sight": answers.Sight,
    "Standing": answers.Standing,
    "Step": answers.Step,
    "StepSeen": answers.StepSeen,
    "WholeGame": answers.Game,
}


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    whole = yaml.load(FILE.read_text(), yaml.CSafeLoader)
    found: dict[str, Any] = whole["components"]["schemas"]
    return found


@pytest.mark.parametrize("name", list(SHAPES))
def test_a_shape_has_fields_of_the_contract_alone(schemas: dict[str, Any], name: str) -> None:
    assert set(get_type_hints(SHAPES[name])) <= set(schemas[name]["properties"])
