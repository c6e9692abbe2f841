"""A worker whose clock is two hours ahead, or one behind: no deadline is enforced by its error."""

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from service import heartbeats
from tests.parts import tables
from tests.parts.site import PATIENCE, process

HOUR = timedelta(hours=1)
DUE_IN = timedelta(hours=48)  # a sealed phase's, as tables.lay has it


@pytest.fixture
def sweeping(stored: Flask, database_url: str, tmp_path: Path) -> Callable[..., None]:
    """Two sweeps of a process whose clock is so many hours off; its deadlines are done at once."""
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "SECRET_KEY": stored.extensions["settings"].secret_key,
        "DATABASE_URL": database_url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
    }

    def sweep(hours: int, without: str = "") -> None:
        command = [sys.executable, "-m", "tests.faults.sweeper"]
        wish = {"HOURS": str(hours), "WITHOUT": without}
        with process(command, environment | wish, tmp_path / "log") as started:
            assert started.wait(PATIENCE) == os.EX_OK, (tmp_path / "log").read_text()

    return sweep


def nearly_due() -> tables.Table:
    """A match whose deadline is an hour from now, and a sweep of just now."""
    now = datetime.now(UTC)
    table = tables.lay(now=now - DUE_IN + HOUR)
    heartbeats.beat("sweep", "clock", now)
    return table


def left(table: tables.Table) -> timedelta:
    due = table.row().due_at
    assert due is not None
    return due - datetime.now(UTC)


def test_two_hours_ahead_the_deadline_moves_and_is_not_enforced(
    sweeping: Callable[..., None],
) -> None:
    table = nearly_due()
    sweeping(+2)

    assert table.row().submitted == []
    assert left(table) > 2.5 * HOUR


def test_an_hour_behind_nothing_comes_early_and_nothing_moves(
    sweeping: Callable[..., None],
) -> None:
    table = nearly_due()
    sweeping(-1)
    sweeping(0)

    assert table.row().submitted == []
    assert 0.9 * HOUR < left(table) <= HOUR


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_control_without_the_look_back_players_pay_for_the_clock(
    sweeping: Callable[..., None],
) -> None:
    table = nearly_due()
    sweeping(+2, without="the look back")

    assert table.row().submitted == [0, 1, 2]
