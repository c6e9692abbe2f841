"""The last bids at the same instant, and resolutions delivered three times: one resolution each."""

import http.client
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import func, select

from service import play, resolution, tokens
from service.sent import Asked, Sent
from service.store import held, matches
from service.store.database import reading
from service.store.entries import LogEntry
from service.store.matches import Match
from tests.parts.site import Site, web
from tests.parts.tally import Tally
from tests.scale import times
from tests.service.tables import NOON, Table, begin

SEATS = 4
AUCTIONS = times(75, 1000)  # on each kind of database
DELIVERIES = times(100, 5000)
TWICE_AT_LEAST = 20  # tables for a control: enough for the fault to show
BODY = json.dumps({"turn": 0, "text": "bid 1 marker, chief; take 3 or 2 or 1, then decline"})


def resolutions() -> Counter[str]:
    """How often each match's sealed phase was opened."""
    with reading() as session:
        query = select(LogEntry.match_id, func.count()).where(LogEntry.number == 2)
        return Counter(dict(session.execute(query.group_by(LogEntry.match_id)).all()))


def complete() -> int:
    with reading() as session:
        closed = select(func.count()).select_from(Match).where(Match.closes_at.is_not(None))
        return session.scalar(closed) or 0


@pytest.fixture
def site(stored: Flask, tmp_path: Path) -> Iterator[Site]:
    """Several web processes on the test's own database."""
    settings = stored.extensions["settings"]
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "site"),
        "SECRET_KEY": settings.secret_key,
        "DATABASE_URL": settings.database_url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
        "WEB_WORKERS": "3",
        "LOG_LEVEL": "warning",
    }
    with web(environment, tmp_path / "log") as made:
        yield made


def post_bid(site: Site, table: Table, seat: int, gate: threading.Barrier) -> int:
    host = urlsplit(site.url).netloc
    connection = http.client.HTTPConnection(host, timeout=60)
    headers = {
        "Authorization": f"Bearer {tokens.sign(table.seat(seat))}",
        "Content-Type": "application/json",
    }
    connection.connect()
    gate.wait()
    connection.request("POST", f"/api/v1/matches/{table.id}/turns", BODY, headers)
    status = connection.getresponse().status
    connection.close()
    return status


def at_once(
    stored: Flask, calls: Sequence[Callable[[], Any]], pool: ThreadPoolExecutor
) -> list[Any]:
    """Every call in a thread of its own, with an app context of its own."""

    def run(call: Callable[[], Any]) -> Any:
        with stored.app_context():
            return call()

    return list(pool.map(run, calls))


def test_the_last_bids_at_one_instant_close_every_auction_i2(
    stored: Flask, site: Site, tally: Tally
) -> None:
    tables = [begin(seats=SEATS) for _ in range(AUCTIONS)]

    with ThreadPoolExecutor(SEATS) as pool:
        for number, table in enumerate(tables, 1):
            tally.step(number, AUCTIONS, "auctions")
            gate = threading.Barrier(SEATS)
            calls = [partial(post_bid, site, table, seat, gate) for seat in range(SEATS)]
            assert at_once(stored, calls, pool) == [202] * SEATS

    assert complete() == AUCTIONS
    for table in tables:
        resolution.resolve(table.id, table.row().closes_at or NOON)
    assert set(resolutions().values()) == {1}
    assert len(resolutions()) == AUCTIONS
    tally.keep(auctions=AUCTIONS, bids=AUCTIONS * SEATS)


def submit_at(table: Table, seat: int, gate: threading.Barrier) -> None:
    text = "bid nothing"
    gate.wait()
    play.submit(table.seat(seat), Sent(b"{}", "POST", "", ""), Asked(0, None, text), NOON)


def test_control_without_the_lock_auctions_stay_open_for_ever(
    make_app: Any, fresh_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read without a lock, each of the last two bids overwrites that the other is in."""
    stored = make_app(DATABASE_URL=fresh_postgres())
    monkeypatch.setattr(held, "_LOCK", held._READ)
    with stored.app_context(), ThreadPoolExecutor(SEATS) as pool:
        tables = [begin(seats=SEATS) for _ in range(TWICE_AT_LEAST)]
        for table in tables:
            gate = threading.Barrier(SEATS)
            calls = [partial(_unlocked, table, seat, gate) for seat in range(SEATS)]
            at_once(stored, calls, pool)

        assert complete() < TWICE_AT_LEAST


def _unlocked(table: Table, seat: int, gate: threading.Barrier) -> None:
    """One bid of the control; two submissions may also claim one number, which is refused."""
    try:
        submit_at(table, seat, gate)
    except Exception:  # noqa: BLE001 - whatever breaks without the lock is what this shows
        return


def closed_tables(count: int) -> list[Table]:
    tables = [begin(seats=SEATS) for _ in range(count)]
    for table in tables:
        for seat in range(SEATS):
            sent = Sent(b"{}", "POST", "", "")
            play.submit(table.seat(seat), sent, Asked(0, None, "bid nothing"), NOON)
    return tables


def test_three_deliveries_of_one_resolution_resolve_once(stored: Flask, tally: Tally) -> None:
    tables = closed_tables(DELIVERIES)

    with ThreadPoolExecutor(3) as pool:
        for number, table in enumerate(tables, 1):
            tally.step(number, DELIVERIES, "resolutions")
            done = at_once(stored, [partial(resolution.resolve, table.id, NOON)] * 3, pool)
            assert sorted(done) == [False, False, True]

    assert set(resolutions().values()) == {1}
    assert len(resolutions()) == DELIVERIES
    tally.keep(resolutions=DELIVERIES, deliveries=DELIVERIES * 3)


def test_control_check_then_act_resolves_more_than_once(
    make_app: Any, fresh_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the lock all three find the phase closed; only the log's key stops the others."""
    stored = make_app(DATABASE_URL=fresh_postgres())
    monkeypatch.setattr(matches, "locked", lambda session, match_id: session.get(Match, match_id))
    with stored.app_context(), ThreadPoolExecutor(3) as pool:
        tables = closed_tables(TWICE_AT_LEAST)
        outcomes: Counter[str] = Counter()
        for table in tables:
            outcomes.update(at_once(stored, [partial(_outcome, table)] * 3, pool))

        assert outcomes["broke"] > 0


def _outcome(table: Table) -> str:
    try:
        return "resolved" if resolution.resolve(table.id, NOON) else "found nothing"
    except Exception:  # noqa: BLE001 - the database refuses the second entry of one number
        return "broke"
