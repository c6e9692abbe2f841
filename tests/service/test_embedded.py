"""The embedded broker starts anywhere, keeps its queue, and comes back when it dies."""

from pathlib import Path

import pytest
import redis

from service import embedded
from service.broker import answers
from tests.parts.site import wait_for


def test_a_data_directory_too_deep_for_a_socket_gets_a_short_one(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    with embedded.running(deep) as broker:
        there = broker.path

        assert answers(broker.url)
        assert len(str(there)) <= embedded.LONGEST_PATH
        assert there.parent.stat().st_mode & 0o077 == 0

    assert not there.parent.exists()


def test_the_queue_is_kept_from_one_start_to_the_next(tmp_path: Path) -> None:
    for expected in (1, 2):
        with (
            embedded.running(tmp_path / "broker") as broker,
            redis.Redis(unix_socket_path=str(broker.path)) as client,
        ):
            assert client.rpush("queue", "message") == expected


def test_nobody_reaches_it_over_the_network(broker: embedded.Broker) -> None:
    with redis.Redis(unix_socket_path=str(broker.path), decode_responses=True) as client:
        assert client.config_get("port") == {"port": "0"}
    assert broker.path.stat().st_mode & 0o077 == 0


def test_a_broker_that_dies_is_started_again(
    broker: embedded.Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "WATCH_SECONDS", 0.1)
    with embedded.watched(broker):
        first = broker.process.pid
        broker.process.kill()
        wait_for(lambda: broker.process.pid != first and answers(broker.url), "it is back")


def test_one_that_cannot_start_says_where_its_last_words_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "binary", lambda: "/bin/false")
    with pytest.raises(embedded.BrokerError, match=r"broker\.log"), embedded.running(tmp_path):
        pass
