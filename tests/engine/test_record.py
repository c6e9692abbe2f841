"""The record: its bytes by hand, and its file there and back."""

import hashlib
import json

import pytest

from engine import record
from engine.errors import Malformed
from engine.game import Phase
from engine.record import Entry, export
from tests.engine import scripted


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_the_hash_is_over_the_public_part_and_the_sealed_private_part() -> None:
    made = record.link({"number": 1, "kind": "deal"}, {"b": [True], "a": "é"}, b"0123456789abcdef")

    sealed = sha(b"0123456789abcdef" + '{"a":"é","b":[true]}'.encode())
    assert made.sealed == sealed
    assert made.hash == sha(
        b'{"public":{"kind":"deal","number":1},"sealed":"' + sealed.encode() + b'"}'
    )
    assert (made.number, made.kind) == (1, "deal")


def test_a_commitment_binds_match_phase_seat_and_part() -> None:
    made = record.commit(b"salt", "m-1", Phase("auction", 2), 3, {"b": 1, "a": 2})

    assert made == sha(b'salt["m-1","auction 2",3,{"a":2,"b":1}]')


def test_a_record_shows_private_parts_only_with_the_seed() -> None:
    opened, closed = scripted.finished(), scripted.running()

    assert all(page.private is not None and record.entry(page) for page in opened.entries)
    assert all(page.private is None and record.entry(page) is None for page in closed.entries)


def test_an_open_page_is_the_entry_again() -> None:
    first = scripted.entries()[0]

    assert record.entry(record.page(first, opened=True)) == first
    assert record.entry(record.page(first, opened=False)) is None


@pytest.mark.parametrize("book", [scripted.finished(), scripted.running()])
def test_a_record_is_read_back_from_its_text(book: record.Record) -> None:
    text = record.text(book)

    assert record.parse(text) == book
    assert json.loads(text)["head"] == book.head


def test_the_text_has_one_entry_a_line() -> None:
    lines = record.text(scripted.finished()).splitlines()

    assert sum('"previous":' in line for line in lines) == len(scripted.entries())


def test_no_secret_of_a_running_match_is_in_its_text() -> None:
    text = record.text(scripted.running())

    assert scripted.SEED.hex() not in text
    for entry in scripted.entries():
        assert entry.salt.hex() not in text


@pytest.mark.parametrize(
    ("text", "path"), [("{}", "$.entries"), ("[]", "$"), ('{"names": 1}', "$.names")]
)
def test_what_is_no_record_is_refused_by_its_path(text: str, path: str) -> None:
    with pytest.raises(Malformed) as caught:
        record.parse(text)

    assert caught.value.facts["path"] == path


def test_an_export_ends_where_the_log_ends() -> None:
    some: tuple[Entry, ...] = scripted.entries()[:4]

    assert export(some).head == some[-1].hash
