"""A worker that takes nothing though tasks wait is noticed; one with nothing to do is not."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from service import bell, embedded
from workers.stall import MOST_LOOKS, StalledError, Watch, in_hand


@pytest.fixture
def watch() -> Watch:
    made = Watch(None)
    made.looks, made.taken = 0, -1
    return made


def ring(broker: embedded.Broker) -> None:
    bell.make(broker.url, time.monotonic).ring("clock.sweep")


def looked(watch: Watch, broker: embedded.Broker) -> Callable[[], None]:
    """The first look only learns what was taken so far."""

    def look() -> None:
        for _ in range(1 + MOST_LOOKS):
            watch.look(broker.url)

    return look


def test_tasks_that_wait_while_nobody_works_are_a_stall(
    watch: Watch, broker: embedded.Broker
) -> None:
    ring(broker)

    with pytest.raises(StalledError):
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
