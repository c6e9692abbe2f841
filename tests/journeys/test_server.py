"""The web server as a process among others: told to reload, told to stop, and two on one DATA."""

import json
import os
import re
import signal
import socket
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.parts.site import PATIENCE, Site, end, wait_for, web

ASKED = 'moai_requests_total{method="GET",route="/api/v1/games",status="200"}'


@pytest.fixture
def environment(tmp_path: Path, sqlite_url: str) -> dict[str, str]:
    return {
        "MODE": "development",
        "DATABASE_URL": sqlite_url,
        "DATA": str(tmp_path / "data"),
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
        "WEB_WORKERS": "1",
    }


def asked(site: Site) -> float:
    """How often, by its own figures, this server was asked for the games."""
    found = re.search(re.escape(ASKED) + r" (\S+)", site.get("/metrics").body.decode())
    return float(found[1]) if found else 0.0


def test_two_servers_on_one_data_count_for_themselves(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with web(environment, tmp_path / "first") as first:
        first.get("/api/v1/games")
        with web(environment, tmp_path / "second") as second:
            second.get("/api/v1/games")
            first.get("/api/v1/games")

            assert (asked(first), asked(second)) == (2.0, 1.0)
        end(second.process)
        first.get("/api/v1/games")

        assert asked(first) == 3.0


def test_figures_of_a_server_that_was_killed_go_with_the_next_start(
    environment: dict[str, str], tmp_path: Path
) -> None:
    figures = tmp_path / "data" / "figures"
    with web(environment, tmp_path / "first") as site:
        site.get("/api/v1/games")
        (left,) = (one for one in figures.iterdir() if one.is_dir())
        os.killpg(site.process.pid, signal.SIGKILL)
        site.process.wait(PATIENCE)
    assert left.exists()
    with web(environment, tmp_path / "second") as site:
        wait_for(lambda: not left.exists(), "they are gone")

        assert asked(site) == 0.0
        assert len([one for one in figures.iterdir() if one.is_dir()]) == 1


def test_after_sighup_each_line_of_the_log_is_json_and_stands_there_once(
    environment: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with web(environment, log) as site:
        for booted in (2, 3):
            site.process.send_signal(signal.SIGHUP)
            wait_for(partial(_has_booted, log, booted), "its worker is new")
        wait_for(site.answers, "it answers still")
        site.get("/api/v1/games")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    events = [one["event"] for one in lines]

    assert events.count("Handling signal: hup") == 2
    assert len(_booted(log)) == len(set(_booted(log))) == 3
    assert all(one["logger"] == "gunicorn.error" for one in lines if "Booting" in one["event"])


def _has_booted(log: Path, times: int) -> bool:
    return len(_booted(log)) == times


def _booted(log: Path) -> list[str]:
    return re.findall(r"Booting worker with pid: (\d+)", log.read_text())


def half_asked(site: Site) -> socket.socket:
    """A request whose body is still on its way."""
    line = socket.create_connection(("127.0.0.1", int(site.url.rpartition(":")[2])), PATIENCE)
    line.sendall(
        b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 2\r\n\r\n{"
    )
    time.sleep(0.5)
    return line


@pytest.mark.parametrize(("grace", "answered"), [("1", False), ("20", True)])
def test_what_is_being_answered_at_the_end_has_as_long_as_the_setting_says(
    environment: dict[str, str], tmp_path: Path, grace: str, *, answered: bool
) -> None:
    """Six seconds after the word: more than the usual four."""
    with web(environment | {"GRACE": grace}, tmp_path / "log") as site:
        with closing(half_asked(site)) as line:
            site.process.send_signal(signal.SIGTERM)
            time.sleep(6)
            said = _said(line)
        site.process.wait(PATIENCE)

    assert said.startswith(b"HTTP/1.1 4") == answered


def _said(line: socket.socket) -> bytes:
    try:
        line.sendall(b"}")
        return line.recv(1000)
    except ConnectionError:
        return b""
