"""Which queue a task waits in, what a worker takes first, and what it leaves to others."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery import current_app
from celery.worker import state

from service import bell, broker as broker_, embedded, queues
from tests.docs import pages
from tests.parts.house import celery, unrouted
from tests.parts.site import process, wait_for
from workers import clock, hooks, matches, post, reserve
from workers.reserve import ByUrgency, most

ALL = queues.keys()


def left(broker: embedded.Broker) -> dict[str, int]:
    """What waits in the broker, by its queues."""
    with broker_.hasty(broker.url) as client:
        return {key: count for key in ALL if (count := client.llen(key))}


def test_every_task_has_its_queue() -> None:
    """Each of the modules that a worker imports is imported here."""
    assert {clock, hooks, matches, post}
    names = {one for one in current_app.tasks if not one.startswith("celery.")}

    assert names == set(queues.TASKS)


def test_what_closes_a_phase_comes_first_then_the_sweep_then_letters_then_webhooks() -> None:
    assert queues.ORDER == ("resolve", "sweep", "signs", "post", "webhooks")
    assert queues.TASKS == {
        "matches.resolve": "resolve",
        "matches.help": "resolve",
        "matches.time_out": "resolve",
        "clock.sweep": "sweep",
        "post.greet": "signs",
        "post.deliver": "post",
        "hooks.call": "webhooks",
    }


# --- a real worker


@pytest.fixture
def full(broker: embedded.Broker) -> embedded.Broker:
    """A task in each queue, the least urgent rung first, and one from an earlier release."""
    made = bell.make(broker.url, lambda: 0.0)
    made.ring("hooks.call")
    made.ring("post.deliver")
    made.ring("post.greet")
    made.ring("clock.sweep")
    made.ring("matches.resolve", match_id="m1")
    made.app = unrouted(broker.url)
    made.ring("matches.resolve", match_id="m2")
    return broker


Started = tuple[list[str], dict[str, str], Path]


def worker(broker: embedded.Broker, there: Path, url: str) -> Started:
    environment = {
        "MODE": "development",
        "DATA": str(there / "data"),
        "DATABASE_URL": url,
        "REDIS_URL": broker.url,
    }
    words = ("worker", "-c", "1", "--without-gossip", "--without-mingle")
    return celery("workers.app", *words), environment, there / "worker.log"


def taken(log: Path) -> list[str]:
    return re.findall(r"Task ([a-z_.]+)\[[^]]*\] received", log.read_text())


def test_a_worker_takes_the_most_urgent_first(
    full: embedded.Broker, tmp_path: Path, sqlite_url: str
) -> None:
    assert left(full) == dict.fromkeys(ALL, 1)

    with process(*worker(full, tmp_path, sqlite_url)):
        wait_for(lambda: not left(full), "all is taken")
        wait_for(lambda: len(taken(tmp_path / "worker.log")) >= len(ALL), "all is begun")

    assert taken(tmp_path / "worker.log")[: len(ALL)] == [
        "matches.resolve",
        "clock.sweep",
        "post.greet",
        "post.deliver",
        "hooks.call",
        "matches.resolve",
    ]


def test_a_node_for_letters_is_started_as_the_page_says_and_leaves_the_rest_to_others(
    full: embedded.Broker, tmp_path: Path, sqlite_url: str
) -> None:
    (command,) = (one for one in pages.commands("docs/running.md") if one.startswith("QUEUES="))
    _, environment, log = worker(full, tmp_path, sqlite_url)

    with process(["env", *shlex.split(command)], environment, log):
        wait_for(lambda: len(left(full)) == 2, "its own and the former queue are empty")

    assert left(full) == {queues.key(one): 1 for one in ("resolve", "sweep")}


# --- the process that is kept free


def test_one_process_of_several_is_kept_free_for_what_is_urgent() -> None:
    assert [most(processes, ALL) for processes in (1, 2, 8)] == [1, 1, 7]


def test_where_nothing_urgent_is_taken_no_process_is_kept_free() -> None:
    assert most(2, queues.keys(("post", "webhooks"))) == 2


@pytest.fixture
def in_hand(monkeypatch: pytest.MonkeyPatch) -> list[SimpleNamespace]:
    """What Celery believes this worker to have, which keeps one of two processes free."""
    found: list[SimpleNamespace] = []
    monkeypatch.setattr(state, "reserved_requests", found)
    monkeypatch.setattr(reserve.HANDS, "most", 1)
    return found


def asked() -> list[str]:
    return ByUrgency(list(ALL)).consume(len(ALL))  # type: ignore[no-untyped-call]  # kombu's


def request(task: str, pid: int | None = None) -> SimpleNamespace:
    return SimpleNamespace(name=task, worker_pid=pid)


@pytest.mark.parametrize("task", ["post.deliver", "post.greet", "hooks.call"])
def test_while_one_waits_for_others_outside_only_what_is_urgent_is_taken(
    in_hand: list[SimpleNamespace], task: str
) -> None:
    in_hand.append(request(task, os.getpid()))

    assert asked() == [queues.key("resolve"), queues.key("sweep")]


def test_while_what_is_urgent_is_done_all_is_taken(in_hand: list[SimpleNamespace]) -> None:
    in_hand.append(request("matches.resolve"))

    assert asked() == ALL


def test_what_a_dead_process_took_keeps_no_letter_back(in_hand: list[SimpleNamespace]) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    in_hand.append(request("post.deliver", ended.pid))

    assert asked() == ALL
