"""The audit itself: silent where all is well, and each fault made on purpose is named."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from service.post import delivery
from service.settings import Settings
from service.store.database import db, writing
from service.store.entries import LogEntry
from service.store.letters import Letter, Notice
from service.store.matches import Match
from service.store.submissions import Submission
from tests.parts import audit
from tests.parts.choosing import dice
from tests.parts.post_office import PostOffice, sending
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
    table, luck = begin("giants", 3, options=SHORT, match_id="m1"), dice(2)
    while table.row().status == "running":
        step(table, luck)
        delivery.deliver(at())
    delivery.deliver(at(2))
    return post_office.copies()


def test_nothing_is_wrong_with_a_match_that_was_played_out(copies: dict[str, int]) -> None:
    assert audit.faults("m1", copies) == []


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
        row.state = (row.state or b"").replace(b'"round":', b'"round": ', 1)


def change_the_log() -> None:
    with writing() as session:
        entry = session.get_one(LogEntry, ("m1", 2))
        entry.public = {**entry.public, "by": "bot"}


@pytest.mark.parametrize(
    ("tamper", "named"),
    [
        (lose_an_entry, "I1"),
        (resolve_twice, "I2"),
        (leave_sealed, "I3"),
        (forget_a_notice, "I4"),
        (lose_a_letter, "I5"),
        (change_the_snapshot, "I7"),
        (change_the_log, "I7"),
    ],
)
def test_control_each_fault_is_named(
    copies: dict[str, int], tamper: Callable[[], None], named: str
) -> None:
    tamper()

    assert any(fault.startswith(named) for fault in audit.faults("m1", copies))


def test_control_a_second_copy_is_named_unless_it_had_its_reason(copies: dict[str, int]) -> None:
    twice = {one: count + (at == 0) for at, (one, count) in enumerate(copies.items())}

    assert audit.faults("m1", twice) == ["I5: 1 copies too many"]
    assert audit.faults("m1", twice, extra=1) == []
