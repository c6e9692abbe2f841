"""How many requests a token and an address may make, what is said of it, and who is not touched."""

import os
import signal
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from service import embedded, quotas, tokens
from service.quotas import Counts
from tests.parts.site import MakeApp
from tests.parts.tables import lay

FEW = {"REQUESTS_PER_TOKEN": "3", "REQUESTS_PER_ADDRESS": "5"}
VIEW = "/api/v1/matches/m1/view"


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Hand:
    return Hand()


@pytest.fixture
def strict(make_app: MakeApp, sqlite_url: str, clock: Hand) -> Flask:
    """Three requests a minute for a token, five for an address."""
    made = make_app(DATABASE_URL=sqlite_url, **FEW)
    made.extensions["quotas"].token.clock = clock
    made.extensions["quotas"].address.clock = clock
    with made.app_context():
        lay("m1")
    return made


def bearer(app: Flask, seat: int) -> dict[str, str]:
    with app.app_context():
        return {"Authorization": f"Bearer {tokens.sign(tokens.Seat('m1', seat, 1))}"}


def at(place: str) -> dict[str, str]:
    return {"REMOTE_ADDR": place}


def test_an_answer_says_what_is_left(strict: Flask, clock: Hand) -> None:
    client, seat = strict.test_client(), bearer(strict, 0)
    client.get(VIEW, headers=seat)
    clock.now += 18.5

    answer = client.get(VIEW, headers=seat)

    assert answer.headers["RateLimit-Policy"] == '"address";q=5;w=60, "token";q=3;w=60'
    assert answer.headers["RateLimit"] == '"address";r=3;t=42, "token";r=1;t=42'


def test_a_token_that_asks_too_often_is_refused_until_the_minute_is_over(
    strict: Flask, clock: Hand
) -> None:
    client, seat = strict.test_client(), bearer(strict, 0)
    for place in range(3):
        client.get(VIEW, headers=seat, environ_base=at(f"192.0.2.{place}"))
    clock.now += 20
    refused = client.get(VIEW, headers=seat, environ_base=at("192.0.2.9"))
    clock.now += 40

    after = client.get(VIEW, headers=seat, environ_base=at("192.0.2.9"))

    assert refused.status_code == 429
    assert refused.json is not None
    assert refused.json["code"] == "too_many"
    assert refused.json["facts"] == {"policy": "token", "retry_after": 40}
    assert refused.headers["Retry-After"] == "40"
    assert refused.headers["RateLimit"] == '"address";r=4;t=40, "token";r=0;t=40'
    assert after.status_code == 200


def test_another_token_is_not_touched(strict: Flask) -> None:
    client = strict.test_client()
    for place in range(4):
        last = client.get(VIEW, headers=bearer(strict, 0), environ_base=at(f"192.0.2.{place}"))

    other = client.get(VIEW, headers=bearer(strict, 1), environ_base=at("192.0.2.9"))

    assert (last.status_code, other.status_code) == (429, 200)


def test_new_copies_of_a_token_count_as_one(strict: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each letter signs a token anew; its text differs, its holder does not."""
    client = strict.test_client()
    real = time.time
    heads = []
    for ago in range(4):
        with monkeypatch.context() as then:
            then.setattr("itsdangerous.timed.time.time", lambda ago=ago: real() - ago)
            heads.append(bearer(strict, 0))

    answers = [client.get(VIEW, headers=head).status_code for head in heads]

    assert len({head["Authorization"] for head in heads}) == 4
    assert answers == [200, 200, 200, 429]


def test_an_address_is_limited_with_or_without_tokens_and_another_is_not(strict: Flask) -> None:
    client = strict.test_client()
    answers = [client.get("/api/v1/games").status_code for _ in range(6)]

    other = client.get("/api/v1/games", environ_base=at("192.0.2.9"))

    assert answers == [200] * 5 + [429]
    assert other.status_code == 200


def test_a_subscriber_s_ipv6_addresses_are_one(strict: Flask) -> None:
    client = strict.test_client()

    answers = [
        client.get("/api/v1/games", environ_base=at(f"2001:db8::{last}")).status_code
        for last in range(6)
    ]

    assert answers == [200] * 5 + [429]


def test_a_made_up_token_counts_for_its_address_alone(strict: Flask) -> None:
    client = strict.test_client()

    answer = client.get(VIEW, headers={"Authorization": "Bearer s.made.up"})

    assert answer.status_code == 401
    assert answer.headers["RateLimit-Policy"] == '"address";q=5;w=60'
    assert strict.extensions["quotas"].token.found == {}


@pytest.mark.parametrize("path", [VIEW, "/api/v1/matches/m2/view", "/api/v1/matches/%00/view", "/"])
def test_who_is_refused_does_not_learn_what_is_there(strict: Flask, path: str) -> None:
    client = strict.test_client()
    for _ in range(5):
        client.get("/api/v1/games")

    answer = client.get(path, headers={"Accept": "application/json"})

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) == 60


def test_a_page_refuses_with_a_page(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(5):
        client.get("/help")

    answer = client.get("/help")

    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"
    assert "A little slower" in answer.text


def test_probes_and_files_are_not_counted(strict: Flask) -> None:
    client = strict.test_client()

    answers = [client.get("/healthz") for _ in range(9)]

    assert {answer.status_code for answer in answers} == {200}
    assert "RateLimit" not in answers[0].headers


def test_a_flood_of_addresses_takes_no_more_memory_than_there_is(
    monkeypatch: pytest.MonkeyPatch, clock: Hand
) -> None:
    """Past so many the rest share one count; without that each would have its own."""
    monkeypatch.setattr(quotas, "MOST_COUNTED", 10)
    counts = Counts("address", 5, clock)

    left = [counts.count(f"192.0.2.{number}").remaining for number in range(20)]

    assert len(counts.found) == 11
    assert left[:10] == [4] * 10
    assert left[-1] == -5
    assert counts.count("192.0.2.3").remaining == 3


@pytest.mark.parametrize("fault", ["stopped", "hung"])
def test_a_broker_that_is_away_lifts_no_limit_and_makes_nobody_wait(
    broker: embedded.Broker, make_app: MakeApp, sqlite_url: str, fault: str
) -> None:
    app = make_app(DATABASE_URL=sqlite_url, REDIS_URL=broker.url, REQUESTS_PER_ADDRESS="2")
    client: FlaskClient = app.test_client()
    client.get("/api/v1/games")
    os.kill(broker.process.pid, signal.SIGKILL if fault == "stopped" else signal.SIGSTOP)
    began = time.monotonic()

    answers = [client.get("/api/v1/games").status_code for _ in range(2)]

    took = time.monotonic() - began
    if fault == "hung":
        os.kill(broker.process.pid, signal.SIGCONT)
        assert Redis(unix_socket_path=str(broker.path)).ping()
    assert answers == [200, 429]
    assert took < 5
