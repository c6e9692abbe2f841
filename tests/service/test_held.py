"""A match held for an action: nothing is forgotten, nothing else is touched, no seat is stale."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import inspect, select, text
from sqlalchemy.orm import Session

from service import play, seating
from service.refusals import Refusal
from service.sent import Asked, Sent
from service.store import held, matches
from service.store.database import reading, writing
from service.store.held import Held
from service.store.matches import Match
from service.store.submissions import Submission
from tests.parts.site import MakeApp, wait_for
from tests.service.tables import NOON, Table, begin

SENT = Sent(b'{"turn": 0}', "POST", "moai.example", "/api/v1/matches/m/turns", "a key")
BID = Asked(0, None, "bid 1 marker; take 1")


def columns(row: Match) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in inspect(Match).columns}


def submitted(table: Table) -> Submission:
    with reading() as session:
        found = session.scalars(select(Submission).where(Submission.match_id == table.id)).one()
        session.expunge(found)
        return found


def test_a_bid_changes_no_column_of_the_match_but_those_that_it_means_to(stored: Flask) -> None:
    table = begin()
    before = columns(table.row())

    play.submit(table.seat(1), SENT, BID, NOON)

    after = columns(table.row())
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"submitted", "submissions", "revision"}
    assert after["submitted"] == [1]


def test_every_column_of_a_submission_is_kept_but_what_comes_later(stored: Flask) -> None:
    later = {"id", "entry", "salt"}
    table = begin()

    play.submit(table.seat(1), SENT, BID, NOON)

    made = submitted(table)
    assert set(held.ADDED) == {column.key for column in inspect(Submission).columns} - later
    assert {name for name in held.ADDED if getattr(made, name) is None} == {"proof"}
    assert (made.proof, made.entry) == (None, None)


def test_a_match_held_is_what_its_row_says(stored: Flask) -> None:
    """By the driver as by SQLAlchemy: lists, bytes and moments too."""
    table = begin(cooling=60)
    for seat in range(table.seats):
        play.submit(table.seat(seat), Sent(b"", "POST", "", ""), BID, NOON)
    row = table.row()

    with writing() as session:
        found = held.locked(session, table.id)

    assert found is not None
    assert found.closes_at is not None
    assert found.closes_at.utcoffset() == timedelta()
    assert all(getattr(found, part.name) == getattr(row, part.name) for part in fields(Held))


def test_the_last_bid_s_close_is_kept(stored: Flask) -> None:
    table = begin(cooling=60)

    for seat in range(table.seats):
        play.submit(table.seat(seat), Sent(b"", "POST", "", ""), BID, NOON)

    assert table.row().closes_at is not None


def test_who_waited_for_the_lock_sees_the_seat_as_its_last_holder_left_it(
    make_app: MakeApp, fresh_postgres: Callable[[], str]
) -> None:
    """A token revoked while its bid waits for the match is dead when the wait is over."""
    stored = make_app(DATABASE_URL=fresh_postgres())
    asking = threading.Event()

    def bid(table: Table) -> object:
        with stored.app_context():
            asking.set()
            return play.submit(table.seat(0), SENT, BID, NOON)

    with stored.app_context(), ThreadPoolExecutor(1) as pool:
        table = begin()
        with writing() as session:
            row = seating.hold(session, table.id)
            waiting = pool.submit(bid, table)
            asking.wait()
            _until_it_waits(session)
            seat = matches.seat_of(session, row.id, 0)
            assert seat is not None
            seat.generation += 1

        with pytest.raises(Refusal) as refused:
            waiting.result()

    assert refused.value.code == "unauthenticated"


def _until_it_waits(session: Session) -> None:
    query = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    wait_for(lambda: session.scalar(query) == 1, "the bid waits for the lock")
