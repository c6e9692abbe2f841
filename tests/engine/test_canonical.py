"""Canonical JSON by the rules of RFC 8785, and the strict reading of JSON from outside."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from engine.canonical import SAFE, canonical, loads, plain
from engine.errors import Malformed

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-SAFE, SAFE) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def test_names_are_ordered_by_utf_16_code_units() -> None:
    # The example of RFC 8785, section 3.2.3, in its expected order.
    ordered = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]

    made = json.loads(canonical(dict.fromkeys(reversed(ordered), 0)))

    assert list(made) == ordered


def test_only_what_must_be_escaped_is_escaped() -> None:
    # RFC 8785, section 3.2.2.2: short escapes, other controls in lower-case hex, the rest as is.
    made = canonical('€$\x0f\nA\'B"\\"/\b\t\f\r\x7f')

    assert made == '"€$\\u000f\\nA\'B\\"\\\\\\"/\\b\\t\\f\\r\x7f"'.encode()


def test_there_is_no_space_and_nested_names_are_ordered_too() -> None:
    assert canonical({"b": [1, {"d": None, "c": True}], "a": -5}) == (
        b'{"a":-5,"b":[1,{"c":true,"d":null}]}'
    )


@pytest.mark.parametrize("value", [1.0, 0.5, {"a": [1e3]}, (1, 2), b"a", {1: 2}, {None: 1}])
def test_what_a_record_may_not_hold_has_no_canonical_form(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical(value)
    assert not plain(value)


@pytest.mark.parametrize("value", [2**53, -(2**53), [2**60]])
def test_integers_that_readers_disagree_on_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="beyond the integers"):
        canonical(value)


def test_the_largest_safe_integers_are_kept() -> None:
    assert canonical([2**53 - 1, 1 - 2**53]) == b"[9007199254740991,-9007199254740991]"


def test_half_a_surrogate_pair_is_no_text() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        canonical("\ud800")
    assert not plain({"\ud800": 1})


@given(JSON)
def test_canonical_text_is_read_back_the_same_and_has_one_form(value: Any) -> None:
    text = canonical(value)

    assert loads(text.decode()) == value
    assert canonical(loads(text.decode())) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1.0", "1.0"),
        ("1e2", "1e2"),
        ("NaN", "NaN"),
        ("-Infinity", "-Infinity"),
        ("9007199254740992", "9007199254740992"),
        ("1" * 5000, "1111"),
        ('{"a": 1, "b": 2, "a": 3}', "the name a stands twice"),
        ('"\\ud800"', "surrogates"),
        ("[1,", "line 1, column 4"),
        ("", "line 1"),
        ("[" * 100_000, "nested too deeply"),
        ("[" * 102 + "]" * 102, "nested too deeply"),
    ],
)
def test_json_from_outside_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(Malformed) as caught:
        loads(text)

    assert caught.value.code == "not_json"
    assert why in str(caught.value.facts["why"])
