"""Clients that take their time: everybody else is answered meanwhile, and their own time ends."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.parts.lines import (
    GET,
    LARGE,
    LAST,
    POST,
    answered,
    call,
    many,
    problem,
    rest,
    status,
    unread,
)
from tests.parts.site import Site, wait_for, web

SOON = 4.0  # seconds; 2 are meant, and the machine may be busy
SLOW = 16
BODY = POST + b"Content-Length: 1000\r\n\r\n{"
CHUNK = POST + b"Transfer-Encoding: chunked\r\n\r\n3e8\r\n{"
PAGE = b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
Slowness = Callable[[Site], AbstractContextManager[None]]
APP = "tests.parts.drowsy:app"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> dict[str, str]:
    there = tmp_path_factory.mktemp("slow")
    return {
        "MODE": "development",
        "DATA": str(there),
        "DATABASE_URL": f"sqlite:///{shutil.copy(migrated_sqlite, there / 'moai.sqlite3')}",
        "REDIS_URL": f"redis+socket://{there}/none.sock",
        "WEB_WORKERS": "1",
        "GRACE": "1",
    }


@pytest.fixture(scope="module")
def site(environment: dict[str, str]) -> Iterator[Site]:
    with web(environment, Path(environment["DATA"]) / "log", APP) as started:
        yield started


@pytest.fixture(scope="module")
def impatient(environment: dict[str, str]) -> Iterator[Site]:
    log = Path(environment["DATA"]) / "impatient"
    with web(environment, log, APP, "tests.parts.impatient") as started:
        yield started


@contextmanager
def readers(site: Site) -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(SLOW):
            stack.enter_context(unread(site, PAGE))
        time.sleep(1)
        yield


def heads(site: Site) -> AbstractContextManager[None]:
    return many(site, SLOW, GET[:-2], more=b"X-Slow: " + b"x" * 100)


def bodies(site: Site) -> AbstractContextManager[None]:
    return many(site, SLOW, BODY, more=b" " * 100)


def chunks(site: Site) -> AbstractContextManager[None]:
    return many(site, SLOW, CHUNK, more=b" " * 100)


def silent(site: Site) -> AbstractContextManager[None]:
    return many(site, SLOW, b"")


def crowd(site: Site) -> AbstractContextManager[None]:
    """More than a process has places for."""
    return many(site, 300, GET[:-2])


KINDS = [heads, bodies, chunks, silent, readers, crowd]


@pytest.mark.parametrize("slow", KINDS)
def test_others_are_answered_while_clients_take_their_time(site: Site, slow: Slowness) -> None:
    with slow(site):
        found = [answered(site, path, SOON) for path in ("/api/v1/games", "/healthz")]

    assert found == [True, True]


@pytest.mark.parametrize("slow", KINDS)
def test_control_gunicorns_own_worker_keeps_others_waiting(
    environment: dict[str, str],
    tmp_path: Path,
    slow: Slowness,
) -> None:
    with web(environment, tmp_path / "log", APP, "tests.parts.stock") as site, slow(site):
        found = [answered(site, path, SOON) for path in ("/api/v1/games", "/healthz")]

    assert found == [False, False]


@pytest.mark.parametrize(
    ("begun", "more"),
    [(GET[:-2], b"X-Slow: " + b"x" * 100), (BODY, b" " * 100), (CHUNK, b" " * 100)],
    ids=["head", "body", "chunks"],
)
def test_a_request_that_trickles_ends_with_408_though_bytes_come(
    impatient: Site, begun: bytes, more: bytes
) -> None:
    began = time.monotonic()
    with call(impatient, begun) as line:
        line.settimeout(0)
        told = b""
        for byte in more:
            time.sleep(0.3)
            try:
                line.send(bytes([byte]))
                told = line.recv(65536)
            except BlockingIOError:
                continue
            break
    took = time.monotonic() - began

    assert (status(told), problem(told)["code"]) == (408, "timeout")
    assert 2 < took < 20


@pytest.mark.parametrize("said", [b"", GET], ids=["nothing", "one request"])
def test_a_line_that_says_nothing_more_is_closed_without_a_word(
    impatient: Site, said: bytes
) -> None:
    with call(impatient, said) as line:
        told = rest(line)

    assert told.count(b"HTTP/1.1") == (1 if said else 0)


def test_an_answer_that_nobody_reads_is_given_up(impatient: Site) -> None:
    with unread(impatient, PAGE) as line:
        time.sleep(8)
        told = rest(line)

    assert told.startswith(b"HTTP/1.1 200 ")
    assert len(told) < LARGE


def test_a_probe_is_answered_while_all_threads_are_busy(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with _all_busy(environment, tmp_path, "service.server") as site:
        found = [answered(site, path, SOON) for path in ("/healthz", "/metrics", "/api/v1/games")]

    assert found == [True, True, False]


def test_control_on_gunicorns_own_worker_a_probe_waits_too(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with _all_busy(environment, tmp_path, "tests.parts.stock") as site:
        assert not answered(site, "/healthz", SOON)


@contextmanager
def _all_busy(environment: dict[str, str], there: Path, config: str) -> Iterator[Site]:
    """Four requests, one for each thread, that end when they are told to."""
    wake, busy = there / "wake", there / "busy"
    given = {**environment, "TEST_WAKE": str(wake), "TEST_BUSY": str(busy)}
    with web(given, there / "log", APP, config) as site, ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(call(site, LAST.replace(b"/api/v1/games", b"/sleep")))
        wait_for(lambda: busy.exists() and busy.read_text() == "zzzz", "all threads are busy")
        try:
            yield site
        finally:
            wake.touch()
