"""A deadline that is found by three workers at once, or met at its last instant: one effect."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from service import deadlines, due, play
from service.sent import Asked, Sent
from service.store import matches
from service.store.database import reading
from service.store.matches import Match, Seat
from service.store.submissions import Submission
from tests.faults.test_last_bid import at_once
from tests.scale import times
from tests.service.tables import NOON, Table, begin

TABLES = times(12, 500)
DUE = NOON + timedelta(hours=48)
LOOK = DUE + due.LONGEST_SPREAD  # when no deadline of then is left to be spread


def effects(table: Table) -> tuple[list[int], list[int]]:
    """Which seats have a sealed action in force, and how often each missed its deadline."""
    with reading() as session:
        sealed = select(Submission.seat).where(
            Submission.match_id == table.id, Submission.status == "sealed"
        )
        missed = select(Seat.defaults).where(Seat.match_id == table.id).order_by(Seat.number)
        return sorted(session.scalars(sealed)), list(session.scalars(missed))


def test_three_deliveries_of_one_deadline_count_it_once(stored: Flask) -> None:
    tables = [begin() for _ in range(TABLES)]

    with ThreadPoolExecutor(3) as pool:
        for table in tables:
            found = at_once(stored, [partial(deadlines.enforce, table.id, LOOK, DUE)] * 3, pool)
            assert sorted(found) == [0, 0, 3]

    assert all(effects(table) == ([0, 1, 2], [1, 1, 1]) for table in tables)


def submit(table: Table, gate: threading.Barrier) -> None:
    gate.wait()
    sent = Sent(b"{}", "POST", "", "")
    play.submit(table.seat(0), sent, Asked(0, None, "bid nothing"), DUE - timedelta(seconds=1))


def enforce(table: Table, gate: threading.Barrier) -> int:
    gate.wait()
    return deadlines.enforce(table.id, LOOK, DUE)


def test_a_bid_at_the_last_instant_is_in_or_replaces_the_rules(stored: Flask) -> None:
    """Whichever comes first to the match's lock, what counts in the end is the player's own."""
    tables = [begin(cooling=60) for _ in range(TABLES)]

    with ThreadPoolExecutor(2) as pool:
        for table in tables:
            gate = threading.Barrier(2)
            at_once(stored, [partial(submit, table, gate), partial(enforce, table, gate)], pool)

    for table in tables:
        assert effects(table) == ([0, 1, 2], [0, 1, 1])
        with reading() as session:
            query = select(Submission.by).where(
                Submission.match_id == table.id,
                Submission.seat == 0,
                Submission.status == "sealed",
            )
            assert list(session.scalars(query)) == ["person"]


def test_control_without_the_lock_a_deadline_is_done_more_than_once(
    make_app: Any, fresh_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = make_app(DATABASE_URL=fresh_postgres())
    monkeypatch.setattr(matches, "locked", lambda session, match_id: session.get(Match, match_id))
    with stored.app_context(), ThreadPoolExecutor(3) as pool:
        tables = [begin() for _ in range(TABLES)]
        outcomes = [at_once(stored, [partial(_loosely, table)] * 3, pool) for table in tables]

        assert any(sorted(one) != ["0", "0", "3"] for one in outcomes)


def _loosely(table: Table) -> str:
    try:
        return str(deadlines.enforce(table.id, LOOK, DUE))
    except Exception as fault:  # noqa: BLE001 - the database refuses a submission's number twice
        return type(fault).__name__
