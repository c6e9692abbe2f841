"""Parts of the house that go away while people play: nothing waits for them, all follows after."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from service import embedded
from service.bell import REST_SECONDS
from service.store.database import reading
from service.store.letters import Letter
from tests.faults.players import Table, playing
from tests.faults.siege import Siege
from tests.faults.test_crash_points import nearly_complete, resolved
from tests.parts.databases import OwnPostgres
from tests.parts.post_office import OK
from tests.parts.tally import Tally
from tests.scale import SEED, times

CYCLES = times(1, 8)
RESTARTS = times(1, 50)
SOON = 5.0  # seconds: a request that waited for a hung broker would take 30


# --- the broker


@contextmanager
def stopped(siege: Siege) -> Iterator[None]:
    embedded.stop(siege.broker.process)
    yield
    siege.broker.start()


@contextmanager
def hung(siege: Siege) -> Iterator[None]:
    os.kill(siege.broker.process.pid, signal.SIGSTOP)
    yield
    os.kill(siege.broker.process.pid, signal.SIGCONT)


@contextmanager
def flushed(siege: Siege) -> Iterator[None]:
    """All that was rung for is forgotten before anybody has heard it."""
    siege.stop("worker")
    yield
    siege.redis().flushall()
    siege.start("worker")


Fault = Callable[[Siege], AbstractContextManager[None]]


@pytest.mark.parametrize("fault", [stopped, hung, flushed])
def test_without_its_broker_it_takes_bids_at_once_and_resolves_them_later(
    siege: Siege, fault: Fault, tally: Tally
) -> None:
    for number in range(1, CYCLES + 1):
        tally.step(number, CYCLES, fault.__name__)
        table = nearly_complete(siege)
        with fault(siege):
            began = time.monotonic()
            assert table.bid(2).status == 202
            assert time.monotonic() - began < SOON
            time.sleep(0.3)
            # The control: no bell was heard, so without a sweep it would stay so.
            assert not resolved(table)
        siege.eventually(lambda: resolved(table), "the phase is resolved")  # noqa: B023  # called here
    tally.keep(cycles=CYCLES)


def test_without_any_beat_bells_alone_go_on(siege: Siege) -> None:
    """Nobody rings for a sweep here: what a request announces is done all the same."""
    siege.ready()
    siege.settled()
    time.sleep(REST_SECONDS)  # a bell that was not heard in an earlier test may still rest
    table = nearly_complete(siege)
    before = siege.sweeps()
    assert table.bid(2).status == 202
    deadline = time.monotonic() + 30
    while not resolved(table) and time.monotonic() < deadline:
        time.sleep(0.05)

    assert resolved(table)
    assert siege.sweeps() == before


# --- the mail server


def letters(table: Table) -> list[tuple[str, str | None]]:
    with table.siege.app.app_context(), reading() as session:
        made = session.query(Letter).filter_by(match_id=table.id).order_by(Letter.id)
        return [(one.status, one.reason) for one in made]


def dead(siege: Siege) -> int:
    with siege.app.app_context(), reading() as session:
        return session.query(Letter).filter_by(status="dead").count()


@pytest.mark.parametrize(
    ("mood", "copies"),
    [("451 busy", 0), ("slow", 0), ("hang_up", 1)],
)
def test_a_mail_server_in_a_mood_costs_no_letter(siege: Siege, mood: str, copies: int) -> None:
    """The one that takes the text and says nothing may cost one copy."""
    siege.office.moods[:] = [mood, OK]
    table = nearly_complete(siege)
    assert table.bid(2).status == 202
    siege.eventually(lambda: len(letters(table)) >= 3, "letters are written")
    siege.extra += copies
    with siege.quiet():
        assert {status for status, _ in letters(table)} <= {"sent", "dropped"}
        assert siege.faults() == []


def test_a_mail_server_that_is_away_costs_no_letter(siege: Siege) -> None:
    siege.office.stop()
    table = nearly_complete(siege)
    assert table.bid(2).status == 202
    siege.eventually(lambda: any(reason for _, reason in letters(table)), "a letter waits")
    siege.office.start()
    with siege.quiet():
        assert {status for status, _ in letters(table)} <= {"sent", "dropped"}
        assert siege.faults() == []


def test_an_address_that_is_refused_ends_its_letter_and_the_match_goes_on(siege: Siege) -> None:
    """Whichever letter it is that comes first."""
    siege.ready()
    before = dead(siege)
    siege.office.recipients[:] = ["550 unknown", OK]
    table = nearly_complete(siege)
    assert table.bid(2).status == 202
    siege.eventually(lambda: dead(siege) > before, "a letter is dead")
    siege.eventually(lambda: resolved(table), "the phase is resolved")
    with siege.quiet():
        assert siege.faults() == []


# --- PostgreSQL


@pytest.mark.parametrize("siege", ["postgresql"], indirect=True)
def test_postgresql_restarted_at_once_loses_nothing(
    siege: Siege, own_postgres: OwnPostgres, tally: Tally
) -> None:
    counted = siege.counted()
    with playing(siege, SEED) as tables:
        for number in range(1, RESTARTS + 1):
            tally.step(number, RESTARTS, "restarts")
            time.sleep(1)
            own_postgres.restart_at_once()
            siege.extra += 1  # a letter that was handed over just then cannot be marked
            time.sleep(1)
        siege.ready()

    assert len(tables) >= 3
    with siege.quiet():
        assert siege.faults() == []
    tally.keep(restarts=RESTARTS, lost=0, **siege.counted(counted))
