"""A house under siege: its parts can be killed, stopped and started again, one by one."""

import itertools
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import redis
from flask import Flask
from sqlalchemy import select

from service import app as service_app, bell, broker, embedded, settings, waiting
from service.post import delivery, sweeping
from service.store.database import db, reading
from service.store.heartbeats import Heartbeat
from service.store.letters import Letter
from tests.parts import audit, site
from tests.parts.audit import Evidence, Heard
from tests.parts.house import BASE_URL, worker
from tests.parts.post_office import PostOffice
from tests.parts.servers import free_port
from tests.parts.site import Process, wait_for

WEB = [sys.executable, "-m", "gunicorn", "--config", "python:service.server", "wsgi:app"]
WORKER = worker("tests.workers.watchful")
PARTS = {"web": WEB, "worker": WORKER}
AFTER_LEASE = timedelta(minutes=5)
BAD_REQUEST = 400


@dataclass
class Siege:
    """Web, worker, broker and mail server on one database; no beat: the test rings for sweeps."""

    app: Flask
    broker: embedded.Broker
    office: PostOffice
    environment: dict[str, str]
    there: Path
    running: dict[str, Process] = field(default_factory=dict)
    heard: list[Heard] = field(default_factory=list)  # what clients were answered
    extra: int = 0  # copies that kills and ambiguous answers account for

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.environment['PORT']}"

    def api(self, path: str) -> str:
        return f"{self.url}/api/v1{path}"

    # --- its parts

    def start(self, part: str, command: list[str] | None = None, **more: str) -> None:
        wishes = self.there / "crash" / part
        wishes.mkdir(parents=True, exist_ok=True)
        environment = self.environment | {"CRASH_POINTS": str(wishes)} | more
        log = self.there / f"{part}.log"
        self.running[part] = site.start(command or PARTS[part], environment, log)

    def stop(self, part: str) -> None:
        """As an operator does: it may finish what it has in hand."""
        site.end(self.running.pop(part))

    def kill(self, part: str) -> None:
        """All its processes at once, as when its machine is gone."""
        killed = self.running.pop(part)
        with suppress(ProcessLookupError):
            os.killpg(killed.pid, signal.SIGKILL)
        killed.send_signal(signal.SIGKILL)  # one that has just begun leads no group yet
        killed.wait(30)

    def children(self, part: str) -> list[int]:
        pid = self.running[part].pid
        told = Path(f"/proc/{pid}/task/{pid}/children")
        return [int(one) for one in told.read_text().split()] if told.exists() else []

    def wish(self, part: str, point: str) -> Path:
        """That whoever of this part comes to the point next may die there."""
        wish = self.there / "crash" / part / point
        wish.touch()
        return wish

    def answers(self) -> bool:
        with suppress(OSError):
            return site.get(f"{self.url}/healthz").status == 200
        return False

    def revive(self) -> None:
        """What a process manager does: a point can be reached by a part's first process, too."""
        for part, process in list(self.running.items()):
            if process.poll() is not None:
                self.kill(part)
                self.start(part)

    def _up(self) -> bool:
        self.revive()
        return self.answers()

    def settled(self) -> None:
        """Every bell that was rung has been heard, and its work is over."""
        wait_for(lambda: not broker.waiting(self.broker.url), "nothing is left to take")
        time.sleep(1)

    def ready(self) -> None:
        """All parts work; a worker whose processes die before they stand ends, maybe by now."""

        def swept() -> bool:
            self.revive()
            self.nudge()
            return self.sweeps() > before

        wait_for(self._up, "the web server answers")
        before = self.sweeps()
        wait_for(swept, "a worker sweeps")

    # --- bells and sweeps

    def sweep(self) -> bool:
        return bell.make(self.broker.url, itertools.count(0.0, 10.0).__next__).ring("clock.sweep")

    def nudge(self) -> None:
        """For a sweep, but not behind tasks that wait already: a busy machine would drown."""
        if not broker.waiting(self.broker.url):
            self.sweep()

    def sweeps(self) -> int:
        with self.app.app_context(), reading() as session:
            return session.scalar(select(Heartbeat.beats).where(Heartbeat.kind == "sweep")) or 0

    def redis(self) -> "redis.Redis":
        return redis.Redis(unix_socket_path=str(self.broker.path))

    def eventually(self, true: Callable[[], bool], what: str) -> None:
        """With sweeps meanwhile, as beat rings for them."""

        def swept() -> bool:
            self.revive()
            self.nudge()
            return true()

        wait_for(lambda: true() or swept(), what)

    # --- the end

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Nobody works any more, and every letter has come to its end."""
        self.ready()
        self.eventually(self._resolved, "every complete phase is resolved, by I3")
        self.stop("worker")
        self._drain()
        yield
        self.start("worker")

    def _resolved(self) -> bool:
        with self.app.app_context():
            return not waiting.closed(datetime.now(UTC))

    def _drain(self) -> None:
        """When every lease is over: what dead workers held is sent, and all that waited."""
        now = datetime.now(UTC) + AFTER_LEASE
        with self.app.app_context():
            while self._unsent(now):
                sweeping.recover(now)
                delivery.deliver(partial(_same, now))
                now += timedelta(hours=1)

    def _unsent(self, now: datetime) -> bool:
        with reading() as session:
            held = session.scalar(select(Letter.id).where(Letter.status == "sending").limit(1))
        return held is not None or waiting.letters(now)

    def faults(self, *canaries: str) -> list[str]:
        """The audit of all that happened so far."""
        places = {
            "logs": "".join(one.read_text() for one in self.there.glob("*.log")),
            "letters": "\n".join(text.decode("latin-1") for text in self.office.texts),
            "the broker's memory": self.remembered(),
        }
        evidence = Evidence(self.office.copies(), self.extra, self.heard, canaries, places)
        return audit.of_run(self.app, evidence)

    def counted(self, before: Mapping[str, int] | None = None) -> dict[str, int]:
        """Answers that a client may rely on, letters and second copies; all, or those since."""
        copies = self.office.copies()
        seen = {
            "acknowledged": sum(one.answer.status < BAD_REQUEST for one in self.heard),
            "letters": len(copies),
            "second_copies": copies.total() - len(copies),
        }
        return {name: count - (before or {}).get(name, 0) for name, count in seen.items()}

    def remembered(self) -> str:
        kept = (self.there / "broker" / "appendonlydir").iterdir()
        return "".join(path.read_bytes().decode("latin-1") for path in kept)


@contextmanager
def besieged(there: Path, database_url: str) -> Iterator[Siege]:
    there.mkdir(parents=True, exist_ok=True)
    office = PostOffice()
    office.start()
    try:
        with embedded.running(there / "broker") as own:
            environment = _environment(there, database_url, own.url, office.url)
            app = service_app.create(settings.read(environment))
            siege = Siege(app, own, office, environment, there)
            try:
                for part in PARTS:
                    siege.start(part)
                siege.ready()
                yield siege
            finally:
                for part in list(siege.running):
                    siege.kill(part)
                _let_go(app)
    finally:
        office.stop()


def _same(moment: datetime) -> datetime:
    return moment


def _environment(there: Path, database: str, broker: str, smtp: str) -> dict[str, str]:
    """Development, for only there a crash can be asked for; all else as in production.

    But without pictures: they take longer than all that is tried here, and change none of it.
    """
    return {
        "MODE": "development",
        "SECRET_KEY": secrets.token_hex(32),
        "BASE_URL": BASE_URL,
        "SMTP_URL": smtp,
        "DATABASE_URL": database,
        "REDIS_URL": broker,
        "DATA": str(there / "data"),
        "PORT": str(free_port()),
        "WEB_WORKERS": "2",
        "LETTER_PICTURES": "no",
        "LOG_LEVEL": "warning",
    }


def _let_go(app: Flask) -> None:
    with app.app_context():
        app.extensions["sender"].close()
        db.session.remove()
        db.engine.dispose()
