"""Recorded matches, one for each player count and way to end, give the same entries again."""

import pytest

from engine import record
from engine.replay import latest
from engine.verify import verify
from tests.engine.rapanui.playthrough import TEXTS, told
from tests.engine.rapanui.recording import ENDINGS, RECORDS, SEATS, path, random_match
from tests.engine.rapanui.table import GAME

EACH = pytest.mark.parametrize(
    ("seats", "ending"), [(seats, ending) for seats in SEATS for ending in ENDINGS]
)


@EACH
def test_a_recorded_match_is_replayed_to_the_last_hash_and_ends_in_its_way(
    seats: int, ending: str
) -> None:
    book = record.parse(path(seats, ending).read_text())
    entries = [opened for page in book.entries if (opened := record.entry(page))]
    assert book.seed is not None

    last = latest(GAME, book.seed, entries).match

    assert last.head == book.head
    assert len(last.state.tribes) == seats
    assert GAME.outcome(last.state) == book.outcome
    assert ENDINGS[ending](last.state)


@EACH
def test_a_recorded_match_has_no_fault(seats: int, ending: str) -> None:
    report = verify(record.parse(path(seats, ending).read_text()), GAME)

    assert (report.fault, report.finished, report.unchecked) == (None, True, ())


def test_no_record_is_left_over() -> None:
    assert set(RECORDS.iterdir()) == {path(seats, ending) for seats in SEATS for ending in ENDINGS}


def test_the_recorded_matches_have_absences_and_steps_taken_back() -> None:
    books = [record.parse(file.read_text()) for file in RECORDS.iterdir()]
    kinds = {page.public["kind"] for book in books for page in book.entries}

    assert kinds == {"deal", "play", "default", "resolve", "undo"}


def test_the_maker_of_records_makes_the_same_match_again() -> None:
    assert record.text(random_match(3, 1)[0]) == record.text(random_match(3, 1)[0])


@pytest.mark.parametrize("seats", SEATS)
def test_the_golden_playthrough_reads_as_it_did(seats: int) -> None:
    book = record.parse(path(seats, "points").read_text())

    assert told(book) == (TEXTS / f"{seats}.txt").read_text()
