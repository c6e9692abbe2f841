"""Tasks and processes: what Celery is told, and what its processes do for real."""

import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from service import bell, broker as broker_, embedded
from tests.parts.servers import MailServer
from tests.parts.site import process, wait_for

WORKER = ["-m", "celery", "--app", "workers.app", "worker", "--concurrency", "1"]
WORKER += ["--without-gossip", "--without-mingle"]
BEAT = ["-m", "celery", "--app", "workers.app", "beat", "--scheduler", "workers.beat:Beat"]


@pytest.fixture
def environment(
    tmp_path: Path, database_url: str, broker: embedded.Broker, mail_server: MailServer
) -> dict[str, str]:
    return {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "DATABASE_URL": database_url,
        "REDIS_URL": broker.url,
        "SMTP_URL": mail_server.url,
    }


def signs(url: str) -> dict[str, int]:
    """For each kind, how many rows it has."""
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(
            text("SELECT kind, count(*) AS rows FROM heartbeat GROUP BY kind")
        ).all()
    engine.dispose()
    return {row.kind: row.rows for row in rows}


def beats(url: str, kind: str) -> int:
    engine = create_engine(url)
    query = text("SELECT coalesce(sum(beats), 0) FROM heartbeat WHERE kind = :kind")
    with engine.connect() as connection:
        total = int(connection.execute(query, {"kind": kind}).scalar_one())
    engine.dispose()
    return total


def test_a_worker_and_two_beats_do_their_work_and_no_harm(
    environment: dict[str, str], tmp_path: Path, broker: embedded.Broker
) -> None:
    """Each process has its own row; the sweep and the greeting run; a killed broker comes back."""
    url = environment["DATABASE_URL"]
    ring = bell.make(broker.url, lambda: 0.0).ring
    with (
        process([sys.executable, *WORKER], environment, tmp_path / "worker.log"),
        process([sys.executable, *BEAT], environment, tmp_path / "one.log"),
        process([sys.executable, *BEAT], environment, tmp_path / "two.log"),
    ):
        wait_for(lambda: signs(url).get("worker") == 1, "the worker's own row")
        wait_for(lambda: signs(url).get("beat") == 2, "a row for each beat")
        ring("post.greet")
        wait_for(lambda: signs(url).get("mail") == 1, "the mail server's greeting")

        embedded.stop(broker.process)
        broker.start()
        before = beats(url, "sweep")
        ring("clock.sweep")
        wait_for(lambda: beats(url, "sweep") > before, "the worker to come back to the broker")

        wait_for(lambda: beats(url, "sweep") >= before + 2, "both beats' sweeps")

    assert signs(url) == {"worker": 1, "beat": 2, "mail": 1, "sweep": 1, "retention": 1}


def test_celery_is_told_what_faults_have_taught() -> None:
    """Each of these settings stands for a task once lost or done twice: see docs/adr."""
    conf = broker_.celery("redis://127.0.0.1", broker_.WORKER_TRANSPORT).conf

    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.worker_prefetch_multiplier == 1
    assert conf.accept_content == ["json"]
    assert conf.task_serializer == "json"
    assert conf.task_ignore_result
    assert conf.task_time_limit * 5 < conf.broker_transport_options["visibility_timeout"]
    assert conf.broker_transport_options["unacked_restore_interval"] == 5
    assert conf.broker_transport_options["unacked_restore_throttle"] == 1


@pytest.mark.parametrize("arguments", [WORKER, BEAT], ids=["worker", "beat"])
def test_production_is_the_default_and_names_what_it_lacks(
    arguments: list[str], tmp_path: Path
) -> None:
    with process([sys.executable, *arguments], {}, tmp_path / "log") as started:
        code = started.wait(60)
    said = (tmp_path / "log").read_text()

    assert code != 0
    assert all(f"{name} is missing" in said for name in ("SECRET_KEY", "BASE_URL", "SMTP_URL"))
