"""The page's verifier and the engine's say the same of every record, sound or tampered with."""

import itertools
import json
from typing import Any

import pytest

from engine.registry import GAMES
from service.pages.verify_door import BY_RULES
from tests.engine.test_verify import Where, leaves
from tests.engine.toy import SHELLS
from tests.scale import times
from tests.verifier import books, tampering
from tests.verifier.both import Case, by_engine, by_page, demand_same, found
from tests.verifier.tampering import put, text

ODD: tuple[Any, ...] = (None, True, -1, 2**53 - 1, "", "x", "0A", [], {}, [[]], {"kind": "play"})


def test_nothing_is_wrong_in_any_recorded_match() -> None:
    cases = [Case(name, text) for name, text in books.every()]
    said = demand_same(cases)

    assert {found(one) for one in said} == {None}
    assert {one["unchecked"][0] for one in said if one["finished"]} == {"rules"}
    assert max(one["signatures"] for one in said) == 6


def test_every_head_of_a_record_is_found_in_it_and_no_other() -> None:
    whole = books.signed_match()
    heads = [entry["hash"] for entry in whole["entries"]]
    said = demand_same([Case(head, text(whole), head) for head in [*heads, "f" * 64]])

    assert [found(one) for one in said] == [None] * 13 + [(14, "unknown_head")]


@pytest.mark.parametrize(
    ("name", "whole", "step"),
    [
        ("signed", books.signed_match(), 1),
        ("signed, running", books.signed_so_far(), 1),
        ("scripted", books.scripted_match(), 1),
        ("Giants", books.kept("giants/three-rounds"), times(5, 1)),
        ("Rapa Nui", books.kept("rapanui/2-shared"), times(14, 1)),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_entries_changed_dropped_moved_and_cut_at_every_position(
    name: str, whole: tampering.Whole, step: int
) -> None:
    """Of longer records each position is tried in a way or two, and in a soak in all."""
    said = demand_same(list(tampering.every(whole, name, step)))

    assert sum(found(one) is not None for one in said) > len(said) // 2


def test_where_the_rules_say_more_it_is_at_no_later_entry() -> None:
    """The engine knows the rules as well: what it finds by them, the page cannot."""
    cases = [
        *tampering.every(books.scripted_match(), "scripted"),
        *tampering.every(books.signed_match(), "signed", times(7, 1)),
    ]
    only = by_rules = 0
    for case, page in zip(cases, by_page(cases), strict=True):
        whole = by_engine(case, SHELLS)
        if found(whole) == found(page):
            continue
        entry, code = whole["fault"]["entry"], whole["fault"]["code"]
        assert code in BY_RULES, case.name
        assert page["fault"] is None or entry <= page["fault"]["entry"]
        by_rules += 1
        only += page["fault"] is None

    assert 0 < only <= by_rules < len(cases) // 2


def test_of_a_real_match_the_rules_find_no_less() -> None:
    whole = books.kept("giants/three-rounds")
    cases = [
        *tampering.every(whole, "Giants", times(50, 5)),
        Case("another outcome", text(put(whole, ("outcome", "winners"), [0, 1, 2]))),
    ]
    last = (len(whole["entries"]), "wrong_outcome")
    known = [by_engine(case, GAMES["giants"]) for case in cases]
    said = by_page(cases)

    assert (found(known[-1]), found(said[-1])) == (last, None)
    for page, engine in zip(said, known, strict=True):
        assert found(page) == found(engine) or engine["fault"]["code"] in BY_RULES


def places(value: Any, where: Where = ()) -> list[Where]:
    """Of every scalar, and of all that holds any."""
    inner = {where[:length] for where in leaves(value) for length in range(1, len(where) + 1)}
    return sorted(inner, key=str)


@pytest.mark.parametrize("name", ["signed", "running"])
def test_whatever_stands_anywhere_is_refused_by_the_same_path(name: str) -> None:
    whole = books.signed_match() if name == "signed" else books.signed_so_far()
    every = places(whole)
    tried = itertools.islice(itertools.product(ODD, every), 0, None, times(47, 1))
    cases = [Case(f"{where} {odd}", text(put(whole, where, odd))) for odd, where in tried]
    said = demand_same(cases)

    assert {"wrong_shape", "missing_field"} & {one.get("refusal") for one in said}


def test_names_that_are_missing_or_too_many_are_named() -> None:
    whole = books.signed_match()
    entry = {**whole["entries"][2]}
    public = {**entry["public"]}
    cases = [
        Case("", text({**whole, "more": 1, "extra": 2})),
        Case("", text({name: whole[name] for name in whole if name != "rules"})),
        Case("", text(put(whole, ("entries", 2), {**entry, "__proto__": {}}))),
        Case("", text(put(whole, ("entries", 2, "public"), {**public, "constructor": 1}))),
        Case("", text(put(whole, ("entries", 2, "public"), {**public, "kind": "toString"}))),
    ]
    said = demand_same(cases)

    assert [one.get("refusal", one.get("fault")) for one in said[:3]] == [
        "unknown_field",
        "missing_field",
        "unknown_field",
    ]
    assert [one["fault"]["facts"]["path"] for one in said[3:]] == [
        "$.public.constructor",
        "$.public.kind",
    ]


SMALL = json.dumps({"format": 1})[:-1]
BROKEN = {
    "nothing": "",
    "half": SMALL,
    "a name twice": SMALL + ', "format": 1}',
    "a fraction": SMALL + ', "x": 1.0}',
    "an exponent": SMALL + ', "x": 1e3}',
    "too large": SMALL + ', "x": 9007199254740992}',
    "far too large": SMALL + f', "x": {"9" * 400}}}',
    "no number": SMALL + ', "x": NaN}',
    "without end": SMALL + ', "x": -Infinity}',
    "a nought before": SMALL + ', "x": 01}',
    "half a pair": SMALL + ', "x": "\\ud800"}',
    "half a pair in a name": SMALL + ', "\\udc00": 1}',
    "a raw control character": SMALL + ', "x": "\x01"}',
    "an unknown escape": SMALL + ', "x": "\\x41"}',
    "a comma too many": SMALL + ",}",
    "something after": SMALL + "} 1",
    "a mark of order": "\ufeff" + SMALL + "}",
    "other space": SMALL + "\u00a0}",
    "too deep": SMALL + ', "x": ' + "[" * 101 + "]" * 101 + "}",
    "far too deep": "[" * 100_000,
    "a comment": SMALL + " /* */}",
    "no quotes": "{format: 1}",
}
# What is JSON, and no record all the same.
READ = {
    "deep": SMALL + ', "x": ' + "[" * 100 + "]" * 100 + "}",
    "minus nought": '{"format": -0}',
    "a list": "[]",
    "a text": '"record"',
    "null": "null",
    "true": "true",
    "a pair": SMALL + ', "\\ud83d\\ude00": "\\ud83d\\ude00"}',
    "space": " \t\r\n{ } ",
}


def test_what_is_not_json_to_one_is_not_json_to_the_other() -> None:
    said = demand_same([Case(name, text) for name, text in {**BROKEN, **READ}.items()])

    assert [one["refusal"] for one in said[: len(BROKEN)]] == ["not_json"] * len(BROKEN)
    assert "not_json" not in {one["refusal"] for one in said[len(BROKEN) :]}


ACTIONS: tuple[dict[str, Any], ...] = (
    {"\ue000": 1, "\U0001f600": 2, "z": 3, "Z": 4, "é": 5},  # by code units, not by code points
    {"10": 1, "9": 2, "": 3, "__proto__": 4, "toString": {"constructor": []}},
    {"t": '\u2028\u2029\x7f\x00\x1f\b\f\n\r\t"\\/€𝄞', "n": -(2**53 - 1), "b": [True, False, None]},
)


@pytest.mark.parametrize("action", ACTIONS)
def test_odd_names_and_texts_have_one_canonical_form(action: dict[str, Any]) -> None:
    """The engine made these hashes; the page finds nothing wrong with them."""
    (said,) = demand_same([Case("", text(books.with_action(action)))])

    assert found(said) is None


# --- covered entries


def test_both_link_over_covered_entries_and_list_them_as_not_yet_checkable() -> None:
    cases = [Case(name, told) for name, told in books.every() if name.endswith(", covered")]
    said = demand_same(cases)

    assert {found(one) for one in said} == {None}
    assert all(one["covered"] and one["unchecked"][0] == "covered" for one in said)


def test_a_covered_entry_is_held_by_the_chain_on_both_sides() -> None:
    """Another hash breaks the entry after it, another previous one the entry itself."""
    whole = books.covered(books.shut(books.kept("giants/three-rounds")))
    number = next(at for at, entry in enumerate(whole["entries"], 1) if "public" not in entry)
    hash_changed = put(whole, ("entries", number - 1, "hash"), "f" * 64)
    linked_elsewhere = put(whole, ("entries", number - 1, "previous"), "f" * 64)
    renumbered = put(whole, ("entries", number - 1, "number"), number + 1)
    said = demand_same(
        [Case("", text(one)) for one in (hash_changed, linked_elsewhere, renumbered)]
    )

    assert [found(one) for one in said] == [
        (number + 1, "wrong_previous"),
        (number, "wrong_previous"),
        (number, "wrong_number"),
    ]


def test_a_record_with_its_seed_may_cover_nothing() -> None:
    """At the end all opens: whoever still covers an entry withholds it."""
    whole = books.kept("giants/three-rounds")
    covered = books.covered(whole)
    number = next(at for at, entry in enumerate(covered["entries"], 1) if "public" not in entry)
    said = demand_same([Case("", text(covered))])

    assert [found(one) for one in said] == [(number, "withheld")]


def test_a_covered_record_changed_dropped_moved_and_cut_is_told_alike() -> None:
    whole = books.covered(books.signed_so_far())
    said = demand_same(list(tampering.every(whole, "covered", 1)))

    assert sum(found(one) is not None for one in said) > len(said) // 2


def test_a_covered_deal_is_no_deal() -> None:
    whole = books.shut(books.kept("giants/three-rounds"))
    first = whole["entries"][0]
    link = {"number": 1, "previous": first["public"]["previous"], "hash": first["hash"]}
    said = demand_same([Case("", text({**whole, "entries": [link, *whole["entries"][1:]]}))])

    assert [found(one) for one in said] == [(1, "no_deal")]
