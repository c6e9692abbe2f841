"""The broker stopped, hung or back: nothing waits for it, and everything follows by itself."""

import itertools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from typing_extensions import override

from service import bell, broker as broker_, embedded
from service.marks import Marks

# What nobody should wait longer than.
ALLOWED = 1.0
# The control need only show that it is still waiting when the defended bell is long done.
STILL_WAITING = 3.0


@contextmanager
def stopped(server: embedded.Broker) -> Iterator[None]:
    embedded.stop(server.process)
    yield
    server.start()


@contextmanager
def hung(server: embedded.Broker) -> Iterator[None]:
    os.kill(server.process.pid, signal.SIGSTOP)
    yield
    os.kill(server.process.pid, signal.SIGCONT)


class Unmarked(Marks):
    """Whose hasty line is not what a control tries."""

    @override
    def make(self, task: str, ids: dict[str, str | int]) -> bool:
        return True


Fault = Callable[[embedded.Broker], AbstractContextManager[None]]


def timed(call: Callable[[], object]) -> tuple[float, set[object]]:
    """The quickest of three, since a busy machine's delays are not the call's; what they said."""
    seconds, results = [], set()
    for _ in range(3):
        began = time.perf_counter()
        results.add(call())
        seconds.append(time.perf_counter() - began)
    return min(seconds), results


def restless() -> Callable[[], float]:
    """A clock on which the bell's rest is over at every look."""
    return itertools.count(0.0, 10 * bell.REST_SECONDS).__next__


@pytest.mark.parametrize("fault", [stopped, hung])
@pytest.mark.parametrize("rings_before", [0, 1])
def test_ringing_returns_within_a_second(
    broker: embedded.Broker, fault: Fault, rings_before: int
) -> None:
    made = bell.make(broker.url, restless())
    for _ in range(rings_before):
        made.ring("clock.sweep")

    with fault(broker):
        seconds, heard = timed(lambda: made.ring("clock.sweep"))

    assert heard == {False}
    assert seconds < ALLOWED


@pytest.mark.parametrize("fault", [stopped, hung])
def test_control_without_the_hasty_transport_ringing_waits(
    broker: embedded.Broker, fault: Fault
) -> None:
    patient = bell.make(broker.url, time.monotonic)
    patient.app = broker_.celery(broker.url, broker_.WORKER_TRANSPORT)
    patient.marks = Unmarked(broker_.hasty(broker.url))
    ring = threading.Thread(target=patient.ring, args=("clock.sweep",), daemon=True)

    with fault(broker):
        ring.start()
        ring.join(STILL_WAITING)

        assert ring.is_alive()
    ring.join(30)


@pytest.mark.parametrize("fault", [stopped, hung])
def test_asking_whether_it_answers_returns_within_a_second(
    broker: embedded.Broker, fault: Fault
) -> None:
    before = broker_.answers(broker.url)
    with fault(broker):
        seconds, during = timed(lambda: broker_.answers(broker.url))
    after = broker_.answers(broker.url)

    assert (before, during, after) == (True, {False}, True)
    assert seconds < ALLOWED


def test_what_was_rung_outlives_a_killed_broker(broker: embedded.Broker) -> None:
    """The queue is written down: a kill loses no more than its last second."""
    bell.make(broker.url, time.monotonic).ring("clock.sweep")
    time.sleep(1.5)
    broker.process.kill()
    broker.process.wait()
    broker.start()

    assert broker_.waiting(broker.url) == 1
