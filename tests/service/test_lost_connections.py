"""A server that hung up costs nobody an answer: a lost connection is replaced before its use."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from sqlalchemy import create_engine, text

from service import looking
from service.store import held, postgresql
from service.store.database import Unavailable, db, reading, writing
from service.store.heartbeats import latest
from tests.parts.site import MakeApp
from tests.service.tables import begin

# The server answers that a session has ended once it has, or after so many milliseconds.
HANG_UP = text(
    "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def hang_up(url: str) -> None:
    """End every session but the one that says so, as a restarted server does."""
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(HANG_UP)
    engine.dispose()


@pytest.fixture
def url(fresh_postgres: Callable[[], str]) -> str:
    return fresh_postgres()


@pytest.fixture
def stored(make_app: MakeApp, url: str) -> Iterator[Flask]:
    made = make_app(DATABASE_URL=url)
    with made.app_context():
        yield made


def test_after_it_hung_up_reading_looking_and_writing_go_on(stored: Flask, url: str) -> None:
    table = begin()

    hang_up(url)
    with reading() as session:
        latest(session)
    hang_up(url)
    looking.mark(None, table.id)
    hang_up(url)
    begin()


def test_a_bid_that_loses_it_midway_is_unavailable_and_the_next_goes_on(
    stored: Flask, url: str
) -> None:
    """The driver's own error is the database's like any other, and leaves no dead connection."""
    table = begin()

    with pytest.raises(Unavailable), writing() as session:
        held.locked(session, table.id)
        hang_up(url)
        held.chair(session, table.id, 0)

    with writing() as session:
        assert held.locked(session, table.id) is not None


def test_a_connection_that_long_did_nothing_is_asked(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing on its socket says that it lives, once a network has swallowed the farewell."""
    begin()
    asked: list[object] = []
    monkeypatch.setattr(db.engine.dialect, "do_ping", asked.append)
    monkeypatch.setattr(postgresql, "TRUSTED_SECONDS", 0.0)

    with reading() as session:
        latest(session)

    assert len(asked) == 1


def test_control_without_a_look_at_its_socket_the_request_fails(
    stored: Flask, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin()
    monkeypatch.setattr(postgresql, "quiet", lambda _: True)

    hang_up(url)

    with pytest.raises(Unavailable), reading() as session:
        latest(session)
