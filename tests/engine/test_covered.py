"""A running record whose entries are covered in part: what can be checked is, and no more."""

from dataclasses import replace

import pytest

from engine import codec, record
from engine.record import Covered, Record
from engine.verify import verify
from engine.words import UNCHECKED, tell
from tests.engine import scripted
from tests.engine.toy import SHELLS

TAKES = (2, 3)  # two steps of one seat; entry 4 takes the second back


def covered(*numbers: int) -> Record:
    """The scripted match before its last entry, with these entries covered."""
    return record.export(scripted.entries()[:-1], covered=numbers)


def test_a_covered_entry_shows_its_place_in_the_chain_alone() -> None:
    book, log = covered(*TAKES), scripted.entries()
    page = book.entries[2]

    assert isinstance(page, Covered)
    assert codec.write(Covered, page) == {
        "number": 3, "previous": log[1].hash, "hash": log[2].hash,
    }  # fmt: skip
    assert page.public == {"number": 3, "previous": log[1].hash}
    assert page.private is None
    assert record.entry(page) is None
    assert record.parse(record.text(book)) == book


def test_a_verifier_links_over_covered_entries_and_names_them() -> None:
    """An undo after them may take back what is not seen."""
    report = verify(covered(*TAKES), SHELLS)

    assert report.fault is None
    assert report.covered == TAKES
    assert "covered" in report.unchecked
    assert "entries 2-3," in tell(UNCHECKED, "covered", report.facts)


def test_an_undo_whose_steps_are_all_seen_must_fit_them() -> None:
    """A control: uncovered, the same undo of another entry is a fault."""
    log = list(scripted.entries()[:-1])
    wrong = {**log[3].public, "undoes": 2}
    log[3] = record.link(wrong, dict(log[3].private), log[3].salt)

    found = verify(record.export(log[:4]), SHELLS).fault
    over = verify(record.export(log[:4], covered=TAKES), SHELLS).fault

    assert found is not None
    assert (found.entry, found.code) == (4, "wrong_undo")
    assert over is None


@pytest.mark.parametrize(
    ("change", "entry", "code"),
    [
        ({"previous": "0" * 64}, 2, "wrong_previous"),
        ({"hash": "0" * 64}, 3, "wrong_previous"),
        ({"number": 7}, 2, "wrong_number"),
    ],
)
def test_a_covered_entry_is_held_by_the_chain(
    change: dict[str, str | int], entry: int, code: str
) -> None:
    """Its hash by the entry after it, which names it."""
    book = covered(2)
    page = book.entries[1]
    assert isinstance(page, Covered)
    pages = (book.entries[0], replace(page, **change), *book.entries[2:])  # type: ignore[arg-type] # each its own field's type

    found = verify(replace(book, entries=pages), SHELLS).fault

    assert found is not None
    assert (found.entry, found.code) == (entry, code)


def test_nothing_is_covered_once_the_match_is_over() -> None:
    log = scripted.entries()
    outcome = SHELLS.outcome(scripted.dones()[-1].match.state)
    book = record.export(log, scripted.SEED, outcome, covered=TAKES)

    assert not any(isinstance(page, Covered) for page in book.entries)
