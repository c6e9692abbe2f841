"""What was rung for and not begun is not rung for again; and no mark hides anything for long."""

from collections.abc import Iterator
from typing import cast

import pytest
import redis
from celery import Celery
from flask import Flask

from service import bell, broker as broker_, embedded, marks, queues
from service.bell import Bell
from service.store.database import writing
from tests.faults.test_broker import hung
from tests.parts.site import MakeApp
from workers.context import InContext

TASK = "matches.resolve"
MARK = "moai.rung:matches.resolve:match_id=m1"


@pytest.fixture
def ringing(broker: embedded.Broker) -> Bell:
    return bell.make(broker.url, lambda: 0.0)


@pytest.fixture
def client(broker: embedded.Broker) -> Iterator["redis.Redis"]:
    with broker_.hasty(broker.url) as made:
        yield made


def test_what_nobody_has_begun_is_rung_for_once_whoever_rings(
    ringing: Bell, broker: embedded.Broker
) -> None:
    another = bell.make(broker.url, lambda: 0.0)

    assert [one.ring(TASK, match_id="m1") for one in (ringing, another, ringing)] == [True] * 3
    assert broker_.waiting(broker.url) == 1


def test_another_match_and_another_task_are_rung_for(
    ringing: Bell, broker: embedded.Broker
) -> None:
    ringing.ring(TASK, match_id="m1")
    ringing.ring(TASK, match_id="m2")
    ringing.ring("post.deliver", match_id="m1")
    ringing.ring("post.deliver")

    assert broker_.waiting(broker.url) == 4


def test_a_later_look_for_the_same_deadlines_is_no_other_task(
    ringing: Bell, broker: embedded.Broker
) -> None:
    for moment in ("2026-03-01T12:00:00", "2026-03-01T12:00:15"):
        ringing.ring("matches.time_out", match_id="m1", upto=moment)

    assert broker_.waiting(broker.url) == 1


# --- a task that has begun


@pytest.fixture
def working(make_app: MakeApp, sqlite_url: str, broker: embedded.Broker) -> Iterator[Celery]:
    """Tasks as workers do them, in the test's own process."""
    flask = make_app(DATABASE_URL=sqlite_url, REDIS_URL=broker.url)
    made = broker_.celery(broker.url, broker_.WORKER_TRANSPORT)
    made.flask, made.Task = flask, InContext
    yield made
    made.close()


def test_a_task_is_unmarked_before_it_looks(working: Celery, broker: embedded.Broker) -> None:
    """What comes in while it works may be what it has not seen."""
    ringing: Bell = working.flask.extensions["bell"]

    @working.task(name=TASK)
    def resolve(match_id: str) -> int:
        ringing.ring(TASK, match_id=match_id)
        return broker_.waiting(broker.url)

    ringing.ring(TASK, match_id="m1")

    assert resolve(match_id="m1") == 2


def test_a_hung_broker_stops_no_task(working: Celery, broker: embedded.Broker) -> None:
    @working.task(name=TASK)
    def resolve(match_id: str) -> str:
        return match_id

    with hung(broker):
        assert resolve(match_id="m1") == "m1"


# --- what may go wrong with a mark


def left(client: "redis.Redis") -> int:
    """How many seconds the mark has to live."""
    return cast("int", client.ttl(MARK))


def test_a_mark_whose_message_was_lost_is_gone_after_half_a_minute(
    ringing: Bell, broker: embedded.Broker, client: "redis.Redis"
) -> None:
    """Two sweeps find the match in that time and ring in vain; the third is heard."""
    ringing.ring(TASK, match_id="m1")
    client.delete(queues.key("resolve"))
    ringing.ring(TASK, match_id="m1")
    assert broker_.waiting(broker.url) == 0
    assert 0 < left(client) <= marks.SECONDS

    client.pexpire(MARK, 0)  # the half minute is over
    ringing.ring(TASK, match_id="m1")

    assert broker_.waiting(broker.url) == 1


def test_a_flush_takes_the_marks_with_the_messages(
    ringing: Bell, broker: embedded.Broker, client: "redis.Redis"
) -> None:
    ringing.ring(TASK, match_id="m1")
    client.flushall()
    ringing.ring(TASK, match_id="m1")

    assert broker_.waiting(broker.url) == 1


def test_a_mark_says_no_more_than_the_message(ringing: Bell, client: "redis.Redis") -> None:
    ringing.ring(TASK, match_id="m1")

    assert [one.decode() for one in client.scan_iter("moai.rung*")] == [MARK]
    assert client.get(MARK) == b"1"


# --- within one process


@pytest.fixture
def writing_app(make_app: MakeApp, sqlite_url: str, broker: embedded.Broker) -> Iterator[Flask]:
    app = make_app(DATABASE_URL=sqlite_url, REDIS_URL=broker.url)
    with app.app_context():
        yield app


def test_a_transaction_rings_once_for_the_same(
    writing_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(
        writing_app.extensions["bell"], "ring", lambda task, **_: heard.append(task)
    )
    with writing() as session:
        for _ in range(3):
            bell.ring_after(session, TASK, match_id="m1")

    assert heard == [TASK]


def test_who_has_it_in_hand_rings_for_others_alone(
    writing_app: Flask, broker: embedded.Broker
) -> None:
    with bell.in_hand(TASK, match_id="m1"), writing() as session:
        bell.ring_after(session, TASK, match_id="m1")
        bell.ring_after(session, TASK, match_id="m2")
    assert broker_.waiting(broker.url) == 1

    with writing() as session:
        bell.ring_after(session, TASK, match_id="m1")
    assert broker_.waiting(broker.url) == 2
