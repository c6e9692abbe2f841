"""A match that cannot be resolved is taken out of play, and keeps nobody else waiting."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from service import play, resolution
from service.sent import Asked, Sent
from service.store.database import writing
from service.store.submissions import Submission
from service.vault import VaultError
from tests.service.tables import NOON, Table, begin

SENT = Sent(b"{}", "POST", "", "")
SWEEPS = resolution.MOST_ATTEMPTS + 3


def complete() -> Table:
    table = begin()
    for seat in range(3):
        play.submit(table.seat(seat), SENT, Asked(0, None, "bid nothing"), NOON)
    return table


def poisoned() -> Table:
    """One of its bids cannot be opened any more."""
    table = complete()
    with writing() as session:
        made = session.scalars(select(Submission).where(Submission.match_id == table.id)).first()
        assert made is not None
        made.action = b"poison"
    return table


def swept(*tables: Table) -> int:
    """Each sweep rings for every closed phase; how many of the attempts failed."""
    failed = 0
    for number in range(SWEEPS):
        now = NOON + number * 2 * resolution.LONGEST_ATTEMPT
        for table in tables:
            try:
                resolution.resolve(table.id, now)
            except VaultError:
                failed += 1
    return failed


def test_a_poisoned_match_is_quarantined_and_the_others_go_on(stored: Flask) -> None:
    sick, well = poisoned(), complete()

    assert swept(sick, well) == resolution.MOST_ATTEMPTS
    assert sick.row().quarantined_at is not None
    assert (well.row().number, well.row().quarantined_at) == (2, None)


def test_control_without_the_count_it_is_tried_for_ever(
    make_app: Callable[..., Flask], sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolution, "MOST_ATTEMPTS", timedelta.max.days)
    with make_app(DATABASE_URL=sqlite_url).app_context():
        sick = poisoned()

        assert swept(sick) == SWEEPS
        assert sick.row().quarantined_at is None
