"""The sweep finds what no bell announced, and one failed look leaves the others their turn."""

import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from service import bell, embedded
from service.post import sweeping
from tests.parts import tables
from tests.parts.post_office import PostOffice
from tests.parts.site import process, wait_for
from workers import clock


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
