"""Processes that die at a named place: what was to happen happens after all, and once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.crash_points import POINTS
from service.store.database import reading
from service.store.matches import Match
from service.store.submissions import Submission
from tests.faults.players import SILENCE, Table, sit
from tests.faults.siege import Siege, besieged
from tests.parts.house import worker
from tests.parts.site import wait_for
from tests.parts.tally import Tally
from tests.scale import times

TIMES = times(1, 20)
WEB_POINTS = ("after-lock", "before-commit", "after-commit", "before-answer")
WORKER_POINTS = (
    "after-lock",
    "before-commit",
    "after-commit",
    "after-claim",
    "after-data",
    "before-mark",
)
KEY = "the last bid"


def test_every_point_has_its_crash() -> None:
    assert {*WEB_POINTS, *WORKER_POINTS} == set(POINTS)


def nearly_complete(siege: Siege) -> Table:
    """All bids are in but the last seat's."""
    table = sit(siege)
    assert [table.bid(seat).status for seat in (0, 1)] == [202, 202]
    return table


def dead(wish: Path) -> None:
    wait_for(lambda: not wish.exists(), f"somebody dies {wish.name}")


def resolved(table: Table) -> bool:
    with table.siege.app.app_context(), reading() as session:
        return session.get_one(Match, table.id).number > 1


def bids(table: Table, seat: int) -> int:
    with table.siege.app.app_context(), reading() as session:
        made = session.query(Submission).filter_by(match_id=table.id, seat=seat, kind="sealed")
        return made.count()


def lose_the_answer(siege: Siege, point: str, key: str | None) -> Table:
    """The last bid, whose web process dies on the way to its answer."""
    table = nearly_complete(siege)
    wish = siege.wish("web", point)
    with pytest.raises(SILENCE):
        table.send(2, {"turn": 0, "text": "bid nothing"}, key)
    dead(wish)
    return table


def test_a_web_process_dies_and_the_same_request_again_has_one_effect(
    siege: Siege, tally: Tally
) -> None:
    crashes = WEB_POINTS * TIMES
    for number, point in enumerate(crashes, 1):
        tally.step(number, len(crashes), point)
        table = lose_the_answer(siege, point, KEY)
        assert table.bid(2, key=KEY).status == 202
        siege.eventually(lambda: resolved(table), f"the phase is resolved, dead {point}")  # noqa: B023  # called here
        assert bids(table, 2) == 1

    with siege.quiet():
        assert siege.faults() == []
    tally.keep(kills=len(crashes))


def test_control_without_its_key_the_same_request_again_is_another(siege: Siege) -> None:
    """The first bid of a table, for the last closes the phase."""
    table = sit(siege)
    wish = siege.wish("web", "before-answer")
    with pytest.raises(SILENCE):
        table.send(0, {"turn": 0, "text": "bid nothing"}, None)
    dead(wish)

    assert table.bid(0, key=None).status == 202
    assert bids(table, 0) == 2


def test_a_worker_dies_and_another_goes_on(siege: Siege, tally: Tally) -> None:
    crashes = WORKER_POINTS * TIMES
    for number, point in enumerate(crashes, 1):
        tally.step(number, len(crashes), point)
        table = nearly_complete(siege)
        wish = siege.wish("worker", point)
        assert table.bid(2).status == 202
        dead(wish)
        siege.extra += 1
        siege.eventually(lambda: resolved(table), f"the phase is resolved, dead {point}")  # noqa: B023  # called here

    with siege.quiet():
        assert siege.faults() == []
    tally.keep(kills=len(crashes))


@pytest.fixture
def loose(tmp_path: Path, sqlite_url: str) -> Iterator[Siege]:
    """Its worker forgets a task whose process died, and nobody rings for a sweep."""
    with besieged(tmp_path / "siege", sqlite_url) as siege:
        siege.stop("worker")
        siege.start("worker", worker("tests.workers.loose"))
        siege.ready()
        siege.settled()
        yield siege


def test_control_without_redelivery_only_a_sweep_finds_the_phase_again(loose: Siege) -> None:
    table = nearly_complete(loose)
    loose.settled()  # whoever comes there next comes for the phase, not for letters
    wish = loose.wish("worker", "after-lock")
    assert table.bid(2).status == 202
    dead(wish)
    with pytest.raises(pytest.fail.Exception):
        wait_for(lambda: resolved(table), "the phase is resolved without a sweep", 3)
    loose.eventually(lambda: resolved(table), "the phase is resolved by a sweep")
