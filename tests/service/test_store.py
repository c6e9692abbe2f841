"""Transactions, moments and rows behave alike on SQLite and PostgreSQL."""

import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, text

from service.store import database, heartbeats, sqlite
from service.store.database import TransactionError, after_commit, reading, writing
from service.store.heartbeats import Heartbeat
from service.store.sqlite import JournalError, journal

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def count() -> int:
    with reading() as session:
        return len(session.scalars(select(Heartbeat)).all())


def test_what_a_writing_transaction_did_is_kept(stored: Flask) -> None:
    with writing() as session:
        heartbeats.record(session, "worker", "one", NOON)

    assert count() == 1


def test_what_a_failed_transaction_did_is_gone(stored: Flask) -> None:
    with pytest.raises(ZeroDivisionError), writing() as session:
        heartbeats.record(session, "worker", "one", NOON)
        session.flush()
        raise ZeroDivisionError

    assert count() == 0


def test_a_reading_transaction_cannot_write(stored: Flask) -> None:
    with pytest.raises(TransactionError), reading() as session:
        session.add(Heartbeat(kind="worker", name="one", beats=0, last_at=NOON))
        session.flush()

    assert count() == 0


def test_a_transaction_inside_another_is_refused(stored: Flask) -> None:
    with writing() as session:
        heartbeats.record(session, "worker", "one", NOON)
        with pytest.raises(TransactionError), writing():
            pass

    assert count() == 1


def test_a_call_after_the_commit_sees_what_was_kept(stored: Flask) -> None:
    seen: list[int] = []
    with writing() as session:
        heartbeats.record(session, "worker", "one", NOON)
        after_commit(session, lambda: seen.append(count()))

        assert seen == []

    assert seen == [1]


def test_a_call_after_the_commit_never_comes_when_nothing_was_kept(stored: Flask) -> None:
    seen: list[str] = []
    with pytest.raises(ZeroDivisionError), writing() as session:
        after_commit(session, lambda: seen.append("called"))
        raise ZeroDivisionError
    with writing():
        pass

    assert seen == []


def test_a_failing_call_after_the_commit_is_not_the_caller_s_failure(stored: Flask) -> None:
    seen: list[str] = []
    with writing() as session:
        heartbeats.record(session, "worker", "one", NOON)
        after_commit(session, lambda: 1 // 0)
        after_commit(session, lambda: seen.append("next"))

    assert count() == 1
    assert seen == ["next"]


def test_only_a_writing_transaction_can_be_followed_by_a_call(stored: Flask) -> None:
    with reading() as session, pytest.raises(TransactionError):
        after_commit(session, print)


def test_a_moment_comes_back_in_utc_whatever_zone_it_was_given_in(stored: Flask) -> None:
    in_chile = NOON.astimezone(timezone(timedelta(hours=-6)))
    with writing() as session:
        heartbeats.record(session, "worker", "one", in_chile)
    with reading() as session:
        latest = heartbeats.latest(session)

    assert latest == {"worker": NOON}
    assert latest["worker"].utcoffset() == timedelta()


def test_a_moment_without_a_zone_is_refused(stored: Flask) -> None:
    with pytest.raises(Exception, match="has no time zone"), writing() as session:
        heartbeats.record(session, "worker", "one", NOON.replace(tzinfo=None))

    assert count() == 0


def test_a_second_writer_waits_and_a_reader_does_not(stored: Flask) -> None:
    """PostgreSQL waits at the row, SQLite at BEGIN IMMEDIATE: see tests/faults for the race."""
    with writing() as session:
        heartbeats.record(session, "worker", "one", NOON)
        level = session.execute(text(_level(session.get_bind().dialect.name))).scalar()

    assert level in {"read committed", 2}


def _level(dialect: str) -> str:
    return "PRAGMA synchronous" if dialect == "sqlite" else "SHOW transaction_isolation"


def test_sqlite_enforces_foreign_keys_and_waits_for_locks(app: Flask) -> None:
    with app.app_context(), reading() as session:
        keys = session.execute(text("PRAGMA foreign_keys")).scalar()
        waits = session.execute(text("PRAGMA busy_timeout")).scalar()

    assert keys == 1
    assert waits == 10_000


@pytest.mark.parametrize(
    ("version", "mode"),
    [((3, 40, 1), "truncate"), ((3, 51, 2), "truncate"), ((3, 51, 3), "wal"), ((3, 52, 0), "wal")],
)
def test_wal_is_used_only_where_its_reset_race_is_mended(
    version: tuple[int, ...], mode: str
) -> None:
    assert journal(version) == mode


def test_a_file_left_in_wal_by_others_is_refused_while_they_use_it(tmp_path: Path) -> None:
    path = tmp_path / "wal.sqlite3"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode = wal")
    other.execute("CREATE TABLE t (x)")
    ours = sqlite3.connect(path, timeout=0)

    with pytest.raises(JournalError, match="journal mode wal"):
        sqlite.prepare(ours, "truncate")

    other.close()
    ours.close()


def test_an_old_sqlite_s_file_leaves_wal_when_nobody_uses_it(tmp_path: Path) -> None:
    path = tmp_path / "wal.sqlite3"
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode = wal")
    other.close()
    ours = sqlite3.connect(path)
    sqlite.prepare(ours, "truncate")

    assert ours.execute("PRAGMA journal_mode").fetchone() == ("truncate",)
    ours.close()


def test_parameters_stay_out_of_database_errors(stored: Flask) -> None:
    with pytest.raises(database.AnyFault) as caught, writing() as session:
        session.execute(text("SELECT * FROM nowhere WHERE x = :x"), {"x": "canary"})

    assert "canary" not in str(caught.value)
