"""A worker whose clock jumps an hour back or two ahead: no deadline is enforced by its error."""

import json
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import distribution
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from service import bell, embedded, heartbeats
from service.post import delivery
from service.store import holds
from service.store.database import reading, writing
from service.store.heartbeats import Heartbeat
from service.store.holds import Hold
from tests.parts import tables
from tests.parts.house import celery
from tests.parts.site import process, wait_for

HOUR, NEARLY = timedelta(hours=1), timedelta(minutes=5)
TURN = timedelta(hours=24)
DUE_IN = timedelta(hours=48)  # a sealed phase's, as tables.lay has it
LIBRARY = "libfaketime/vendor/libfaketime/src/libfaketime.so.1"

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="the wheel of libfaketime has its library for this kind of machine alone",
)


def sweeps() -> int:
    with reading() as session:
        return session.scalar(select(Heartbeat.beats).where(Heartbeat.kind == "sweep")) or 0


@dataclass
class Astray:
    """A real worker with one pair of hands, and the clock that it goes by."""

    broker: embedded.Broker
    clock: Path
    log: Path

    def jump(self, hours: int) -> None:
        """So far from the right time, from its next look on."""
        self.clock.write_text(f"{hours:+}h\n")

    def ring(self) -> None:
        bell.make(self.broker.url, time.monotonic).ring("clock.sweep")

    def sweep(self, count: int = 1) -> None:
        for _ in range(count):
            before = sweeps()
            self.ring()
            wait_for(lambda: sweeps() > before, "a sweep")  # noqa: B023  # called here

    def said(self, words: str) -> int:
        """In how many lines of its log these words stand."""
        return sum(words in line for line in self.log.read_text().splitlines())

    def error(self) -> timedelta:
        """How far off the clock was when it last said something."""
        last = [line for line in self.log.read_text().splitlines() if line.startswith("{")][-1]
        return datetime.fromisoformat(json.loads(last)["timestamp"]) - datetime.now(UTC)


@contextmanager
def astray(app: str, stored: Flask, broker: embedded.Broker, there: Path) -> Iterator[Astray]:
    settings = stored.extensions["settings"]
    made = Astray(broker, there / "clock", there / "worker.log")
    made.jump(0)
    environment = {
        "MODE": "development",
        "DATA": str(there / "data"),
        "SECRET_KEY": settings.secret_key,
        "DATABASE_URL": settings.database_url,
        "REDIS_URL": broker.url,
    }
    # A clock that is set tells no process that less or more time has passed.
    faked = [
        f"LD_PRELOAD={distribution('libfaketime').locate_file(LIBRARY)}",
        f"FAKETIME_TIMESTAMP_FILE={made.clock}",
        "FAKETIME_NO_CACHE=1",
        "FAKETIME_DONT_FAKE_MONOTONIC=1",
    ]
    words = ("worker", "-c", "1", "--without-gossip", "--without-mingle")
    with process(["env", *faked, *celery(app, *words)], environment, made.log):
        wait_for(lambda: "ready." in made.log.read_text(), "the worker is ready")
        yield made


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


def test_a_clock_that_jumps_makes_nobody_pay_for_it(
    stored: Flask, broker: embedded.Broker, tmp_path: Path
) -> None:
    """Behind, nothing comes early and nothing moves; ahead, the deadline is moved first."""
    table = nearly_due()
    with astray("workers.app", stored, broker, tmp_path) as worker:
        worker.jump(-1)
        worker.sweep()
        behind = worker.error()
        worker.jump(0)
        worker.sweep()
        kept = left(table)
        worker.jump(+2)
        worker.sweep(2)
        worker.sweep(2)  # by when all is done that the second has rung for
        ahead = worker.error()

    assert abs(behind + HOUR) < NEARLY
    assert abs(kept - HOUR) < NEARLY
    assert abs(ahead - 2 * HOUR) < NEARLY
    assert abs(left(table) - 3 * HOUR) < NEARLY
    assert table.row().submitted == []


def nearly_due_all() -> list[tables.Table]:
    """Seven such tables of two, each of other people; the letters of their turns have left."""
    now = datetime.now(UTC)
    began = now - TURN + HOUR
    laid = [
        tables.lay(f"g{number}", "rapa-nui", ("Anna", "Bruno"), now=began) for number in range(7)
    ]
    delivery.deliver(lambda: now)
    return laid


def acted(laid: list[tables.Table]) -> int:
    """Tables at which something was done since the deal."""
    return sum(table.row().number > 1 for table in laid)


def hold() -> Hold | None:
    with reading() as session:
        return holds.of(session, holds.DEADLINES)


def is_held() -> bool:
    found = hold()
    return found is not None and found.held_at is not None


def swept_long(at: datetime) -> None:
    """As if sweeps had gone on for two hours by a clock that shows this."""
    with writing() as session:
        heartbeat = Heartbeat(kind="sweep", name="clock", beats=0, last_at=at)
        heartbeat.steady_since = at - 2 * HOUR
        session.add(heartbeat)


def test_a_jump_that_nothing_gives_back_is_held_by_the_guard(
    stored: Flask, broker: embedded.Broker, tmp_path: Path
) -> None:
    """The last line: the look back is off, and sweep after sweep they stay held."""
    laid = nearly_due_all()
    with astray("tests.workers.unwary", stored, broker, tmp_path) as worker:
        worker.jump(+2)
        for count in range(1, 4):
            worker.ring()
            wait_for(lambda: worker.said("deadlines_held") >= count, "held")  # noqa: B023  # here

    assert is_held()
    assert acted(laid) == 0


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_clock_that_was_always_wrong_is_told_by_the_databases(
    stored: Flask, broker: embedded.Broker, tmp_path: Path
) -> None:
    """No jump to be seen, every letter sent: two hours from the database's clock all the while."""
    laid = nearly_due_all()
    swept_long(datetime.now(UTC) + 2 * HOUR)
    with astray("workers.app", stored, broker, tmp_path) as worker:
        worker.jump(+2)
        worker.sweep(3)

        assert worker.said('"doubt": "clocks differ"') >= 1

    assert is_held()
    assert acted(laid) == 0


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_control_without_a_look_at_its_clock_they_are_let_go(
    stored: Flask, broker: embedded.Broker, tmp_path: Path
) -> None:
    laid = nearly_due_all()
    swept_long(datetime.now(UTC) + 2 * HOUR)
    with astray("tests.workers.credulous", stored, broker, tmp_path) as worker:
        worker.jump(+2)
        worker.sweep(2)
        wait_for(lambda: acted(laid) == 7, "the deadlines are enforced")


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_control_without_the_look_back_players_pay_for_the_clock(
    stored: Flask, broker: embedded.Broker, tmp_path: Path
) -> None:
    table = nearly_due()
    with astray("tests.workers.unwary", stored, broker, tmp_path) as worker:
        worker.jump(+2)
        worker.ring()
        wait_for(lambda: table.row().submissions == 3, "the deadline is enforced")
