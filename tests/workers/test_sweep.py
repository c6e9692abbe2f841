"""The sweep finds what no bell announced, and one failed look leaves the others their turn."""

import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from service import bell, embedded, heartbeats
from service.post import sweeping
from tests.parts import tables
from tests.parts.post_office import PostOffice
from tests.parts.site import process, wait_for
from workers import clock
from workers.matches import time_out


def test_a_phase_is_resolved_and_its_letters_leave_though_every_bell_was_lost(
    mailing: Flask,
    sqlite_url: str,
    post_office: PostOffice,
    broker: embedded.Broker,
    tmp_path: Path,
) -> None:
    now = datetime.now(UTC)
    table = tables.lay(now=now)
    for seat in range(3):
        table.submit(seat, "bid nothing", now)
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "DATABASE_URL": sqlite_url,
        "REDIS_URL": broker.url,
        "SMTP_URL": post_office.url,
    }
    command = [sys.executable, "-m", "celery", "--app", "workers.app", "worker"]
    log = tmp_path / "worker.log"
    with process([*command, "--concurrency", "1"], environment, log):
        wait_for(lambda: "ready." in log.read_text(), "the worker is ready")
        bell.make(broker.url, time.monotonic).ring("clock.sweep")
        wait_for(lambda: table.row().number == 2, "the phase is resolved")
        wait_for(lambda: len(post_office.texts) >= 3, "the letters are there")

    assert set(post_office.copies().values()) == {1}
    assert "players.example" not in log.read_text()


def test_a_look_that_fails_leaves_the_others_their_turn(
    writing_room: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[datetime] = []

    def broken(_now: datetime) -> int:
        raise ZeroDivisionError

    def whole(now: datetime) -> int:
        seen.append(now)
        return 1

    monkeypatch.setattr(clock, "LOOKS", {"broken": broken, "whole": whole})

    clock.sweep.run()

    assert len(seen) == 1


def test_a_sweep_over_nothing_finds_nothing(writing_room: Flask) -> None:
    clock.sweep.run()

    assert sweeping.recover(datetime.now(UTC)) == 0


# --- deadlines


@pytest.fixture
def rung(writing_room: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches for whose deadlines the sweep has rung; of all looks it makes this one alone."""
    heard: list[str] = []

    def ring(task: str, **ids: str) -> bool:
        heard.append(f"{task} {ids['match_id']}")
        return True

    monkeypatch.setattr(writing_room.extensions["bell"], "ring", ring)
    look = clock.LOOKS["overdue_seats"]
    monkeypatch.setattr(clock, "LOOKS", {"overdue_seats": look})
    tables.lay(now=datetime.now(UTC) - timedelta(hours=49))
    heard.clear()
    return heard


def test_no_deadline_is_enforced_right_after_an_outage(rung: list[str]) -> None:
    """The incident: only the second sweep looks at deadlines, when they have been moved."""
    heartbeats.beat("sweep", "clock", datetime.now(UTC) - timedelta(minutes=10))
    clock.sweep.run()
    first = list(rung)
    clock.sweep.run()

    assert (first, rung) == ([], ["matches.time_out m1"])


def test_the_first_sweep_of_all_enforces_nothing(rung: list[str]) -> None:
    clock.sweep.run()

    assert rung == []


def test_control_without_the_look_back_a_deadline_is_enforced_at_once(
    rung: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heartbeats.beat("sweep", "clock", datetime.now(UTC) - timedelta(minutes=10))
    monkeypatch.setattr(heartbeats, "swept_lately", lambda _: True)
    clock.sweep.run()

    assert rung == ["matches.time_out m1"]


def test_the_task_does_what_the_look_found(writing_room: Flask) -> None:
    table = tables.lay(now=datetime.now(UTC) - timedelta(hours=49))
    time_out.run(table.id, datetime.now(UTC).isoformat())

    assert table.row().submitted == [0, 1, 2]
