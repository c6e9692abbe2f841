"""`make run` and production, as an operator meets them."""

import os
import re
import signal
import smtplib
import socket
import sys
from contextlib import closing
from pathlib import Path

import pytest
import redis

from tests.parts.servers import free_port
from tests.parts.site import Site, process, wait_for, web

MAKE_RUN = ["make", "--no-print-directory", "run"]


def test_make_run_from_nothing_to_ctrl_c_and_again(tmp_path: Path) -> None:
    """Green at first, honest while the broker is gone, green again, silent in the end."""
    port, data, log = free_port(), tmp_path / "data", tmp_path / "log"
    environment = {"DATA": str(data), "PORT": str(port), "BOUNCE_DOMAIN": "bounce.moai.example"}
    taken = socket.create_server(("127.0.0.1", 0))
    environment["INBOX_PORT"] = str(taken.getsockname()[1])
    with closing(taken), process(MAKE_RUN, environment, log) as runner:
        site = Site(f"http://127.0.0.1:{port}", runner, log)
        wait_for(site.answers, "the front door answers")
        wait_for(lambda: site.status() == "ok", "every part is ready")
        assert f"open {site.url}" in log.read_text()
        assert site.get("/readyz").json["parts"]["inbox"]["age"] > 0
        assert f"Port {environment['INBOX_PORT']} on 127.0.0.1 cannot be used" in log.read_text()
        assert _refusal(log) == 550

        os.kill(_broker_pid(data), signal.SIGKILL)
        wait_for(lambda: site.part("broker") == "down", "the broker's end is told")
        assert site.get("/api/v1/games").status == 200
        wait_for(lambda: site.status() == "ok", "everything is back by itself")

        with process(MAKE_RUN, environment, tmp_path / "second") as second:
            assert second.wait(60) != 0
        assert f"{data}/ is in use by another Moai Post" in (tmp_path / "second").read_text()

        secret = (data / "secret_key").read_text()
        pids = _pids(log)
        os.killpg(runner.pid, signal.SIGINT)
        runner.wait(60)

    assert len(pids) == 4
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    assert not (data / "broker" / "broker.sock").exists()
    assert "Traceback" not in log.read_text()

    with process(MAKE_RUN, environment, tmp_path / "again") as runner:
        site = Site(f"http://127.0.0.1:{port}", runner, tmp_path / "again")
        wait_for(site.answers, "the second start answers")

        assert (data / "secret_key").read_text() == secret
        assert site.get("/readyz").json["parts"]["worker"]["age"] is not None


def _refusal(log: Path) -> int:
    """What the inbox says to mail for nobody, on the port that it found instead."""
    found = re.search(r"the inbox is on port (\d+) instead", log.read_text())
    assert found is not None
    with smtplib.SMTP("127.0.0.1", int(found.group(1)), timeout=30) as line:
        line.ehlo("mx.players.example")
        line.mail("")
        return line.rcpt("post@moai.example")[0]


def _broker_pid(data: Path) -> int:
    with redis.Redis(unix_socket_path=str(data / "broker" / "broker.sock")) as client:
        return int(client.info("server")["process_id"])


def _pids(log: Path) -> list[int]:
    return [int(pid) for pid in re.findall(r"started \(pid=(\d+)\)", log.read_text())]


def test_a_taken_port_is_named_with_the_way_out(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        environment = {"DATA": str(tmp_path / "data"), "PORT": str(port)}
        with process(MAKE_RUN, environment, tmp_path / "log") as runner:
            assert runner.wait(60) != 0

    said = (tmp_path / "log").read_text()
    assert f"Port {port} on 127.0.0.1 cannot be used" in said
    assert f"make run PORT={port + 1}" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["-m", "gunicorn", "--config", "python:service.server", "wsgi:app"],
        ["-c", "import wsgi"],
        ["-m", "service.store.migrate"],
    ],
    ids=["web", "wsgi", "migrate"],
)
def test_production_is_the_default_and_names_what_it_lacks(
    arguments: list[str], tmp_path: Path
) -> None:
    with process([sys.executable, *arguments], {}, tmp_path / "log") as started:
        code = started.wait(60)
    said = (tmp_path / "log").read_text()

    assert code != 0
    assert all(f"{name} is missing" in said for name in ("SECRET_KEY", "BASE_URL", "SMTP_URL"))
    assert "Traceback" not in said


def test_production_writes_no_secret_and_no_path_into_its_log(
    tmp_path: Path, sqlite_url: str
) -> None:
    environment = {
        "SECRET_KEY": "canary-" * 8,
        "BASE_URL": "https://moai.example",
        "SMTP_URL": "smtps://moai:canary-password@mail.example",
        "DATABASE_URL": sqlite_url,
        "REDIS_URL": "redis://:canary-redis@127.0.0.1:1/0",
        "DATA": str(tmp_path / "data"),
        "LOG_LEVEL": "debug",
    }
    with web(environment, tmp_path / "log") as site:
        for path in ("/", "/readyz", "/metrics", "/letters/canary-path", "/api/v1/x?canary=1"):
            site.get(path)

    assert '"route": "/readyz"' in (tmp_path / "log").read_text()
    assert "canary" not in (tmp_path / "log").read_text()


def test_figures_of_an_earlier_run_are_gone_at_the_start(tmp_path: Path, sqlite_url: str) -> None:
    figures = tmp_path / "data" / "figures"
    figures.mkdir(parents=True)
    (figures / "counter_1.db").write_bytes(b"from before")
    environment = {
        "MODE": "development",
        "DATABASE_URL": sqlite_url,
        "DATA": str(tmp_path / "data"),
    }
    with web(environment, tmp_path / "log") as site:
        site.get("/api/v1/games")

        assert 'moai_requests_total{method="GET",route="/api/v1/games"' in (
            site.get("/metrics").body.decode()
        )
        assert not (figures / "counter_1.db").exists()
