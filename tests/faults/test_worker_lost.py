"""A pool process killed in the middle of a task: another does the task after all."""

import os
import signal
import sqlite3
import sys
import time
from pathlib import Path

from service import bell, embedded
from tests.parts.site import process, wait_for

PATIENCE_OF_CONTROL = 6.0


def sweeps(database: Path) -> int:
    with sqlite3.connect(database) as connection:
        query = "SELECT coalesce(sum(beats), 0) FROM heartbeat WHERE kind = 'sweep'"
        return int(connection.execute(query).fetchone()[0])


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def kill_in_the_middle(app: str, tmp_path: Path, url: str, broker: embedded.Broker) -> int:
    """How many sweeps are counted after a kill -9 of the process that was about to count one."""
    database = Path(url.removeprefix("sqlite:///"))
    log = tmp_path / "worker.log"
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "DATABASE_URL": url,
        "REDIS_URL": broker.url,
    }
    command = [sys.executable, "-m", "celery", "--app", app, "worker", "--concurrency", "1"]
    with process(command, environment, log) as worker:
        wait_for(lambda: "ready." in log.read_text(), "the worker is ready")
        with sqlite3.connect(database, isolation_level=None) as holder:
            holder.execute("BEGIN IMMEDIATE")
            bell.make(broker.url, time.monotonic).ring("clock.sweep")
            wait_for(lambda: "received" in log.read_text(), "the task is taken")
            time.sleep(0.5)
            os.kill(children(worker.pid)[0], signal.SIGKILL)
            holder.execute("ROLLBACK")
        deadline = time.monotonic() + PATIENCE_OF_CONTROL
        while time.monotonic() < deadline and not sweeps(database):
            time.sleep(0.1)
    return sweeps(database)


def test_the_task_is_done_after_all(
    tmp_path: Path, sqlite_url: str, broker: embedded.Broker
) -> None:
    assert kill_in_the_middle("workers.app", tmp_path, sqlite_url, broker) == 1


def test_control_without_reject_on_worker_lost_the_task_is_lost(
    tmp_path: Path, sqlite_url: str, broker: embedded.Broker
) -> None:
    assert kill_in_the_middle("tests.workers.loose", tmp_path, sqlite_url, broker) == 0
