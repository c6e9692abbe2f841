"""The service itself: as an app in the test's process, and as real processes behind a port."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import app as service_app, settings as settings_
from service.settings import Settings
from service.store.database import db
from tests.parts import compiled, forks
from tests.parts.servers import free_port

compiled.share()
ROOT = Path(__file__).parents[2]
MODULE = [sys.executable, "-m"]
# Generous: the machine may be busy, and nothing waits this long where all is well.
PATIENCE = 60.0


@pytest.fixture
def make_settings(tmp_path: Path) -> Callable[..., Settings]:
    def make(**values: str) -> Settings:
        unreachable = {"REDIS_URL": f"redis+socket://{tmp_path}/none.sock"}
        development = {"MODE": "development", "DATA": str(tmp_path / "data")}
        return settings_.read(development | unreachable | values)

    return make


MakeSettings = Callable[..., Settings]
MakeApp = Callable[..., Flask]


@pytest.fixture
def make_app(make_settings: MakeSettings) -> Iterator[MakeApp]:
    """Apps that are let go of, connections included, when the test is over."""
    apps: list[Flask] = []

    def make(**values: str) -> Flask:
        apps.append(service_app.create(make_settings(**values)))
        return apps[-1]

    yield make
    for made in apps:
        let_go(made)


@pytest.fixture(scope="session")
def made_apps() -> dict[str, Flask]:
    """An app for each database: to make one takes longer than most tests."""
    return {}


def _anew(made: dict[str, Flask], chosen: Settings) -> Flask:
    """The app of this database, as it is after its start."""
    app = made.get(chosen.database_url)
    if app is None:
        app = made[chosen.database_url] = service_app.create(chosen)
    else:
        service_app.equip(app, chosen)
    return app


def let_go(app: Flask) -> None:
    """Of its database's connections."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def app(
    made_apps: dict[str, Flask], make_settings: MakeSettings, sqlite_url: str
) -> Iterator[Flask]:
    made = _anew(made_apps, make_settings(DATABASE_URL=sqlite_url))
    yield made
    let_go(made)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def stored(
    made_apps: dict[str, Flask], make_settings: MakeSettings, database_url: str
) -> Iterator[Flask]:
    """An app on each kind of database, inside its context."""
    made = _anew(made_apps, make_settings(DATABASE_URL=database_url))
    with made.app_context():
        yield made
    let_go(made)


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def get(url: str) -> Answer:
    try:
        with urllib.request.urlopen(url, timeout=10) as got:  # noqa: S310  # our own address
            return Answer(got.status, got.read(), dict(got.headers))
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.read(), dict(error.headers))


def wait_for(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return
        time.sleep(0.1)
    pytest.fail(f"not within {seconds:.0f} s: {what}")


Process: TypeAlias = "subprocess.Popen[bytes] | forks.Child"


@dataclass
class Site:
    """A running service: its address, its runner's process and what it has printed."""

    url: str
    process: Process
    log: Path

    def get(self, path: str) -> Answer:
        return get(self.url + path)

    def answers(self) -> bool:
        if self.process.poll() is not None:
            pytest.fail(f"it ended:\n{self.log.read_text()}")
        try:
            return self.get("/healthz").status == 200
        except OSError:
            return False

    def part(self, name: str) -> str:
        state: str = self.get("/readyz").json["parts"][name]["state"]
        return state

    def status(self) -> str:
        found: str = self.get("/readyz").json["status"]
        return found


@contextmanager
def process(
    arguments: list[str], environment: dict[str, str], log: Path, there: Path = ROOT
) -> Iterator[Process]:
    """A process of the project with nothing inherited but PATH, ended with its whole group."""
    started = start(arguments, environment, log, there)
    try:
        yield started
    finally:
        end(started)


def start(
    arguments: list[str], environment: dict[str, str], log: Path, there: Path = ROOT
) -> Process:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    if arguments[:2] == MODULE:
        return forks.start(arguments[2:], kept | environment, log, there)
    with log.open("ab") as out:
        return subprocess.Popen(  # noqa: S603  # the project's own commands
            arguments,
            cwd=there,
            env=kept | environment,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )


def end(started: Process) -> int:
    if started.poll() is None:
        started.send_signal(signal.SIGTERM)
    try:
        return started.wait(30)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        return started.wait()


@contextmanager
def web(
    environment: dict[str, str], log: Path, app: str = "wsgi:app", config: str = "service.server"
) -> Iterator[Site]:
    """The web server alone, as the Procfile starts it."""
    port = free_port()
    arguments = [sys.executable, "-m", "gunicorn", "--config", f"python:{config}", app]
    with process(arguments, environment | {"PORT": str(port)}, log) as started:
        site = Site(f"http://127.0.0.1:{port}", started, log)
        wait_for(site.answers, "the web server answers")
        yield site


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Site]:
    """A web server shared by tests that do not mind each other."""
    there = tmp_path_factory.mktemp("public")
    environment = {
        "MODE": "development",
        "DATA": str(there),
        "DATABASE_URL": f"sqlite:///{shutil.copy(migrated_sqlite, there / 'moai.sqlite3')}",
        "REDIS_URL": f"redis+socket://{there}/none.sock",
        "WEB_WORKERS": "1",
    }
    with web(environment, there / "log") as site:
        yield site
