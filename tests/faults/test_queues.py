"""Five hundred letters wait behind a slow mail server, and nothing urgent waits for the next."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from service import bell, broker as broker_, embedded, marks
from service.store.database import reading
from service.store.heartbeats import Heartbeat
from tests.parts import tables
from tests.parts.house import unrouted, worker
from tests.parts.post_office import PostOffice
from tests.parts.site import MakeApp, process, wait_for
from tests.parts.tables import Table

TABLES = 167  # of three people, so 501 letters
SLOW = 3.0  # seconds a letter; a turn of the post has time for two of them
MANY = 8  # letters: whoever waits for so many waits for all


@dataclass
class Jam:
    """Letters that leave one by one, very slowly, and a table that lacks one bid."""

    app: Flask
    broker: embedded.Broker
    office: PostOffice
    table: Table

    def bid(self) -> None:
        self.table.submit(2, "bid nothing", datetime.now(UTC))

    def resolved(self) -> bool:
        return self.table.row().number > 1

    def sweep(self) -> None:
        self.app.extensions["bell"].ring("clock.sweep")

    def swept(self) -> bool:
        with reading() as session:
            return session.query(Heartbeat).filter_by(kind="sweep").count() > 0

    def left_before(self, ask: Callable[[], None], done: Callable[[], bool]) -> int:
        """How many letters leave between these two; so many at most."""
        texts = self.office.texts
        before = len(texts)
        wait_for(lambda: len(texts) > before, "a letter leaves")
        before = len(texts)
        ask()
        wait_for(lambda: done() or len(texts) >= before + MANY, "it is done, or far behind")
        return len(texts) - before


@pytest.fixture
def full(
    make_app: MakeApp, sqlite_url: str, broker: embedded.Broker, post_office: PostOffice
) -> Iterator[Jam]:
    """Nobody works yet."""
    post_office.moods, post_office.slowness = ["slow"], SLOW
    made = make_app(DATABASE_URL=sqlite_url, REDIS_URL=broker.url, SMTP_URL=post_office.url)
    with made.app_context():
        now = datetime.now(UTC)
        laid = [tables.lay(f"m{number}", now=now) for number in range(TABLES)]
        for seat in (0, 1):
            laid[0].submit(seat, "bid nothing", now)
        yield Jam(made, broker, post_office, laid[0])


@contextmanager
def working(jam: Jam, there: Path, app: str) -> Iterator[None]:
    settings = jam.app.extensions["settings"]
    environment = {
        "MODE": "development",
        "DATA": str(there / "data"),
        "DATABASE_URL": settings.database_url,
        "REDIS_URL": jam.broker.url,
        "SMTP_URL": jam.office.url,
        "SECRET_KEY": settings.secret_key,
        "LETTER_PICTURES": "no",
    }
    with process(worker(app), environment, there / "worker.log"):
        yield


def test_an_auction_that_closes_is_resolved_before_the_next_letter_leaves(
    full: Jam, tmp_path: Path
) -> None:
    with working(full, tmp_path, "workers.app"):
        assert full.left_before(full.bid, full.resolved) == 0
    assert full.resolved()


def test_a_sweep_gives_its_sign_of_life_before_the_next_letter_leaves(
    full: Jam, tmp_path: Path
) -> None:
    with working(full, tmp_path, "workers.app"):
        assert full.left_before(full.sweep, full.swept) == 0
    assert full.swept()


def test_control_with_a_process_for_each_of_two_letters_it_waits_for_letters(
    full: Jam, tmp_path: Path
) -> None:
    with working(full, tmp_path, "tests.workers.unreserved"):
        assert full.left_before(full.bid, full.resolved) > 0


def test_control_with_one_queue_it_waits_for_all_letters(full: Jam, tmp_path: Path) -> None:
    with broker_.hasty(full.broker.url) as client:
        client.flushall()
    ringing: bell.Bell = full.app.extensions["bell"]
    ringing.app = unrouted(full.broker.url)
    for number in range(TABLES):
        ringing.ring("post.deliver", match_id=f"m{number}")

    with working(full, tmp_path, "tests.workers.unreserved"):
        assert full.left_before(full.bid, full.resolved) == MANY
        assert not full.resolved()


# --- a message that was taken and never begun


SHORT = 3  # seconds


@pytest.fixture
def shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who rings in this process, as people's requests do, leaves marks for so long."""
    monkeypatch.setattr(marks, "SECONDS", SHORT)


@pytest.fixture
def stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "SECONDS", 3600)


@pytest.fixture
def forgetful(full: Jam, tmp_path: Path) -> Iterator[Jam]:
    """A real worker that forgets the first message it takes, and that nobody watches."""
    with broker_.hasty(full.broker.url) as client:
        client.flushall()
    full.bid()
    with working(full, tmp_path, "tests.workers.unwatched"):
        yield full


def swept_again(jam: Jam) -> int:
    jam.sweep()
    with reading() as session:
        return session.query(Heartbeat.beats).filter_by(kind="sweep").scalar() or 0


def test_a_phase_whose_message_was_forgotten_is_resolved_once_its_mark_is_gone(
    shortly: None, forgetful: Jam
) -> None:
    wait_for(lambda: swept_again(forgetful) > 0 and forgetful.resolved(), "the phase is resolved")


def test_control_with_a_mark_that_stays_no_sweep_is_heard(stays: None, forgetful: Jam) -> None:
    wait_for(lambda: swept_again(forgetful) > 2, "sweeps go on")
    time.sleep(2 * SHORT)

    assert not forgetful.resolved()
