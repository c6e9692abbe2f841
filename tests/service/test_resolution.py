"""Opening a sealed phase: when it may be, what is left written, and a match that fails at it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from structlog.testing import capture_logs

from service import bell, broker, play, resolution, table
from service.sent import Asked, Sent
from service.store import entries, matches, submissions
from service.store.database import reading, writing
from service.store.letters import Notice
from service.store.matches import Match
from service.store.submissions import Submission
from tests.service.tables import NOON, Table, begin

SECOND = timedelta(seconds=1)
SENT = Sent(b"{}", "POST", "", "")


@pytest.fixture
def made(app: Flask) -> Iterator[Table]:
    """A table whose three seats have all bid."""
    with app.app_context():
        laid = begin(match_id="m1")
        for seat in range(3):
            play.submit(laid.seat(seat), SENT, Asked(0, None, "bid 1 marker; take 1"), NOON)
        yield laid


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    heard: list[tuple[str, str]] = []
    monkeypatch.setattr(
        bell, "ring_after", lambda _, task, match_id: heard.append((task, match_id))
    )
    return heard


def changed(**values: Any) -> None:
    with writing() as session:
        row = session.get_one(Match, "m1")
        for name, value in values.items():
            setattr(row, name, value)


def closed(**values: Any) -> Match:
    """A match whose sealed phase is closed and complete, without a cooling-off."""
    plain: dict[str, Any] = {
        "status": "running",
        "sealed": True,
        "quarantined_at": None,
        "paused_at": None,
        "closes_at": NOON,
        "cooling": 0,
        "awaited": [0, 1],
        "submitted": [0, 1],
    }
    return Match(**plain | values)


# --- when


@pytest.mark.parametrize(("look", "dated"), [(-SECOND, NOON), (SECOND, NOON + SECOND)])
def test_a_resolution_is_dated_no_earlier_than_the_last_bid(
    made: Table, look: timedelta, dated: datetime
) -> None:
    """A worker that waited for the lock has an old look at the clock."""
    resolution.resolve("m1", NOON + look)

    with reading() as session:
        assert entries.all_of(session, "m1")[-1].created_at == dated


def test_a_phase_is_ripe_once_it_is_closed_and_complete() -> None:
    assert resolution.ripe(closed(), NOON)


@pytest.mark.parametrize(
    "values",
    [
        {"status": "finished"},
        {"status": "cancelled"},
        {"sealed": False},
        {"quarantined_at": NOON},
        {"paused_at": NOON},
        {"closes_at": None},
        {"closes_at": NOON + SECOND, "cooling": 60},
        {"submitted": [0]},
    ],
)
def test_a_phase_is_not_ripe_where_any_of_this_is_so(values: dict[str, Any]) -> None:
    assert not resolution.ripe(closed(**values), NOON)


def test_a_match_that_is_not_there_has_nothing_to_resolve(app: Flask) -> None:
    with app.app_context():
        assert resolution.resolve("nowhere", NOON) is False


@pytest.mark.parametrize("gone", ["paused", "deleted"])
def test_it_is_looked_at_again_under_the_second_lock(
    made: Table, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """Between counting the attempt and opening the phase the match is anyone's."""
    counted = resolution._begin

    def meanwhile(match_id: str, now: Any) -> bool:
        begun = counted(match_id, now)
        changed(paused_at=NOON)
        return begun

    monkeypatch.setattr(resolution, "_begin", meanwhile)
    if gone == "deleted":
        monkeypatch.setattr(matches, "locked", lambda *_: None)
        monkeypatch.setattr(resolution, "_begin", lambda *_: True)

    assert resolution.resolve(made.id, NOON) is False
    assert made.kinds() == ["deal"]


# --- what is written


def test_each_submission_is_played_with_its_entry_and_its_salt_is_open(made: Table) -> None:
    assert resolution.resolve(made.id, NOON) is True

    with reading() as session:
        kept = list(session.scalars(select(Submission).order_by(Submission.seat)))
        shown = table.load(session.get_one(Match, "m1"))
        assert [one.status for one in kept] == [submissions.PLAYED] * 3
        assert [one.entry for one in kept] == [2, 2, 2]
        assert all(one.salt is not None and len(one.salt) == 16 for one in kept)
        assert len({one.salt for one in kept}) == 3
    assert shown.number == made.row().number == 2


def test_only_what_is_in_force_in_this_phase_is_opened(made: Table) -> None:
    with writing() as session:
        (first, *_) = session.scalars(select(Submission).order_by(Submission.seat))
        session.add(
            Submission(
                match_id="m1", number=9, seat=0, kind="sealed", status="sealed", phase="earlier",
                turn=0, by="person", body=b"", action=first.action, method="POST", authority="",
                path="", created_at=NOON,
            )
        )  # fmt: skip

    resolution.resolve(made.id, NOON)

    with reading() as session:
        (stale,) = session.scalars(select(Submission).where(Submission.number == 9))
        assert (stale.status, stale.entry) == ("sealed", None)


def test_an_attempt_is_counted_before_it_is_made(made: Table) -> None:
    assert resolution._begin(made.id, NOON) is True
    assert resolution._begin(made.id, NOON + SECOND) is True

    assert (made.row().attempts, made.row().attempted_at) == (2, NOON + SECOND)


def test_where_nothing_is_ripe_no_attempt_is_begun_nor_counted(made: Table) -> None:
    """A bell may ring for a phase that is paused, or open again."""
    changed(paused_at=NOON)

    assert resolution._begin(made.id, NOON) is False
    assert resolution._begin("nowhere", NOON) is False
    assert (made.row().attempts, made.row().attempted_at) == (0, None)


# --- a match that fails


def test_after_five_attempts_there_is_none_until_the_last_must_be_over(made: Table) -> None:
    """The longest attempt is as long as a task may live."""
    last = timedelta(seconds=broker.TASK_SECONDS)
    changed(attempts=5, attempted_at=NOON)

    assert resolution.resolve(made.id, NOON + last) is False
    assert (made.row().attempts, made.row().quarantined_at) == (5, None)
    assert resolution.resolve(made.id, NOON + last + SECOND) is False
    assert (made.row().attempts, made.row().quarantined_at) == (5, NOON + last + SECOND)
    assert made.row().fault == "its sealed phase could not be resolved"
    assert made.kinds() == ["deal"]


def test_the_fifth_attempt_is_still_made(made: Table) -> None:
    changed(attempts=4, attempted_at=NOON)

    assert resolution.resolve(made.id, NOON + timedelta(days=1)) is True


def test_attempts_of_which_nobody_knows_when_are_long_over(made: Table) -> None:
    changed(attempts=5, attempted_at=None)

    resolution.resolve(made.id, NOON)

    assert made.row().quarantined_at == NOON


def test_everyone_at_the_table_and_the_operator_hear_of_a_quarantine(
    made: Table, rung: list[tuple[str, str]]
) -> None:
    before = made.row().revision

    with capture_logs() as logs, writing() as session:
        resolution.quarantine(session, session.get_one(Match, "m1"), "a fault", NOON)

    row = made.row()
    assert (row.quarantined_at, row.fault, row.revision) == (NOON, "a fault", before + 1)
    assert logs == [
        {"event": "quarantined", "log_level": "error", "match": "m1", "fault": "a fault"}
    ]
    assert set(rung) == {("post.deliver", "m1")}
    with reading() as session:
        told = session.scalars(select(Notice).where(Notice.kind == "problem"))
        assert [(one.seat, one.cause, one.facts) for one in told] == [
            (seat, f"quarantine:{before + 1}", {"problem": "quarantined"}) for seat in range(3)
        ]
