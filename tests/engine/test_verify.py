"""Tampering with a record: whatever is done to it, the first bad entry is named."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engine import codec, record
from engine.errors import Malformed
from engine.record import Covered, Page, Record
from engine.verify import Fault, verify
from engine.words import FAULTS, UNCHECKED, tell
from tests.engine import scripted
from tests.engine.scripted import finished, running
from tests.engine.test_canonical import JSON
from tests.engine.toy import SHELLS, Shells
from tests.scale import times

COUNT = len(scripted.KINDS)
Where = tuple[str | int, ...]


def fault(book: Record, head: str | None = None) -> Fault | None:
    found = verify(book, SHELLS, head).fault
    if found is not None:
        assert tell(FAULTS, found.code, {"entry": found.entry, **found.facts})
    return found


def told(book: Record) -> list[Page]:
    return [page for page in book.entries if isinstance(page, Page)]


def bad(book: Record, head: str | None = None) -> tuple[int, str]:
    found = fault(book, head)
    assert found is not None
    return found.entry, found.code


# --- sound records


def test_a_finished_record_is_checked_wholly() -> None:
    report = verify(finished(), SHELLS)

    assert (report.fault, report.entries, report.finished) == (None, COUNT, True)
    assert report.unchecked == ()


def test_of_a_running_record_it_is_said_what_could_not_be_checked() -> None:
    report = verify(running(), SHELLS)

    assert (report.fault, report.finished) == (None, False)
    assert report.unchecked == ("private_parts", "luck", "rules", "ending")
    assert all(tell(UNCHECKED, code, {}) for code in report.unchecked)


def test_without_the_game_chain_and_luck_are_checked_still() -> None:
    report = verify(finished(), None)

    assert (report.fault, report.unchecked) == (None, ("rules", "outcome", "ending"))


def test_a_record_of_other_rules_is_not_judged_by_ours() -> None:
    other = Shells()
    other.meta = replace(SHELLS.meta, rules="2")

    report = verify(finished(), other)

    assert (report.fault, report.unchecked) == (None, ("other_rules", "outcome", "ending"))


OTHER = Shells()
OTHER.meta = replace(SHELLS.meta, rules="2")


@pytest.mark.parametrize("change", [{"winners": (0, 1)}, {"totals": (9999, 0)}, {"reason": "else"}])
def test_by_other_rules_the_outcome_is_what_the_record_says(change: dict[str, Any]) -> None:
    """Whoever changes it is not found, and it is said that nobody looked."""
    book = finished()
    assert book.outcome is not None
    report = verify(replace(book, outcome=replace(book.outcome, **change)), OTHER)

    assert (report.fault, report.standing) == (None, "The record says that the match is over.")
    assert {"outcome", "ending"} <= set(report.unchecked)
    assert verify(book, SHELLS).standing == "The match is over."  # a control


@pytest.mark.parametrize(
    "change",
    [{"winners": (77,)}, {"winners": (-1,)}, {"winners": (0, 0)}, {"totals": (1,)}, {"lines": ()}],
)
@pytest.mark.parametrize("game", [OTHER, None])
def test_whatever_the_rules_an_outcome_is_of_the_seats(game: Any, change: dict[str, Any]) -> None:
    book = finished()
    assert book.outcome is not None
    found = verify(replace(book, outcome=replace(book.outcome, **change)), game).fault

    assert found is not None
    assert (found.entry, found.code, found.facts) == (COUNT, "strange_outcome", {"seats": 2})


def test_a_part_that_is_missing_or_strange_is_said_so() -> None:
    told = {}
    sound = codec.write(Record, finished())
    for name, change in (("turn", remove), ("name", lambda inner, name: inner.update({name: 1}))):
        book = changed(sound, ("entries", 1, "public", name), change)
        found = verify(codec.read(Record, book), SHELLS).fault
        assert found is not None
        told[name] = tell(FAULTS, found.code, {"entry": found.entry, **found.facts})

    assert told == {
        "turn": "Entry 2 is not an entry's shape: $.public.turn is missing.",
        "name": "Entry 2 is not an entry's shape: $.public.name is not known there.",
    }


def test_any_head_from_a_letter_is_found_in_the_chain() -> None:
    for entry in scripted.entries():
        assert fault(finished(), entry.hash) is None


# --- edits


def leaves(value: Any, where: Where = ()) -> Iterator[Where]:
    """The place of every scalar in a piece of JSON."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*where, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*where, index))
    else:
        yield where


def edited(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value:
        return ("1" if value[0] == "0" else "0") + value[1:]
    return "00" if value == "" else 1


def changed(value: Any, where: Where, change: Callable[[dict[Any, Any], Any], None]) -> Any:
    """A copy of some JSON in which one place has been changed."""
    copy = json.loads(json.dumps(value))
    inner = copy
    for step in where[:-1]:
        inner = inner[step]
    change(inner, where[-1])
    return copy


def edit(inner: Any, name: Any) -> None:
    inner[name] = edited(inner[name])


def remove(inner: Any, name: Any) -> None:
    del inner[name]


def expected(where: Where) -> set[int]:
    """Which entry is at fault when this place of a finished record was changed."""
    if where[0] == "entries":
        return {int(where[1]) + 1}
    return {"head": {COUNT + 1}, "outcome": {COUNT}}.get(str(where[0]), {1})


WHOLE = codec.write(Record, finished())


@pytest.mark.parametrize("change", [edit, remove])
@pytest.mark.parametrize("where", list(leaves(WHOLE)), ids=lambda where: ".".join(map(str, where)))
def test_every_single_field_is_guarded(where: Where, change: Any) -> None:
    made = changed(WHOLE, where, change)

    try:
        book = codec.read(Record, made)
    except Malformed:
        return  # so broken that it is no record at all; the refusal names the path
    if book.outcome is None:  # then nothing claims that the match is over
        assert where[0] == "outcome"
        return
    assert bad(book)[0] in expected(where)


def pages(book: Record, *chosen: Page | Covered) -> Record:
    return replace(book, entries=tuple(chosen))


@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_a_deleted_entry_is_missed_where_it_was(number: int) -> None:
    kept = [page for at, page in enumerate(finished().entries, 1) if at != number]

    assert bad(pages(finished(), *kept))[0] == number


@pytest.mark.parametrize(("one", "other"), list(combinations(range(COUNT), 2)))
def test_two_entries_that_changed_places_are_found_at_the_first(one: int, other: int) -> None:
    moved = list(finished().entries)
    moved[one], moved[other] = moved[other], moved[one]

    assert bad(pages(finished(), *moved)) == (
        one + 1,
        "wrong_number",
    )


@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_a_repeated_entry_is_found(number: int) -> None:
    twice = list(finished().entries)
    twice.insert(number, twice[number - 1])

    assert bad(pages(finished(), *twice)) == (number + 1, "wrong_number")


@pytest.mark.parametrize("kept", range(COUNT))
def test_a_truncated_record_misses_its_next_entry(kept: int) -> None:
    assert bad(pages(finished(), *finished().entries[:kept]))[0] == kept + 1


@pytest.mark.parametrize("kept", range(1, COUNT))
def test_a_truncated_record_whose_head_was_mended_lacks_its_end(kept: int) -> None:
    short = pages(finished(), *finished().entries[:kept])

    assert bad(replace(short, head=short.entries[-1].hash)) == (kept + 1, "no_outcome")


@pytest.mark.parametrize("kept", range(1, COUNT))
def test_a_truncated_record_that_claims_to_run_lacks_the_head_of_a_letter(kept: int) -> None:
    short = pages(finished(), *finished().entries[:kept])
    short = replace(short, head=short.entries[-1].hash, outcome=None)

    assert not verify(short, SHELLS).finished
    assert bad(short, finished().head) == (kept + 1, "unknown_head")


# --- forgers who mend the chain


def forged(number: int, where: Where, value: Any, book: Record | None = None) -> Record:
    """One place of one entry's parts replaced, and every hash from there on made anew."""

    def put(inner: Any, name: Any) -> None:
        inner[name] = value

    book = book or finished()
    made: list[Page] = []
    for at, page in enumerate(told(book), 1):
        parts: Any = {"public": dict(page.public), "private": page.private}
        if at == number:
            parts = changed(parts, where, put)
        public, private = parts["public"], parts["private"]
        if at > 1 and (at, where) != (number, ("public", "previous")):
            public["previous"] = made[-1].hash
        sealed = page.sealed if page.salt is None else record.seal(page.salt, private)
        digest = record.digest(public, sealed)
        made.append(Page(public, sealed, digest, page.salt, private))
    return replace(book, entries=tuple(made), head=made[-1].hash)


FORGERIES: list[tuple[int, Where, Any, str]] = [
    (1, ("public", "seed_hash"), "00", "wrong_seed"),
    (1, ("public", "nonces", 0), "ff", "wrong_draw"),
    (1, ("public", "nonces"), [], "wrong_nonces"),
    (1, ("public", "match"), "other", "header"),
    (1, ("public", "rules"), "9", "header"),
    (1, ("public", "format"), 2, "header"),
    (1, ("public", "previous"), "11", "wrong_previous"),
    (1, ("private", "draws", 0, "result"), 7, "wrong_draw"),
    (1, ("private", "draws", 0, "purpose"), "else", "wrong_draw"),
    (1, ("private", "draws"), [], "differs"),
    (2, ("public", "kind"), "deal", "unknown_part"),
    (2, ("public", "number"), 3, "wrong_number"),
    (2, ("public", "turn"), 5, "wrong_turn"),
    (2, ("public", "seat"), 1, "refused"),
    (2, ("public", "name"), "Anna", "unknown_part"),
    (2, ("private", "action"), {"count": 1}, "differs"),
    (4, ("public", "undoes"), 2, "wrong_undo"),
    (4, ("public", "seat"), 1, "wrong_undo"),
    (5, ("public", "draws", 0, "result"), 0, "wrong_draw"),
    (5, ("public", "draws", 0, "counter"), 9, "wrong_draw"),
    (5, ("public", "draws"), [], "differs"),
    (6, ("private", "told", 0, "event", "card"), 9, "differs"),
    (6, ("private", "told"), [], "differs"),
    (10, ("public", "action"), {"kind": "roll"}, "refused"),
    (11, ("public", "phase"), "bids 2", "wrong_commitment"),
    (11, ("public", "actions", 0, "action", "shells"), 0, "wrong_commitment"),
    (11, ("public", "actions", 0, "salt"), "00", "wrong_commitment"),
    (11, ("public", "actions", 1, "commitment"), "00", "wrong_commitment"),
    (11, ("public", "actions", 1, "hidden_commitment"), "00", "wrong_hidden_commitment"),
    (11, ("private", "actions", 1, "action", "mark"), 0, "wrong_hidden_commitment"),
    (11, ("private", "actions", 0, "salt"), "00", "wrong_hidden_commitment"),
    (11, ("private", "actions"), [], "unlike_seats"),
]


@pytest.mark.parametrize(("number", "where", "value", "code"), FORGERIES)
def test_a_forger_who_mends_the_chain_is_found_by_what_contradicts(
    number: int, where: Where, value: Any, code: str
) -> None:
    assert bad(forged(number, where, value)) == (number, code)


def test_a_forger_who_contradicts_nothing_is_found_by_the_head_in_a_letter() -> None:
    book = forged(2, ("public", "submission"), 99)

    assert fault(book) is None
    assert bad(book, finished().head) == (COUNT + 1, "unknown_head")


def test_a_deal_in_the_middle_is_found() -> None:
    first, second, *rest = told(finished())
    again = replace(second, public={**first.public, "number": 2}, private=first.private)

    assert bad(pages(finished(), first, again, *rest)) == (2, "second_deal")


def test_a_record_without_its_deal_is_found() -> None:
    second = told(finished())[1]
    renumbered = replace(second, public={**second.public, "number": 1})

    assert bad(pages(finished(), renumbered)) == (1, "no_deal")
    assert bad(pages(finished())) == (1, "no_deal")


PARTS = [
    (number, where)
    for number, page in enumerate(finished().entries, 1)
    for where in leaves({"public": dict(page.public), "private": dict(page.private or {})})
]


@given(st.sampled_from(PARTS), st.integers(1, 5), JSON | st.sampled_from([0, 1, 2, -1, "", "take"]))
@settings(max_examples=times(100), deadline=None)
def test_no_forgery_however_odd_is_more_than_a_fault(
    place: tuple[int, Where], depth: int, value: Any
) -> None:
    """A field, or a whole branch above it, becomes anything: there is always an answer."""
    number, where = place
    book = forged(number, where[: max(2, len(where) - depth)], value)

    report = verify(book, SHELLS)

    assert report.fault is None or report.fault.code in FAULTS


# --- what is withheld


def test_salt_and_private_part_are_shown_together_or_not_at_all() -> None:
    first, second, *rest = told(finished())

    assert bad(pages(finished(), first, replace(second, salt=None), *rest)) == (2, "half_open")
    assert bad(pages(finished(), first, replace(second, private=None), *rest)) == (2, "half_open")


def test_with_the_seed_every_private_part_is_shown() -> None:
    first, second, *rest = told(finished())
    shut = replace(second, salt=None, private=None)

    assert bad(pages(finished(), first, shut, *rest)) == (2, "withheld")


def test_a_match_that_is_over_shows_its_seed() -> None:
    assert bad(replace(finished(), seed=None)) == (1, "seed_missing")


def test_an_outcome_is_the_one_that_the_rules_give() -> None:
    outcome = finished().outcome
    assert outcome is not None

    assert bad(replace(finished(), outcome=None)) == (COUNT, "wrong_outcome")
    assert bad(replace(finished(), outcome=replace(outcome, winners=(0, 1, 2)))) == (
        COUNT,
        "wrong_outcome",
    )


def test_only_a_known_format_is_judged() -> None:
    assert bad(replace(finished(), format=2)) == (1, "unknown_format")


# --- running records

THE_DRAW = {**running().entries[4].public["draws"][0], "result": 3}


@pytest.mark.parametrize(
    "where",
    [where for where in leaves(codec.write(Record, running())) if where[0] == "entries"],
    ids=lambda where: ".".join(map(str, where)),
)
def test_every_public_field_of_a_running_record_is_guarded(where: Where) -> None:
    made = changed(codec.write(Record, running()), where, edit)
    try:
        book = codec.read(Record, made)
    except Malformed:
        return

    assert bad(book)[0] == int(where[1]) + 1


@pytest.mark.parametrize(("name", "value"), [("result", 6), ("bound", 1)])
def test_a_public_draw_of_a_running_record_is_below_its_bound(name: str, value: int) -> None:
    book = forged(5, ("public", "draws", 0), {**THE_DRAW, name: value}, running())

    assert bad(book) == (5, "wrong_counter")


def test_public_draws_of_a_running_record_follow_each_other() -> None:
    book = forged(7, ("public", "draws"), [THE_DRAW], running())

    assert bad(book) == (7, "wrong_counter")


def test_a_sealed_action_is_held_against_its_commitment_before_the_match_is_over() -> None:
    book = record.export(scripted.entries())
    lie = forged(11, ("public", "actions", 0, "action", "shells"), 0, book)

    assert fault(book) is None
    assert bad(lie) == (11, "wrong_commitment")


def test_a_private_part_that_was_opened_early_is_checked() -> None:
    opened = record.page(scripted.entries()[5], opened=True)
    some = [*running().entries[:5], opened, *running().entries[6:]]
    report = verify(pages(running(), *some), SHELLS)
    lied = replace(opened, private={**(opened.private or {}), "told": []})

    assert report.fault is None
    assert bad(pages(running(), *some[:5], lied, *some[6:])) == (6, "wrong_seal")
