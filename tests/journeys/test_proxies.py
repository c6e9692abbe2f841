"""The samples of deploy/, in front of the service for real."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.parts import proxies
from tests.parts.lines import POST, call, rest, status, told
from tests.parts.site import PATIENCE, Site, web

HEAD = b" HTTP/1.1\r\nHost: moai.example\r\nConnection: close\r\n"
SECRET = "c2VjcmV0c2VjcmV0"  # noqa: S105  # nobody's
# The service itself would wait four seconds for a body here.
SLOW = 8


@pytest.fixture
def behind(tmp_path: Path, sqlite_url: str) -> Iterator[Site]:
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "DATABASE_URL": sqlite_url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
        "WEB_WORKERS": "1",
        "GRACE": "1",
        "TRUSTED_PROXIES": "1",
    }
    log = tmp_path / "log"
    with web(environment, log, "tests.parts.mirror:app", "tests.parts.impatient") as site:
        yield site


@pytest.fixture(params=[proxies.nginx, proxies.caddy], ids=["nginx", "caddy"])
def front(request: pytest.FixtureRequest, tmp_path: Path, behind: Site) -> Iterator[Site]:
    with proxies.proxy(request.param, tmp_path / "proxy", behind) as site:
        yield site


def test_a_sample_serves_buffers_hides_and_keeps_paths_to_itself(front: Site, behind: Site) -> None:
    _says_for_whom_it_asks(front)
    _keeps_what_is_the_operators(front)
    _waits_for_slow_bodies(front)
    _logs_no_path(front, behind)


def _says_for_whom_it_asks(front: Site) -> None:
    forged = b"X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n\r\n"
    answer = told(front, b"GET /api/v1/games" + HEAD + forged).lower()

    assert status(answer) == 200
    for line in (b"x-seen-for: 127.0.0.1", b"x-seen-host: moai.example", b"x-seen-proto: http"):
        assert b"\r\n" + line + b"\r\n" in answer


def _keeps_what_is_the_operators(front: Site) -> None:
    paths = (b"/metrics", b"/readyz", b"/healthz")

    assert [status(told(front, b"GET " + path + HEAD + b"\r\n")) for path in paths] == [
        404,
        404,
        200,
    ]


def _waits_for_slow_bodies(front: Site) -> None:
    head = POST.replace(b"Host: 127.0.0.1", b"Host: moai.example\r\nConnection: close")
    with call(front, head + b"Content-Length: 10\r\n\r\n") as line:
        for _ in range(SLOW):
            line.sendall(b" ")
            time.sleep(1)
        line.sendall(b"{}")

        assert status(rest(line)) == 400  # the app's word; the service's own is 408


def _logs_no_path(front: Site, behind: Site) -> None:
    asked = f"GET /t/{SECRET}?key={SECRET}".encode() + HEAD + b"Referer: /t/"
    asked += SECRET.encode() + b"\r\n\r\n"
    assert status(told(front, asked)) == 401
    os.killpg(behind.process.pid, signal.SIGKILL)
    behind.process.wait(PATIENCE)
    assert status(told(front, asked)) == 502
    time.sleep(1)

    kept = [one for one in front.log.parent.rglob("*") if one.is_file()]
    assert SECRET not in "".join(one.read_text(errors="replace") for one in kept)


@pytest.mark.parametrize(
    ("kind", "quiet"),
    [
        (proxies.nginx, r"error_log \S+/moai-error.log crit;"),
        (proxies.caddy, r"request delete"),
    ],
    ids=["nginx", "caddy"],
)
def test_control_without_that_line_of_the_sample_a_path_is_logged(
    kind: proxies.Kind, quiet: str, tmp_path: Path, behind: Site
) -> None:
    with (
        proxies.proxy(kind, tmp_path / "proxy", behind, without=quiet) as front,
        pytest.raises(AssertionError, match=SECRET),
    ):
        _logs_no_path(front, behind)
