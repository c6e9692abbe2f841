"""G18: who erected in an older round is told by nothing that a running match shows."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest
from flask import Flask
from sqlalchemy.orm.attributes import flag_modified

from engine import record
from engine.giants import Giants
from engine.record import By, Covered, Entry, Page
from engine.registry import GAMES
from engine.verify import verify
from engine.words import ENGLISH
from service import hidden, looking, proofs, seating, story, table as rows, watching
from service.store.database import reading, writing
from service.store.entries import LogEntry, all_of
from service.store.matches import Match
from tests.attacks import watchers
from tests.service.tables import Table
from tests.service.test_watching_pages import finished, raised

HEX: Final = re.compile("[0-9a-f]{64}")
SEATS: Final = range(3)
TOKEN: Final = re.compile(r"\b[a-z]\.W[\w-]+\.[\w-]+\.[\w-]+")  # has the time in it
HEADERS: Final = re.compile(r" \[\(.*?\)\] (?=b['\"])")  # a quota's change with each look
BY: Final[tuple[By, ...]] = ("person", "plan", "default", "bot")


@pytest.fixture
def house(app: Flask) -> Iterator[Flask]:
    with app.app_context():
        yield app


def log_of(table: Table) -> list[Entry]:
    with reading() as session:
        row = seating.read(session, table.id)
        return [rows.as_entry(row, one) for one in all_of(session, table.id)]


def covered(table: Table) -> set[int]:
    book = record.parse(looking.whole_record(table.id))
    return {page.number for page in book.entries if isinstance(page, Covered)}


# --- the record


def guesses(shown: str, truth: Entry) -> Iterator[int]:
    """The seats that fit a hash which is shown, where all else of the entry is known."""
    known = set(HEX.findall(shown))
    for seat in SEATS:
        for by in BY:
            public = {**truth.public, "seat": seat, "by": by}
            if any(record.digest(public, sealed) in known for sealed in known):
                yield seat


def test_no_seat_can_be_held_against_the_record_of_a_running_match(house: Flask) -> None:
    """Every seat is tried with every hash in sight: none fits."""
    table, erected = raised()
    shown = looking.whole_record(table.id)

    assert erected in covered(table)
    for entry in log_of(table):
        if entry.number in covered(table):
            assert list(guesses(shown, entry)) == []


def test_control_where_the_seal_is_shown_a_few_guesses_name_the_seat(house: Flask) -> None:
    table, erected = raised()
    truth = log_of(table)[erected - 1]
    shown = looking.whole_record(table.id) + truth.sealed

    assert list(guesses(shown, truth)) == [truth.public["seat"]]


def test_a_covered_entry_is_its_number_and_two_hashes(house: Flask) -> None:
    table, erected = raised()
    log = log_of(table)
    book = json.loads(looking.whole_record(table.id))

    assert book["entries"][erected - 1] == {
        "number": erected,
        "previous": log[erected - 2].hash,
        "hash": log[erected - 1].hash,
    }


def test_the_whole_phase_is_covered_for_the_order_of_turns_would_name_the_seat(
    house: Flask,
) -> None:
    """Whatever was done in turn between two covered entries is covered too."""
    table, _ = raised()
    unseen = covered(table)
    log = log_of(table)
    first = min(unseen)
    phase = range(first, next(n for n in range(first, len(log) + 2) if n not in unseen))
    steps = [one.kind for one in log if one.number not in unseen and one.number in phase]

    assert len(phase) > 1
    assert steps == []


def test_proofs_of_covered_entries_are_left_out(
    house: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def shown(_row: Match, entries: list[Entry], *_: Any, **__: Any) -> Iterator[Any]:
        asked.extend(entry.number for entry in entries)
        return iter(())

    monkeypatch.setattr(proofs, "shown", shown)
    table, erected = raised()
    unseen = covered(table)

    assert erected in unseen
    assert set(asked) == set(range(1, table.row().number + 1)) - unseen


def test_a_running_record_verifies_and_says_what_is_not_yet_checkable(house: Flask) -> None:
    table, _ = raised()
    report = verify(record.parse(looking.whole_record(table.id)), GAMES["giants"])

    assert report.fault is None
    assert report.covered == tuple(sorted(covered(table)))
    assert "covered" in report.unchecked


def test_at_the_end_all_opens_and_verifies(house: Flask) -> None:
    table = finished()
    book = record.parse(looking.whole_record(table.id))
    report = verify(book, GAMES["giants"])
    lines = looking.log(None, table.id, 0, 200).items
    erecting = [one for one in lines if any(event["kind"] == "erected" for event in one.events)]

    assert all(isinstance(page, Page) for page in book.entries)
    assert (report.fault, report.unchecked, report.covered) == (None, (), ())
    assert erecting
    assert all(None not in (one.number, one.seat, one.at, one.hash) for one in erecting)


# --- every door


def alter(table: Table, erected: int, seat: int) -> None:
    """As if this seat had erected there: in the log, in what was told of it, and in the state."""
    with writing() as session:
        entry = session.get_one(LogEntry, (table.id, erected))
        entry.public = {**entry.public, "seat": seat}
        entry.events = [_by(seat, event) for event in entry.events]
        flag_modified(entry, "events")
        row = session.get_one(Match, table.id)
        state = json.loads(hidden.state(row) or b"")
        ahu = next(one["ahu"] for one in entry.events if one["kind"] == "erected")
        for base in state["bases"]:
            base["owner"] = seat if base["ahu"] == ahu else base["owner"]
        hidden.keep_state(row, json.dumps(state, separators=(",", ":"), sort_keys=True).encode())


def _by(seat: int, event: Mapping[str, Any]) -> dict[str, Any]:
    named = event["kind"] in ("moved", "erected")
    return {**event, "seat": seat} if named else dict(event)


def told(table: Table) -> list[Any]:
    """The log's lines and the stories of the pages, for everyone."""
    seats = [None, *(table.seat(seat) for seat in SEATS)]
    lines = [looking.log(seat, table.id, 0, 200) for seat in seats]
    return [*lines, watching.look(table.id, ENGLISH).story, looking.whole_record(table.id)]


def test_every_seat_as_the_one_that_erected_shows_the_same_everywhere(
    house: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An altered log leads to no table, so the replay's last step is the true one's."""
    table, erected = raised()
    with reading() as session:
        replayed = rows.replayed(session, session.get_one(Match, table.id))
    monkeypatch.setattr(rows, "replayed", lambda *_: replayed)
    seen, lines = [], []
    for seat in SEATS:
        alter(table, erected, seat)
        seen.append(pages(house, table))
        lines.append(told(table))

    assert seen[0] == seen[1] == seen[2]
    assert lines[0] == lines[1] == lines[2]


def test_control_with_nothing_veiled_the_seat_is_named(
    house: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, erected = raised()
    truth = log_of(table)[erected - 1].public["seat"]
    monkeypatch.setattr(Giants, "veils", lambda *_: False)
    lines = looking.log(None, table.id, erected - 1, 1).items
    page = json.loads(looking.whole_record(table.id))["entries"][erected - 1]

    assert [one.seat for one in lines] == [truth]
    assert page["public"]["seat"] == truth


def pages(app: Flask, table: Table) -> list[str]:
    """Every operation and page that reads, for everyone, and each covered step."""
    client = app.test_client()
    steps = (f"/m/{table.id}/replay?entry={number}" for number in sorted(covered(table)))
    seen = [TOKEN.sub("", HEADERS.sub(" ", one)) for one in watchers.looks(app, table)]
    return [*seen, *(client.get(step, headers=watchers.STEADY).text for step in steps)]


# --- the log


def test_lines_of_a_veiled_phase_have_no_number_turn_hash_or_time(house: Flask) -> None:
    table, erected = raised()
    unseen = covered(table)
    lines = looking.log(None, table.id, 0, 200).items
    placeless = [one for one in lines if one.number is None]
    raising = [one for one in placeless if any(e["kind"] == "erected" for e in one.events)]

    assert {one.number for one in lines} - {None} == {
        entry.number for entry in log_of(table) if entry.number not in unseen
    }
    assert raising
    assert all((one.seat, one.by, one.action) == (None, None, None) for one in raising)
    assert all((one.turn, one.hash, one.at) == (None, None, None) for one in placeless)
    assert erected in unseen


def test_erections_are_listed_after_what_else_was_done_in_their_phase(house: Flask) -> None:
    table, _ = raised()
    lines = looking.log(None, table.id, 0, 200).items
    runs = "".join(
        "." if one.number is not None else "e" if one.seat is None else "s" for one in lines
    )

    assert re.search("e", runs)
    assert not re.search("es", runs)


@pytest.mark.parametrize("limit", [1, 3, 50])
def test_pages_of_the_log_make_up_the_whole_whatever_their_length(house: Flask, limit: int) -> None:
    table, _ = raised()
    whole = looking.log(None, table.id, 0, 200).items
    gathered, after = [], 0
    while True:
        page = looking.log(None, table.id, after, limit)
        gathered += page.items
        if page.next is None:
            break
        after = page.next

    assert gathered == whole


def test_a_letter_that_comes_late_tells_a_veiled_phase_as_a_whole(house: Flask) -> None:
    """Told up to the middle of it: the rest alone would say what came after."""
    table, _ = raised()
    unseen = sorted(covered(table))
    with reading() as session:
        row = session.get_one(Match, table.id)
        played = rows.load(row)
        early = story.since(session, row, played, unseen[0] - 1)
        middle = story.since(session, row, played, unseen[0])

    assert [one.episode for one in middle if not one.placed] == [
        one.episode for one in early if not one.placed
    ]
