"""A worker that takes nothing though tasks wait begins anew; one with nothing to do does not."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from service import bell, embedded
from tests.faults.test_worker_lost import sweeps
from tests.parts.house import celery
from tests.parts.site import process, wait_for
from workers.stall import MOST_LOOKS, StalledError, Watch, in_hand

QUEUES = ("sweep",)
LONG = 5.0  # seconds: thrice what the watch of these workers takes


@contextmanager
def stalled(app: str, there: Path, url: str, broker: embedded.Broker) -> Iterator[Path]:
    """A real worker that believes its one pair of hands full, and a task that waits for it."""
    log = there / "worker.log"
    environment = {
        "MODE": "development",
        "DATA": str(there / "data"),
        "DATABASE_URL": url,
        "REDIS_URL": broker.url,
    }
    words = ("worker", "-c", "1", "--without-gossip", "--without-mingle")
    with process(celery(app, *words), environment, log):
        wait_for(lambda: "ready." in log.read_text(), "the worker is ready")
        ring(broker)
        ring(broker)
        yield Path(url.removeprefix("sqlite:///"))


def test_a_stalled_worker_begins_anew_and_does_all_that_waits(
    tmp_path: Path, sqlite_url: str, broker: embedded.Broker
) -> None:
    """What it had forgotten, too."""
    with stalled("tests.workers.miscounting", tmp_path, sqlite_url, broker) as database:
        wait_for(lambda: sweeps(database) == 2, "both tasks are done")


def test_control_unwatched_it_does_nothing_more(
    tmp_path: Path, sqlite_url: str, broker: embedded.Broker
) -> None:
    with stalled("tests.workers.unwatched", tmp_path, sqlite_url, broker) as database:
        time.sleep(LONG)

        assert sweeps(database) == 0


@pytest.fixture
def watch() -> Watch:
    made = Watch(None)
    made.looks, made.taken = 0, -1
    return made


def ring(broker: embedded.Broker) -> None:
    """As long after the last time as it takes for another message to be sent."""
    made = bell.make(broker.url, time.monotonic)
    made.marks.lift("clock.sweep", {})
    made.ring("clock.sweep")


def looked(watch: Watch, broker: embedded.Broker) -> Callable[[], None]:
    """The first look only learns what was taken so far."""

    def look() -> None:
        for _ in range(1 + MOST_LOOKS):
            watch.look(broker.url, QUEUES)

    return look


def test_tasks_that_wait_while_nobody_works_are_a_stall(
    watch: Watch, broker: embedded.Broker
) -> None:
    ring(broker)

    with pytest.raises(StalledError):
        looked(watch, broker)()


def test_tasks_for_other_workers_are_none(watch: Watch, broker: embedded.Broker) -> None:
    bell.make(broker.url, time.monotonic).ring("post.deliver")

    looked(watch, broker)()


def test_an_empty_queue_is_none(watch: Watch, broker: embedded.Broker) -> None:
    looked(watch, broker)()


def test_a_broker_that_is_away_is_none(watch: Watch, broker: embedded.Broker) -> None:
    ring(broker)
    embedded.stop(broker.process)

    looked(watch, broker)()


def test_what_a_dead_process_took_is_in_nobodys_hand() -> None:
    """Celery may count on it for ever."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()

    assert not in_hand(SimpleNamespace(worker_pid=ended.pid))
    assert in_hand(SimpleNamespace(worker_pid=os.getpid()))
