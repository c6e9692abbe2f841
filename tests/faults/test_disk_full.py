"""No room left for SQLite: a clear 503, nothing is lost, and it goes on when there is room."""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from service import errors, tokens
from service.store.database import db
from tests.faults.players import Table, sit
from tests.faults.siege import Siege
from tests.service.tables import begin

PLAN = "bid nothing"
MOST = 400  # bids, until the file is full


@contextmanager
def no_room(siege: Siege) -> Iterator[None]:
    """No file of the web server may grow beyond what the database is now, as on a full disk."""
    path = Path(siege.environment["DATABASE_URL"].removeprefix("sqlite:///"))
    pids = [siege.running["web"].pid, *siege.children("web")]
    for pid in pids:
        limit(pid, path.stat().st_size)
    yield
    for pid in pids:
        limit(pid, resource.RLIM_INFINITY)


def limit(pid: int, size: int) -> None:
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def until_full(tables: list[Table]) -> tuple[Table, dict[str, str]]:
    """Bids, one over the other, until one is refused; whose, and with which headers."""
    for number in range(MOST):
        table = tables[number % len(tables)]
        answer = table.send(number % 2, {"turn": 0, "text": PLAN}, f"bid {number}")
        if answer.status == 503:
            return table, answer.headers
        assert answer.status == 202
    raise AssertionError("the file never was full")


@pytest.mark.parametrize("siege", ["sqlite"], indirect=True)
def test_a_full_disk_is_said_and_nothing_is_lost(siege: Siege) -> None:
    tables = [sit(siege) for _ in range(4)]
    with no_room(siege):
        table, headers = until_full(tables)
        assert int(headers["Retry-After"]) > 0
        assert table.look()["status"] == "running"
    assert table.bid(2).status == 202

    with siege.quiet():
        assert siege.faults() == []


def test_control_without_its_handler_a_full_disk_is_an_error_of_ours(
    make_app: Callable[..., Flask], sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I11 would name it: a client is answered 500."""
    monkeypatch.setattr(errors, "Unavailable", ())
    app = make_app(DATABASE_URL=sqlite_url)
    with app.app_context():
        table = begin()
        head = {"Authorization": f"Bearer {tokens.sign(table.seat(0))}"}
        event.listen(db.engine, "connect", _full)
        db.engine.dispose()
        bid = {"turn": 0, "text": PLAN}
        url = f"/api/v1/matches/{table.id}/turns"
        client = app.test_client()
        while (answer := client.post(url, json=bid, headers=head)).status_code == 202:
            pass

    assert answer.status_code == 500


def _full(connection: object, _: object) -> None:
    connection.execute("PRAGMA max_page_count = 1")  # type: ignore[attr-defined]  # it stays as large as it is
