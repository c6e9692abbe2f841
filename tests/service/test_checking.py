"""Stored matches are checked against their logs, mended from them, and let go on."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import object_session

from service import hidden, logs, resolution, stand_ins, table
from service.operating import OperatingError, checking, quarantine, repairing
from service.store import entries
from service.store.database import reading, writing
from service.store.entries import LogEntry
from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.submissions import Submission
from tests.parts.dumps import dump
from tests.service.tables import NOON, Table, begin

WITHOUT = ["match.revision", "match.back", "match.state"]  # a state is sealed anew with new bytes
LATER = NOON + timedelta(hours=30)


def played(name: str = "m1", game: str = "rapa-nui", steps: int = 6) -> Table:
    """A match of two bots and a person, some steps on, or as far as bots come alone."""
    made = begin(game, 3, bots=(1, 2) if game == "giants" else (0, 1, 2), match_id=name)
    for _ in range(steps):
        stand_ins.act(name, NOON)
    return made


def row(match_id: str) -> Match:
    with reading() as session:
        return session.get_one(Match, match_id)


def change(match_id: str, **columns: Any) -> None:
    with writing() as session:
        row = session.get_one(Match, match_id)
        for name, value in columns.items():
            setattr(row, name, value)


def spoil(match_id: str, number: int, alter: Callable[[LogEntry], None]) -> None:
    with writing() as session:
        alter(session.get_one(LogEntry, (match_id, number)))


def fault(match_id: str = "m1") -> str | None:
    return checking.check(match_id).fault


def test_all_that_are_sound_verify_and_the_command_says_so(stored: Flask) -> None:
    played("m1"), played("m2", "giants", 2)
    ran = stored.test_cli_runner().invoke(args=["verify"])

    assert (ran.exit_code, ran.stdout) == (0, "Matches checked: 2. Wrong: 0.\n")


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"state": b"{}"}, "state is not the one that the log leads to"),
        ({"turn": 77}, "turn is 77; by the log it is 6"),
        ({"number": 2}, "number is 2; by the log it is 7"),
        ({"head": "0" * 64}, "head is '" + "0" * 64),
        ({"awaited": []}, "awaited is []; by the log it is ["),
        ({"status": "finished"}, "status is 'finished'; by the log it is 'running'"),
        ({"submitted": [1]}, "submitted is [1]; by the log it is []"),
    ],
)
def test_a_row_that_is_not_what_its_log_leads_to_is_named_and_mended(
    writing_room: Flask, columns: dict[str, Any], said: str
) -> None:
    """The deal and six steps: the seventh entry, the sixth turn."""
    played()
    sound, state = dump(WITHOUT), hidden.state(row("m1"))
    change("m1", **columns)
    found = checking.check("m1")
    would = repairing.look("m1")
    still = fault()
    repairing.repair("m1", NOON)

    assert (found.fault or "").startswith(said)
    assert found.repairable
    assert would.changes[0] == still == found.fault
    assert fault() is None
    assert dump(WITHOUT) == sound
    assert hidden.state(row("m1")) == state


def test_what_an_entry_told_is_mended_too(writing_room: Flask) -> None:
    played()
    spoil("m1", 3, lambda entry: setattr(entry, "events", []))
    found = fault() or ""
    repairing.repair("m1", NOON)

    assert found.startswith("events of entry 3 is []")
    assert fault() is None


def altered(entry: LogEntry) -> None:
    entry.public = {**entry.public, "seat": (entry.public["seat"] + 1) % 3}


def salted(entry: LogEntry) -> None:
    """By somebody who has the keys."""
    session = object_session(entry)
    assert session is not None
    owner = session.get_one(Match, entry.match_id)
    entry.salt = hidden.entry_parts(owner, entry.number, {}, b"x" * 16, [])["salt"]


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (altered, "The hash of entry 3 is not that of its content."),
        (lambda entry: setattr(entry, "hash", "f" * 64), "The hash of entry 3 is not"),
        (salted, "The private part of entry 3 is not"),
        (lambda entry: setattr(entry, "salt", b"x" * 16), "The private part of entry 3 cannot be"),
    ],
)
def test_a_log_that_is_wrong_is_named_by_its_first_entry_and_mends_nothing(
    writing_room: Flask, alter: Callable[[LogEntry], None], said: str
) -> None:
    played()
    spoil("m1", 3, alter)
    before, found = dump(), checking.check("m1")
    with pytest.raises(OperatingError, match="entry 3"):
        repairing.repair("m1", NOON)

    assert (found.fault or "").startswith(said)
    assert not found.repairable
    assert dump() == before


def test_a_log_that_breaks_off_is_no_reason_to_go_back(writing_room: Flask) -> None:
    played()
    with writing() as session:
        session.delete(session.get_one(LogEntry, ("m1", 7)))
    found = checking.check("m1")

    assert found.fault == "Entries are missing from 7 on: there were 7."
    assert not found.repairable


def test_the_command_names_the_first_fault_of_each_match_and_exits_with_1(
    writing_room: Flask,
) -> None:
    played("m1"), played("m2"), played("m3", steps=1)
    change("m2", turn=77, head="0" * 64)
    spoil("m3", 2, lambda entry: setattr(entry, "hash", "f" * 64))
    run = writing_room.test_cli_runner().invoke
    words, lines = run(args=["verify"]), run(args=["verify", "--json", "m1", "m2"])
    told = [json.loads(line) for line in lines.stdout.splitlines()]

    assert words.exit_code == lines.exit_code == 1
    assert words.stdout.splitlines()[-1] == "Matches checked: 3. Wrong: 2."
    assert "m2: turn is 77; by the log it is 6\n" in words.stdout
    assert [(one["match"], one["fault"] is None, one["repairable"]) for one in told] == [
        ("m1", True, False),
        ("m2", False, True),
    ]


def test_a_dry_run_says_what_would_change_and_changes_nothing(writing_room: Flask) -> None:
    played()
    change("m1", turn=77, quarantined_at=NOON, fault="a fault")
    before = dump()
    run = writing_room.test_cli_runner().invoke
    dry = run(args=["repair", "m1", "--dry-run"]).output
    untouched = dump() == before
    done = run(args=["repair", "m1"]).output

    assert untouched
    assert dry == "turn is 77; by the log it is 6\nThe quarantine would be lifted.\n"
    assert done.endswith("turn is 77; by the log it is 6\nThe quarantine is lifted.\n")
    assert quarantine.listed() == []


# --- quarantine


def bidding() -> Table:
    """Two bots have bid, and the table waits for a person."""
    return played("m1", "giants", 2)


def stop(match_id: str = "m1") -> None:
    with writing() as session:
        row = session.get_one(Match, match_id)
        row.attempts = 5
        resolution.quarantine(session, row, "its sealed phase could not be resolved", NOON)


def test_what_is_held_is_listed_with_its_reason(writing_room: Flask) -> None:
    bidding()
    stop()
    run = writing_room.test_cli_runner().invoke
    words = run(args=["quarantine", "list"]).output
    (line,) = run(args=["quarantine", "list", "--json"]).output.splitlines()

    assert words.split("  ") == [
        "m1",
        "giants",
        NOON.isoformat(),
        "attempts: 5",
        "its sealed phase could not be resolved\n",
    ]
    assert json.loads(line)["attempts"] == 5


def test_a_match_that_goes_on_has_its_time_back_and_writes_to_who_is_awaited(
    stored: Flask,
) -> None:
    """It was out of play for thirty hours; the phase had 48."""
    bidding()
    stop()
    quarantine.lift("m1", LATER)
    with reading() as session:
        row = session.get_one(Match, "m1")
        asked = session.scalars(select(Notice).where(Notice.kind == "your_turn")).all()

    assert (row.quarantined_at, row.fault, row.attempts) == (None, None, 0)
    assert row.due_at == NOON + timedelta(hours=48 + 30)
    assert [one.seat for one in asked if one.cause.startswith("lifted:")] == [0]


def test_what_does_not_verify_stays_in_quarantine_until_it_is_repaired(
    writing_room: Flask,
) -> None:
    bidding()
    stop()
    change("m1", turn=77)
    run = writing_room.test_cli_runner().invoke
    refused = run(args=["quarantine", "lift", "m1"])
    repairing.repair("m1", LATER)

    assert refused.exit_code == 1
    assert "m1 does not verify: turn is 77; by the log it is 0" in refused.output
    assert "`repair m1` can mend it" in refused.output
    assert quarantine.listed() == []
    assert run(args=["quarantine", "lift", "m1"]).exit_code == 1


def test_a_phase_whose_last_action_was_not_noted_is_closed_by_the_repair(
    writing_room: Flask,
) -> None:
    """Sealed actions are outside the log: their rows say who is in."""
    bidding()
    with writing() as session:
        row = session.get_one(Match, "m1")
        played_ = table.load(row)
        stand_ins.do(
            session,
            row,
            session.get_one(Seat, ("m1", 0)),
            played_,
            stand_ins.Move(played_.game.default(played_.state, 0), "default"),
            NOON,
        )
    change("m1", submitted=[1, 2], closes_at=None)
    found = repairing.repair("m1", LATER)
    with reading() as session:
        in_force = len(session.scalars(select(Submission)).all())
    resolution.resolve("m1", LATER)

    assert found.changes == ["submitted is [1, 2]; by the log it is [0, 1, 2]"]
    assert in_force == 3
    with reading() as session:
        assert entries.all_of(session, "m1")[-1].public["kind"] == "resolve"


def test_while_a_command_runs_log_lines_stand_beside_its_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with logs.aside():
        logs.Lines().write("aside")
    logs.Lines().write("as ever")
    seen = capsys.readouterr()

    assert (seen.err, seen.out) == ("aside\n", "as ever\n")
