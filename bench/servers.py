"""Real servers to measure: an app under gunicorn on a free port, and one kept connection to it."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from bench.machine import MEASURED

START_SECONDS = 30
PATIENCE = 60.0  # seconds: the first answer waits until the app is loaded

Getting = Callable[[], http.client.HTTPResponse]


@contextmanager
def serving(app: str, environment: Mapping[str, str]) -> Iterator[int]:
    """The port of `app` served by one gunicorn process, as quietly as it can."""
    port = free_port()
    options = ["--workers", "1", "--worker-class", "gthread", "--threads", "2"]
    options += ["--keep-alive", "120", "--no-control-socket", "--bind", f"127.0.0.1:{port}"]
    with running(["gunicorn", *options, app], environment) as server:
        _wait(port, server)
        yield port


@contextmanager
def serving_as_shipped(app: str, environment: Mapping[str, str]) -> Iterator[int]:
    """The port of `app` served as the Procfile's web server is, by two processes."""
    port = free_port()
    command = ["gunicorn", "--config", "python:service.server", app]
    given = {**environment, "PORT": str(port), "WEB_WORKERS": "2"}
    with running(command, given) as server:
        _wait(port, server)
        yield port


@contextmanager
def running(
    command: list[str], environment: Mapping[str, str]
) -> Iterator["subprocess.Popen[bytes]"]:
    """A module of ours or of a server's, measured while it runs."""
    with subprocess.Popen(  # noqa: S603  # servers and our own apps
        [sys.executable, "-m", *command],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        MEASURED.add(server.pid)
        try:
            yield server
        finally:
            MEASURED.discard(server.pid)
            server.terminate()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int, server: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("a server to measure did not start")


def getting(port: int, path: str, headers: Mapping[str, str] | None = None) -> Getting:
    """Work that asks for one path over a connection that is kept."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def work() -> http.client.HTTPResponse:
        connection.request("GET", path, headers=dict(headers or {}))
        answer = connection.getresponse()
        answer.read()
        return answer

    return work
