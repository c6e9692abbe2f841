"""The whole service as its operator runs it: web, worker, beat, broker and a mail server."""

import secrets
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from celery import Celery
from flask import Flask

from service import app as service_app, broker, embedded, settings
from tests.parts import calling
from tests.parts.databases import Make
from tests.parts.post_office import PostOffice
from tests.parts.postman import Postman
from tests.parts.site import Answer, Process, Site, let_go, process, wait_for, web

BASE_URL = "https://post.moai.example"
LEVEL = ["--loglevel", "info"]


def celery(app: str, *words: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--quiet", "--app", app, *words, *LEVEL]


def unrouted(broker_url: str) -> Celery:
    """A bell's app of earlier releases: it knows of one queue alone."""
    made = broker.celery(broker_url, broker.HASTY_TRANSPORT)
    made.conf.task_routes = {}
    return made


def worker(app: str) -> list[str]:
    return celery(app, "worker", "-c", "2", "--without-gossip", "--without-mingle")


COMMANDS = {
    "worker": worker("workers.app"),
    "beat": celery("workers.app", "beat", "--scheduler", "workers.beat:Beat"),
}


@dataclass
class House:
    """The running service, and a test's eyes on its database, letters, logs and broker."""

    site: Site
    post: Postman
    app: Flask
    broker: embedded.Broker
    there: Path

    def api(self, path: str) -> str:
        return f"{self.site.url}/api/v1{path}"

    def local(self, link: str) -> str:
        """Where a letter's link leads, the service being here and not at its public address."""
        assert link.startswith(f"{BASE_URL}/"), link
        return self.site.url + link.removeprefix(BASE_URL)

    def open(self, link: str, method: str = "GET") -> Answer:
        return calling.call(self.local(link), method)

    def logs(self) -> str:
        return "".join(path.read_text() for path in sorted(self.there.glob("*.log")))

    def heard_by_broker(self) -> bytes:
        """Every command that ever changed the broker's memory, which it writes down."""
        kept = (self.there / "broker" / "appendonlydir").iterdir()
        return b"".join(path.read_bytes() for path in kept)


@contextmanager
def standing(there: Path, database_url: str, **more: str) -> Iterator[House]:
    there.mkdir(parents=True, exist_ok=True)
    office = PostOffice()
    office.start()
    with ExitStack() as parts:
        parts.callback(office.stop)
        own = parts.enter_context(embedded.running(there / "broker"))
        environment = _environment(there, database_url, own.url, office.url) | more
        site = parts.enter_context(web(environment, there / "web.log"))
        others = [
            parts.enter_context(process(command, environment, there / f"{name}.log"))
            for name, command in COMMANDS.items()
        ]
        # All at once: each takes its time to finish what it has in hand.
        parts.callback(_ask_to_end, others)
        app = service_app.create(settings.read(environment))
        parts.callback(let_go, app)
        wait_for(lambda: site.part("worker") == "ok", "a worker is there")
        yield House(site, Postman(office), app, own, there)


def _ask_to_end(processes: Sequence[Process]) -> None:
    for one in processes:
        one.terminate()


def _environment(there: Path, database: str, broker: str, smtp: str) -> dict[str, str]:
    """Production, but for limits that would stop a test that plays many matches from one place.

    Nor does a letter wait for more to tell: nobody here has the time.
    """
    return {
        "SECRET_KEY": secrets.token_hex(32),
        "BASE_URL": BASE_URL,
        "SMTP_URL": smtp,
        "DATABASE_URL": database,
        "REDIS_URL": broker,
        "DATA": str(there / "data"),
        "WEB_WORKERS": "2",
        "OPENINGS_PER_HOUR": "1000",
        "GUESTS_PER_DAY": "1000",
        "UNASKED_PER_DAY": "1000",
        "LETTER_DELAY": "0",
    }


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[House]:
    """One house on SQLite, for all tests that only play in it or look at it in a browser.

    Its letters tell the table in words: a picture costs more than all else that is done for one.
    """
    there = tmp_path_factory.mktemp("home")
    path = Path(shutil.copy(migrated_sqlite, there / "moai.sqlite3"))
    with standing(there, f"sqlite:///{path}", LETTER_PICTURES="no") as made:
        yield made


@pytest.fixture(scope="session")
def home_on_postgres(
    tmp_path_factory: pytest.TempPathFactory, fresh_postgres: Make
) -> Iterator[House]:
    """The same on PostgreSQL."""
    there = tmp_path_factory.mktemp("home-postgresql")
    with standing(there, fresh_postgres(), LETTER_PICTURES="no") as made:
        yield made


HOMES = {"sqlite": "home", "postgresql": "home_on_postgres"}


@pytest.fixture(scope="session", params=HOMES)
def house(request: pytest.FixtureRequest) -> House:
    """The house of each kind of database."""
    made: House = request.getfixturevalue(HOMES[request.param])
    return made
