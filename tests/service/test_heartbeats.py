"""Signs of life are kept, compared and forgotten."""

from datetime import UTC, datetime, timedelta

from flask import Flask

from service import heartbeats
from service.store.database import reading
from service.store.heartbeats import Heartbeat

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def test_the_latest_sign_of_each_kind_counts(stored: Flask) -> None:
    heartbeats.beat("worker", "one", NOON)
    heartbeats.beat("worker", "two", NOON + SECOND)
    heartbeats.beat("beat", "one", NOON - SECOND)

    assert heartbeats.latest() == {"worker": NOON + SECOND, "beat": NOON - SECOND}


def test_a_process_has_one_row_that_counts_its_signs(stored: Flask) -> None:
    for seconds in range(3):
        heartbeats.beat("worker", "one", NOON + seconds * SECOND)

    with reading() as session:
        row = session.get_one(Heartbeat, ("worker", "one"))
        assert (row.beats, row.last_at) == (3, NOON + 2 * SECOND)


def test_a_late_sign_never_makes_a_process_look_older(stored: Flask) -> None:
    heartbeats.beat("worker", "one", NOON)
    heartbeats.beat("worker", "one", NOON - SECOND)

    assert heartbeats.latest() == {"worker": NOON}


def test_processes_silent_for_more_than_a_day_are_forgotten(stored: Flask) -> None:
    heartbeats.beat("worker", "old", NOON)
    heartbeats.beat("worker", "new", NOON + timedelta(days=1))

    gone = heartbeats.forget(NOON + timedelta(days=1, seconds=1))

    assert gone == 1
    assert heartbeats.latest() == {"worker": NOON + timedelta(days=1)}
