"""The audit itself: silent where all is well, and each fault made on purpose is named."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, text

from service import hidden, seating
from service.post import delivery
from service.settings import Settings
from service.store.database import db, writing
from service.store.entries import LogEntry
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.submissions import Submission
from tests.parts import audit
from tests.parts.audit import Evidence, Heard
from tests.parts.choosing import dice
from tests.parts.post_office import PostOffice, sending
from tests.parts.site import Answer
from tests.parts.tables import at
from tests.service.tables import begin
from tests.service.test_notices import SHORT, step

KEY = "one key for the match that is played once"
PLAYED: dict[str, tuple[bytes, dict[str, int]]] = {}  # once a process: it takes a while


@pytest.fixture
def mailing(
    make_settings: Callable[..., Settings], sqlite_url: str, post_office: PostOffice
) -> Iterator[Flask]:
    chosen = make_settings(DATABASE_URL=sqlite_url, SMTP_URL=post_office.url, SECRET_KEY=KEY)
    with sending(chosen) as made:
        yield made


@pytest.fixture
def copies(mailing: Flask, sqlite_url: str, post_office: PostOffice) -> dict[str, int]:
    """The mail of the match m1, played out with every letter delivered, and the match as it was."""
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    if "m1" not in PLAYED:
        mail = play_out(post_office)
        db.engine.dispose()
        PLAYED["m1"] = file.read_bytes(), mail
    kept, mail = PLAYED["m1"]
    db.engine.dispose()
    file.write_bytes(kept)
    return mail


def play_out(post_office: PostOffice) -> dict[str, int]:
    """And the match m2, of which the first auction is over and the placement has begun."""
    table, luck = begin("giants", 3, options=SHORT, match_id="m1"), dice(2)
    while table.row().status == "running":
        step(table, luck)
        delivery.deliver(at())
    begun = begin("giants", 3, options=SHORT, match_id="m2")
    while not str(begun.row().phase).startswith("placement"):
        step(begun, luck)
    delivery.deliver(at(2))
    return post_office.copies()


def test_nothing_is_wrong_with_a_match_that_was_played_out(copies: dict[str, int]) -> None:
    assert audit.faults("m1", copies) == []


def test_nothing_is_wrong_with_the_whole_run(mailing: Flask, copies: dict[str, int]) -> None:
    busy = Heard("m1", Answer(503, b"", {"Retry-After": "5"}))
    evidence = Evidence(copies, heard=[played_as(), busy], canaries=["a sealed word"])

    assert audit.of_run(mailing, evidence, at(3)()) == []


def played_as(**otherwise: Any) -> Heard:
    """What whoever made the second entry was answered."""
    with writing() as session:
        entry = session.get_one(LogEntry, ("m1", 2))
        told = {"number": entry.number, "hash": entry.hash} | otherwise
    return Heard("m1", Answer(201, json.dumps({"entry": told}).encode(), {}))


# --- each breach, planted


def lose_an_entry() -> None:
    with writing() as session:
        made = session.scalars(select(Submission).where(Submission.kind == "turn")).first()
        assert made is not None
        made.entry = 10_000


def resolve_twice() -> None:
    with writing() as session:
        made = session.scalars(select(Submission).where(Submission.kind == "sealed")).first()
        assert made is not None
        made.entry = 3


def resolve_early() -> None:
    with writing() as session:
        made = session.scalars(select(Submission).where(Submission.kind == "sealed")).first()
        assert made is not None
        made.created_at += timedelta(seconds=1)


def lose_a_submission() -> None:
    with writing() as session:
        made = session.scalars(select(Submission).where(Submission.kind == "turn")).first()
        session.delete(made)


def lose_a_marker() -> None:
    with writing() as session:
        row = session.get_one(Match, "m1")
        state = json.loads(hidden.state(row) or b"")
        state["clans"][0]["spare_markers"] -= 1
        written = json.dumps(state, separators=(",", ":"), sort_keys=True).encode()
        hidden.keep_state(row, written)


def leave_complete(closes: timedelta | None) -> None:
    """All is in, and the phase stays as it is."""
    with writing() as session:
        row = session.get_one(Match, "m2")
        row.sealed, row.submitted = True, row.awaited
        row.closes_at = None if closes is None else at(3)() - closes


def never_close() -> None:
    leave_complete(None)


def never_resolve() -> None:
    leave_complete(timedelta(seconds=61))


def lose_a_player() -> None:
    """Behind the database's back."""
    with db.engine.connect() as connection:
        connection.rollback()
        raw = connection.connection.dbapi_connection
        assert raw is not None
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute("DELETE FROM player WHERE id = (SELECT player_id FROM seat LIMIT 1)")
        raw.execute("PRAGMA foreign_keys = ON")


def leave_sealed() -> None:
    with writing() as session:
        made = session.scalars(select(Submission).where(Submission.kind == "sealed")).first()
        assert made is not None
        made.status = "sealed"


def forget_a_notice() -> None:
    with writing() as session:
        notice = session.scalars(select(Notice).where(Notice.status == "posted")).first()
        assert notice is not None
        notice.status = "waiting"
        notice.letter_id = None


def lose_a_letter() -> None:
    with writing() as session:
        letter = session.scalars(select(Letter).where(Letter.status == "sent")).first()
        assert letter is not None
        letter.message_id = "<elsewhere@moai.example>"


def change_the_snapshot() -> None:
    with writing() as session:
        row = session.get_one(Match, "m1")
        state = hidden.state(row) or b""
        hidden.keep_state(row, state.replace(b'"round":', b'"round": ', 1))


def change_the_log() -> None:
    with writing() as session:
        entry = session.get_one(LogEntry, ("m1", 2))
        entry.public = {**entry.public, "by": "bot"}


@pytest.mark.parametrize(
    ("tamper", "named"),
    [
        (lose_an_entry, "I1"),
        (lose_a_submission, "I1"),
        (resolve_twice, "I2"),
        (resolve_early, "I2"),
        (leave_sealed, "I3"),
        (never_close, "I3"),
        (never_resolve, "I3"),
        (forget_a_notice, "I4"),
        (lose_a_letter, "I5"),
        (change_the_snapshot, "I7"),
        (change_the_log, "I7"),
        (lose_a_marker, "I9"),
        (lose_a_player, "I10"),
    ],
)
def test_control_each_fault_is_named(
    mailing: Flask, copies: dict[str, int], tamper: Callable[[], None], named: str
) -> None:
    tamper()

    assert named in codes(audit.of_run(mailing, Evidence(copies), at(3)()))


def codes(found: list[str]) -> set[str]:
    """The invariants that are named."""
    return {word.rstrip(":") for fault in found for word in fault.split() if word[0] == "I"}


def test_control_a_second_copy_is_named_unless_it_had_its_reason(copies: dict[str, int]) -> None:
    twice = {one: count + (at == 0) for at, (one, count) in enumerate(copies.items())}

    assert audit.faults("m1", twice) == ["I5: 1 copies too many, 2 of one letter"]
    assert audit.faults("m1", twice, extra=1) == []


def test_control_a_third_copy_has_no_reason(mailing: Flask, copies: dict[str, int]) -> None:
    thrice = {one: count + 2 * (at == 0) for at, (one, count) in enumerate(copies.items())}

    assert codes(audit.of_run(mailing, Evidence(thrice, extra=9), at(3)())) == {"I5"}


def test_control_a_link_that_outlives_its_phase_is_named(
    mailing: Flask, copies: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "demand_phase", lambda *_: None)

    assert "I8" in codes(audit.of_run(mailing, Evidence(copies), at(3)()))


def leak_to_a_row() -> dict[str, str]:
    with writing() as session:
        session.execute(text("UPDATE player SET time_zone = 'a sealed word'"))
    return {}


def leak_to_the_log() -> dict[str, str]:
    return {"logs": "somebody bid a sealed word"}


@pytest.mark.parametrize("leak", [leak_to_a_row, leak_to_the_log])
def test_control_a_leak_is_named(
    mailing: Flask, copies: dict[str, int], leak: Callable[[], dict[str, str]]
) -> None:
    places = leak()
    evidence = Evidence(copies, canaries=["a sealed word"], places=places)

    assert "I6" in codes(audit.of_run(mailing, evidence, at(3)()))


@pytest.mark.parametrize(
    ("heard", "named"),
    [
        (lambda: played_as(hash="0" * 64), "I1"),
        (lambda: played_as(number=10_000), "I1"),
        (lambda: Heard("m1", Answer(500, b"", {})), "I11"),
        (lambda: Heard("m1", Answer(503, b"", {})), "I11"),
    ],
)
def test_control_an_answer_that_was_not_kept_or_not_allowed_is_named(
    mailing: Flask, copies: dict[str, int], heard: Callable[[], Heard], named: str
) -> None:
    evidence = Evidence(copies, heard=[heard()])

    assert codes(audit.of_run(mailing, evidence, at(3)())) == {named}
