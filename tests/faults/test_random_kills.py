"""Processes killed at random while people play: nothing that was acknowledged is lost."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.faults.players import playing, sit
from tests.faults.siege import WEB, Siege, besieged
from tests.parts.choosing import dice
from tests.parts.site import PATIENCE, wait_for
from tests.parts.tally import Tally
from tests.scale import SEED, times

KILLS = times(10, 50)  # of a round, on each kind of database
ROUNDS = times(1, 10)
PAUSE = 1.0  # seconds from one to the next at most, the restart not counted
BACK = 2.0  # seconds more for the house to be back; the next kill strikes anyway
REST = 4  # so many kills, and the house may come back however long it takes
CANARY = "BiD 1 mArKeR; tAkE 3 oR 1 oR 2, tHeN 1 oR 3"


def the_web(siege: Siege, _: Random) -> None:
    siege.kill("web")
    siege.start("web")


def the_worker(siege: Siege, _: Random) -> None:
    siege.kill("worker")
    siege.start("worker")


def the_broker(siege: Siege, _: Random) -> None:
    siege.broker.process.kill()
    siege.broker.process.wait()
    siege.broker.start()


def a_web_process(siege: Siege, luck: Random) -> None:
    _one_of(siege.children("web"), luck)


def a_worker_process(siege: Siege, luck: Random) -> None:
    _one_of(siege.children("worker"), luck)


def _one_of(pids: list[int], luck: Random) -> None:
    """Its master starts another."""
    if pids:
        with suppress(ProcessLookupError):
            os.kill(luck.choice(pids), signal.SIGKILL)


TARGETS: list[Callable[[Siege, Random], None]] = [
    the_web,
    the_worker,
    the_broker,
    a_web_process,
    a_worker_process,
]


def play_on(siege: Siege, before: int, seconds: float) -> bool:
    """Most kills shall strike a house in which people play, and some one that is not yet back."""
    deadline = time.monotonic() + seconds
    while len(siege.heard) <= before and time.monotonic() < deadline:
        siege.revive()
        time.sleep(0.05)
    return len(siege.heard) > before


def strike(siege: Siege, tally: Tally, done: int) -> None:
    """Kill upon kill, and a sweep after each; each may cost the second copy of a letter."""
    luck = dice(SEED + done)
    for number in range(1, KILLS + 1):
        before = len(siege.heard)
        time.sleep(luck.uniform(0, PAUSE))
        resting = number % REST == 0
        assert play_on(siege, before, PATIENCE if resting else BACK) or not resting
        target = luck.choice(TARGETS)
        target(siege, luck)
        siege.extra += 1
        siege.sweep()
        tally.step(done + number, KILLS * ROUNDS, target.__name__)


def test_no_kill_loses_what_was_acknowledged_or_a_letter(siege: Siege, tally: Tally) -> None:
    """I1 to I11, after all is quiet. SEED makes a run again, as far as the machine lets it."""
    counted = siege.counted()
    assert sit(siege).bid(0, CANARY).status == 202
    for done in range(0, KILLS * ROUNDS, KILLS):
        before = len(siege.heard)
        with playing(siege, SEED + done) as tables:
            strike(siege, tally, done)
            siege.ready()
            wait_for(lambda: len(siege.heard) - before > KILLS, "people have played on")  # noqa: B023  # called here

        assert len(tables) >= 3
        with siege.quiet():
            assert siege.faults(CANARY, CANARY.lower()) == []
        tally.keep(kills=done + KILLS, lost=0, **siege.counted(counted))


# --- with the defence off


@pytest.fixture
def hasty(tmp_path: Path, sqlite_url: str) -> Iterator[Siege]:
    with besieged(tmp_path / "siege", sqlite_url) as siege:
        siege.stop("web")
        # Our own worker sends an answer only once it is closed, which is after this app's commit.
        stock = ["--config", "python:tests.parts.stock", "tests.faults.hasty:app"]
        siege.start("web", [*WEB[:-3], *stock])
        wait_for(siege.answers, "the web server answers")
        yield siege


def test_control_answered_before_its_commit_a_submission_is_lost_by_a_kill(hasty: Siege) -> None:
    table = sit(hasty)
    hasty.wish("web", "before-commit")
    answer = table.bid(0)
    wait_for(lambda: not (hasty.there / "crash" / "web" / "before-commit").exists(), "the kill")

    assert answer.status == 202
    with hasty.quiet():
        assert hasty.faults() == [f"I1: {table.id} has lost submission 1"]
