"""Workers killed with a letter in their hands: one more copy a kill at most, never above two."""

import signal
import sys
from pathlib import Path

import pytest
from flask import Flask

from service.post import delivery, gathering, sweeping
from tests.parts import tables
from tests.parts.post_office import PostOffice
from tests.parts.site import PATIENCE, process
from tests.parts.tables import at

AFTER_LEASE = 5.0
POINTS = {"after-claim": 1, "after-data": 2, "before-mark": 2}


class Couriers:
    """Real processes on the test's database and mail server."""

    def __init__(self, url: str, office: PostOffice, tmp_path: Path) -> None:
        self.office, self.log, self.points = office, tmp_path / "courier.log", tmp_path / "points"
        self.environment = {
            "MODE": "development",
            "DATA": str(tmp_path / "data"),
            "DATABASE_URL": url,
            "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
            "SMTP_URL": office.url,
            "CRASH_POINTS": str(self.points),
        }

    def send(self, point: str, **wish: str) -> None:
        """One that must die by SIGKILL at this point, and of nothing else."""
        self.points.mkdir(exist_ok=True)
        (self.points / point).touch()
        command = [sys.executable, "-m", "tests.faults.courier"]
        with process(command, self.environment | wish, self.log) as courier:
            code = courier.wait(PATIENCE)
        assert code == -signal.SIGKILL, self.log.read_text()


@pytest.fixture
def couriers(
    posting: Flask, database_url: str, post_office: PostOffice, tmp_path: Path
) -> Couriers:
    tables.lay()
    gathering.gather("m1", at()())
    return Couriers(database_url, post_office, tmp_path)


def recovered(minute: float) -> None:
    sweeping.recover(at(minute)())
    delivery.deliver(at(minute))


def demand_invariants() -> None:
    """I4: each cause has one notice, and each notice an end."""
    keys = [(one.match_id, one.player_id, one.kind, one.cause) for one in tables.notices()]
    assert len(set(keys)) == len(keys)
    ends = {one.id: one.status for one in tables.letters()}
    for notice in tables.notices():
        assert notice.status == "dropped" or ends[notice.letter_id or 0] in ("sent", "dead")


@pytest.mark.parametrize("point", POINTS)
def test_a_killed_worker_costs_one_copy_at_most(couriers: Couriers, point: str) -> None:
    couriers.send(point)
    taken = tables.letters()[0].status
    recovered(1.5)
    held = tables.letters()[0].status
    recovered(AFTER_LEASE)
    recovered(AFTER_LEASE * 2)

    assert (taken, held) == ("sending", "sending")
    assert [one.status for one in tables.letters()] == ["sent"] * 3
    assert couriers.office.copies() == {
        one.message_id: POINTS[point] if number == 0 else 1
        for number, one in enumerate(tables.letters())
    }
    demand_invariants()


def test_killed_twice_there_are_two_copies_and_never_a_third(couriers: Couriers) -> None:
    couriers.send("after-data")
    delivery.deliver(at(1.5))
    sweeping.recover(at(AFTER_LEASE)())
    couriers.send("after-data", MINUTE="5")
    for minute in (AFTER_LEASE * 2, 60, 600):
        recovered(minute)

    first = tables.letters()[0]
    assert couriers.office.copies()[first.message_id] == 2
    assert (first.status, first.unsure, first.attempts) == ("dead", 2, 2)
    demand_invariants()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
class TestControls:
    def test_a_letter_marked_when_taken_is_lost_with_its_worker(self, couriers: Couriers) -> None:
        couriers.send("after-claim", WITHOUT="claims")
        recovered(AFTER_LEASE)

        assert tables.letters()[0].status == "sent"
        assert tables.letters()[0].message_id not in couriers.office.copies()

    def test_a_batch_costs_a_copy_of_each_of_its_letters(self, couriers: Couriers) -> None:
        couriers.send("before-mark", WITHOUT="single_rows")
        recovered(AFTER_LEASE)

        assert sum(couriers.office.copies().values()) == 6

    def test_without_a_lease_that_ends_the_letter_never_leaves(self, couriers: Couriers) -> None:
        couriers.send("after-claim")
        delivery.deliver(at(AFTER_LEASE))

        assert tables.letters()[0].message_id not in couriers.office.copies()
