"""The bell rings after the commit, after the answer, and rests after a failure."""

from collections.abc import Iterator

import pytest
import redis
from flask import Flask

from service import bell, embedded, queues
from service.store.database import writing
from tests.parts.site import MakeApp

QUEUE = queues.key("sweep")


@pytest.fixture
def ringing(make_app: MakeApp, sqlite_url: str, broker: embedded.Broker) -> Iterator[Flask]:
    app = make_app(DATABASE_URL=sqlite_url, REDIS_URL=broker.url)
    with app.app_context():
        yield app


def waiting(broker: embedded.Broker) -> int:
    with redis.Redis(unix_socket_path=str(broker.path)) as client:
        return int(client.llen(QUEUE))


def test_a_ring_waits_in_the_broker_for_a_worker(ringing: Flask, broker: embedded.Broker) -> None:
    with writing() as session:
        bell.ring_after(session, "clock.sweep")

        assert waiting(broker) == 0

    assert waiting(broker) == 1


def test_nothing_rings_for_what_was_not_kept(ringing: Flask, broker: embedded.Broker) -> None:
    with pytest.raises(ZeroDivisionError), writing() as session:
        bell.ring_after(session, "clock.sweep")
        raise ZeroDivisionError

    assert waiting(broker) == 0


def test_inside_a_request_the_bell_rings_after_the_answer(
    ringing: Flask, broker: embedded.Broker
) -> None:
    @ringing.post("/ring")
    def ring() -> str:
        with writing() as session:
            bell.ring_after(session, "clock.sweep")
        return f"{waiting(broker)} before the answer"

    answer = ringing.test_client().post("/ring", buffered=False)
    said = answer.text
    answer.close()

    assert said == "0 before the answer"
    assert waiting(broker) == 1


def test_after_a_failure_the_bell_rests_and_then_rings_again(broker: embedded.Broker) -> None:
    time = [100.0]
    made = bell.make(broker.url, lambda: time[0])
    embedded.stop(broker.process)
    unheard = made.ring("clock.sweep")
    broker.start()
    resting = made.ring("clock.sweep")
    time[0] += bell.REST_SECONDS
    heard = made.ring("clock.sweep")

    assert (unheard, resting, heard) == (False, False, True)
    assert waiting(broker) == 1


def test_a_message_carries_the_task_and_its_ids_only(broker: embedded.Broker) -> None:
    bell.make(broker.url, lambda: 0.0).ring("clock.sweep", match="m1", turn=7)
    with redis.Redis(unix_socket_path=str(broker.path)) as client:
        (message,) = client.lrange(QUEUE, 0, -1)

    assert b'"task": "clock.sweep"' in message
    assert b'"content-type": "application/json"' in message
