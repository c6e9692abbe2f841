"""Names that nobody answers for: whoever runs their server holds us no longer than five seconds."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from service import tokens
from service.hooks import calling, keeping, lookups, reaching
from service.store import webhooks
from tests.parts import resolvers, tables
from tests.parts.site import MakeApp, wait_for
from tests.service.tables import caller

NOW = datetime.now(UTC)
SEAT = tokens.Seat("m1", 0, 1)


@pytest.fixture
def home(make_app: MakeApp, sqlite_url: str) -> Iterator[Flask]:
    made = make_app(DATABASE_URL=sqlite_url)
    with made.app_context():
        tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), now=NOW)
        yield made


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """The system's look-up of any `*.hang.example` hangs until it is let go."""
    gone, look = threading.Event(), socket.getaddrinfo

    def hang(host: str, *rest: Any, **more: Any) -> Any:
        if str(host).endswith(".example"):
            gone.wait(60)
            raise socket.gaierror
        return look(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    yield gone.set
    gone.set()
    wait_for(lambda: lookups.desk.count == 0, "no look-up is left", 10)


def test_a_name_server_that_never_answers_holds_nobody_longer_than_five_seconds(
    tmp_path: Path,
) -> None:
    """The system's own resolver, asking a real server that is silent."""
    seconds, told = resolvers.beside_a_silent_server(
        tmp_path,
        """
        began, told = time.monotonic(), "an answer"
        try:
            lookups.look_up("bot.example", 443)
        except Exception as fault:
            told = type(fault).__name__
        print(json.dumps([time.monotonic() - began, told]))
        """,
    )

    assert told == "TooSlowError"
    assert 4.5 < seconds < 7


def test_control_the_system_s_own_look_up_holds_longer(tmp_path: Path) -> None:
    seconds = resolvers.beside_a_silent_server(
        tmp_path,
        """
        import socket
        began = time.monotonic()
        try:
            socket.getaddrinfo("bot.example", 443)
        except OSError:
            pass
        print(json.dumps(time.monotonic() - began))
        """,
    )

    assert seconds > 7


def test_a_slow_name_is_refused_at_registration(
    home: Flask, hanging: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 0.2)
    mine, began = caller(home, SEAT), time.monotonic()
    answer = mine.post("/matches/m1/webhooks", {"url": "https://a.hang.example/"})

    assert (answer.status_code, answer.json["facts"]["reason"]) == (400, "slow_name")
    assert time.monotonic() - began < 5
    assert keeping.listed(SEAT) == []


def test_look_ups_that_hang_leave_most_of_a_door_s_threads_free(
    home: Flask, hanging: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 0.05)
    mine = caller(home, SEAT)
    answers = [
        mine.post("/matches/m1/webhooks", {"url": f"https://{host}/"})
        for host in ("a.one.example", "a.two.example", "a.three.example")
    ]

    assert [one.status_code for one in answers] == [400, 400, 429]
    assert answers[2].headers["Retry-After"] == "5"
    assert lookups.desk.count == lookups.MOST_AT_A_DOOR


def test_one_domain_hangs_in_few_look_ups_and_others_are_looked_up_meanwhile(
    hanging: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 0.05)
    for number in range(lookups.MOST_OF_A_DOMAIN):
        with pytest.raises(lookups.TooSlowError):
            lookups.look_up(f"n{number}.hang.example", 443)
    with pytest.raises(lookups.BusyError):
        lookups.look_up("another.hang.example", 443)

    assert lookups.look_up("127.0.0.1", 443) == ["127.0.0.1"]


def test_a_call_that_others_keep_from_being_made_does_not_count_as_failed(
    home: Flask, hanging: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 0.05)
    with monkeypatch.context() as open_:
        open_.setattr(reaching, "demand", lambda *_, **__: None)
        hook = keeping.make(SEAT, "https://honest.example/", NOW)
    for number in range(lookups.MOST):
        with pytest.raises(lookups.TooSlowError):
            lookups.look_up(f"a.d{number}.example", 443)
    keeping.ping(SEAT, hook.id, NOW)
    calling.call(lambda: NOW + timedelta(seconds=1))

    (call,) = tables.calls()
    assert (call.status, call.attempts, call.reason) == (webhooks.WAITING, 0, None)
    assert call.next_at == NOW + timedelta(seconds=61)
    assert keeping.listed(SEAT)[0].failing_since is None


def test_a_slow_name_is_a_call_that_failed(
    home: Flask, hanging: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 0.05)
    with monkeypatch.context() as open_:
        open_.setattr(reaching, "demand", lambda *_, **__: None)
        hook = keeping.make(SEAT, "https://a.hang.example/", NOW)
    keeping.ping(SEAT, hook.id, NOW)
    calling.call(lambda: NOW + timedelta(seconds=1))

    assert [one.reason for one in tables.calls()] == ["the name took too long to look up"]
