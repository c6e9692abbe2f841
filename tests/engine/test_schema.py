"""The schema: what the codec writes validates, what it refuses by shape does not."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from engine import codec
from engine.parts import Private, Public
from engine.record import Record
from engine.schema import Components, schema
from tests.engine import toy
from tests.engine.test_codec import EVERYTHING, GOOD, REFUSED, Everything, Inner

VALIDATOR = Draft202012Validator(schema(Everything))


@given(EVERYTHING)
@settings(max_examples=50)
def test_everything_that_the_codec_writes_validates(value: Everything) -> None:
    assert not list(VALIDATOR.iter_errors(codec.write(Everything, value)))


# A schema has no word for these: 1.0, a text that is no Unicode, what `Any` is, a long name's size.
_BEYOND = ["1.0", repr("\ud800"), "[0.5]", repr({"9" * 16: True})]


@pytest.mark.parametrize(
    ("name", "value"), [case[:2] for case in REFUSED if repr(case[1]) not in _BEYOND]
)
def test_what_the_codec_refuses_by_shape_the_schema_refuses(name: str, value: Any) -> None:
    assert not VALIDATOR.is_valid(GOOD | {name: value})


@pytest.mark.parametrize("broken", [{"number": 1, "zeal": 1}, {"note": "x"}, [], None])
def test_names_are_as_strict_as_the_codec(broken: Any) -> None:
    assert not Draft202012Validator(schema(Inner)).is_valid(broken)


@pytest.mark.parametrize(
    "kind", [toy.State, toy.Action, toy.Event, toy.View, toy.Facts, Public, Private, Record]
)
def test_the_schemas_are_schemas(kind: Any) -> None:
    Draft202012Validator.check_schema(schema(kind))


def test_a_union_is_told_apart_by_the_kind() -> None:
    made = schema(toy.Take | toy.End)

    assert made["oneOf"] == [{"$ref": "#/$defs/Take"}, {"$ref": "#/$defs/End"}]
    assert made["discriminator"] == {
        "propertyName": "kind",
        "mapping": {"take": "#/$defs/Take", "end": "#/$defs/End"},
    }
    assert made["$defs"]["End"] == {
        "type": "object",
        "properties": {"kind": {"const": "end"}},
        "required": ["kind"],
        "additionalProperties": False,
    }


def test_components_are_named_for_openapi_with_a_prefix() -> None:
    components = Components(prefix="Shells")

    assert components.schema(toy.Took | None) == {
        "anyOf": [
            {
                "oneOf": [{"$ref": "#/components/schemas/ShellsTook"}],
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": {"took": "#/components/schemas/ShellsTook"},
                },
            },
            {"type": "null"},
        ]
    }
    assert list(components.named) == ["ShellsTook"]


def test_a_second_class_of_the_same_name_is_known_by_its_module() -> None:
    @dataclass
    class Take:
        """Another shape."""

        what: str

    components = Components()
    components.schema(toy.Take)

    assert components.schema(Take) == {"$ref": "#/components/schemas/Test_SchemaTake"}
    assert components.named["Test_SchemaTake"]["description"] == "Another shape."


def test_a_default_stands_in_the_schema() -> None:
    assert schema(toy.Bid)["$defs"]["Bid"]["properties"]["mark"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 2,
        "default": 0,
    }


def test_an_annotation_that_is_not_known_is_a_mistake_in_the_code() -> None:
    with pytest.raises(TypeError, match="knows no"):
        schema(list[int])
