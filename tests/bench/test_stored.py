"""Tables to measure on are tables: copied inside the database, they can be played at."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from bench import asking, stored
from service.store.database import db, reading
from service.store.entries import LogEntry
from service.store.migrate import migrate

ENTRIES = 5


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    url = f"sqlite:///{tmp_path}/bench.sqlite3"
    migrate(url)
    with stored.inside(url, tmp_path) as app:
        yield app


def test_each_copy_has_its_log_and_takes_a_bid_by_token_and_one_that_is_signed(site: Flask) -> None:
    stock = stored.lay("giants", 3, 1, 2, entries=ENTRIES)
    body = asking.acting(stock, stored.first_actions("giants", 3, 0))

    for match in stock.ids():
        assert _log(match) == ENTRIES
        for sent in (
            asking.by_token(stock, match, 0, body),
            asking.signed(stock, match, 1, body),
        ):
            assert _answered(site, sent) == 202


def _log(match: str) -> int | None:
    with reading() as session:
        query = select(func.count()).where(LogEntry.match_id == match)
        found = session.scalar(query)
    db.session.remove()
    return found


def _answered(site: Flask, sent: bytes) -> int:
    """What the app says to a request as it would go over the wire."""
    head, _, body = sent.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return (
        site.test_client()
        .open(first.split()[1], method="POST", headers=headers, data=body)
        .status_code
    )
