"""Signatures in a record: whose key it was, what it covers, and what it means."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine import codec, record
from engine.errors import Malformed
from engine.record import Record
from engine.signing import Proof
from engine.verify import verify
from engine.words import FAULTS, UNCHECKED, tell
from tests.engine import scripted, signed
from tests.engine.signed import NEW, OLD, OTHER, body, finished, proof_of, public, running
from tests.engine.test_verify import Where, changed, edit, forged, leaves
from tests.engine.toy import SHELLS

SIGNED = {10: 3, 11: 5, 12: 6, 13: 7, 14: 9, 16: 13}  # submission to entry


def bad(book: Record) -> tuple[int, str]:
    found = verify(book, SHELLS).fault
    assert found is not None
    assert tell(FAULTS, found.code, {"entry": found.entry, **found.facts})
    return found.entry, found.code


def with_proof(number: int, change: Callable[[Proof], Proof]) -> Record:
    book = finished()
    proofs = [change(one) if one.submission == number else one for one in book.proofs]
    return replace(book, proofs=tuple(proofs))


def test_a_match_whose_seats_sign_is_checked_wholly() -> None:
    report = verify(finished(), SHELLS)

    assert (report.fault, report.finished, report.unchecked) == (None, True, ())
    assert report.signatures == len(SIGNED)


def test_signatures_that_are_still_withheld_are_said_to_be_unchecked() -> None:
    report = verify(running(), SHELLS)

    assert report.fault is None
    assert "signatures" in report.unchecked
    assert tell(UNCHECKED, "signatures", {})


def test_it_is_read_back_from_its_text_with_a_line_for_each_proof() -> None:
    text = record.text(finished())

    assert record.parse(text) == finished()
    assert sum('"signature":' in line for line in text.splitlines()) == len(SIGNED)


def test_a_record_without_keys_names_no_proofs() -> None:
    """The bytes of matches in which nobody signs are as they always were."""
    assert "proofs" not in record.text(scripted.finished())
    assert '"key"' not in record.text(scripted.finished())


@pytest.mark.parametrize(
    "where",
    [where for where in leaves(codec.write(Record, finished())) if where[0] == "proofs"],
    ids=lambda where: ".".join(map(str, where)),
)
def test_every_field_of_every_proof_is_guarded(where: Where) -> None:
    made = changed(codec.write(Record, finished()), where, edit)
    try:
        book = codec.read(Record, made)
    except Malformed:
        return

    assert bad(book)[0] == list(SIGNED.values())[int(where[1])]


@pytest.mark.parametrize(("number", "entry"), SIGNED.items())
def test_a_proof_that_is_left_out_is_missed_at_its_entry(number: int, entry: int) -> None:
    book = finished()
    kept = tuple(one for one in book.proofs if one.submission != number)

    assert bad(replace(book, proofs=kept)) == (entry, "no_proof")


def test_a_proof_of_nothing_and_a_second_one_are_found() -> None:
    book = finished()
    stray = proof_of(OLD, 99, body(0, text="take 2"))

    assert bad(replace(book, proofs=(*book.proofs, stray))) == (14, "stray_proof")
    assert bad(replace(book, proofs=(*book.proofs, book.proofs[-1]))) == (14, "stray_proof")


@pytest.mark.parametrize(
    ("number", "proof", "code"),
    [
        (10, proof_of(OLD, 10, body(1, text="take 2")), "other_meaning"),
        (10, proof_of(OLD, 10, body(0, text="take 1")), "other_meaning"),
        (10, proof_of(OLD, 10, body(0, text="sing")), "other_meaning"),
        (10, proof_of(OLD, 10, body(0, text=2)), "other_meaning"),
        (10, proof_of(OLD, 10, body(0)), "other_meaning"),
        (10, proof_of(OLD, 10, body(0, text="take 2", more=1)), "other_meaning"),
        (10, proof_of(OLD, 10, b"[]"), "other_meaning"),
        (10, proof_of(OLD, 10, b"take 2"), "other_meaning"),
        (10, proof_of(OLD, 10, b"\xff"), "other_meaning"),
        (11, proof_of(NEW, 11, body(1, text="take 2")), "other_meaning"),
        (16, proof_of(OLD, 16, body(5, text="bid 1 mark 0")), "other_meaning"),
        (10, proof_of(NEW, 10, body(0, text="take 2")), "wrong_proof"),
        (10, proof_of(OLD, 10, body(0, text="take 2"), door="table-2/turns"), "wrong_proof"),
    ],
)
def test_what_was_signed_is_held_against_what_was_done(
    number: int, proof: Proof, code: str
) -> None:
    """Each of these is a true signature, of another thing."""
    assert bad(with_proof(number, lambda _: proof)) == (SIGNED[number], code)


@pytest.mark.parametrize(
    ("number", "where", "value", "found"),
    [
        (2, ("public", "keys"), [], (3, "unknown_key")),
        (4, ("public", "keys"), [public(OLD).hex()], (5, "unknown_key")),
        (8, ("public", "seat"), 0, (9, "unknown_key")),
        (4, ("public", "keys"), [public(NEW).hex()], (7, "unknown_key")),
        (3, ("public", "key"), public(OTHER).hex(), (3, "unknown_key")),
        (7, ("public", "key"), None, (7, "unsigned")),
        (13, ("public", "actions", 0, "key"), None, (13, "unsigned")),
        (13, ("public", "actions", 0, "key"), public(OTHER).hex(), (13, "unknown_key")),
        (2, ("public", "signed_only"), 1, (2, "bad_shape")),
        (2, ("public", "seat"), 7, (2, "refused")),
    ],
)
def test_a_forger_who_mends_the_chain_is_found_by_the_keys(
    number: int, where: Where, value: Any, found: tuple[int, str]
) -> None:
    assert bad(forged(number, where, value, finished())) == found


def test_a_new_holder_has_none_of_the_keys_of_the_old_one() -> None:
    late = {**finished().entries[10].public, "key": public(OTHER).hex()}

    assert bad(forged(11, ("public",), late, finished())) == (11, "unknown_key")


def test_what_is_said_to_be_unsigned_may_be_while_the_seat_is_free_to_choose() -> None:
    """In the phase in which a seat binds itself, what it sealed before may be unsigned."""
    keys = {"keys": [public(OLD).hex()], "signed_only": False}
    book = forged(4, ("public",), {**finished().entries[3].public, **keys}, finished())
    last = {**book.entries[12].public}
    last["actions"] = [
        {name: value for name, value in one.items() if name != "key"} for one in last["actions"]
    ]
    book = forged(13, ("public",), last, book)
    found = verify(replace(book, seed=None, outcome=None), SHELLS).fault

    assert found is not None
    assert (found.entry, found.code) == (5, "unknown_key")  # and not: 13 is unsigned


def test_signatures_are_checked_without_the_game_too() -> None:
    book = with_proof(10, lambda one: replace(one, signature=bytes(64)))
    found = verify(book, None).fault

    assert found is not None
    assert (found.entry, found.code) == (3, "wrong_proof")


def test_keys_bar_no_undo_and_leave_the_turn() -> None:
    kinds = [done.entry.kind for done, _ in signed.steps()]

    assert kinds[2:5] == ["play", "keys", "undo"]
    assert [done.match.turn for done, _ in signed.steps()[2:5]] == [1, 1, 2]
