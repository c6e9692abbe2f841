"""A digest under faults: workers that gather at once, and one that dies with it in its hands."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

from service.post import gathering, standing
from service.store import matches
from service.store.letters import Letter
from service.store.matches import Match
from tests.faults.test_post import AFTER_LEASE, Couriers, recovered
from tests.parts import digests, tables
from tests.parts.digests import BRUNO, EVENING
from tests.parts.post_office import PostOffice
from tests.parts.tables import at

STRUCK = 5 * 60
MATCHES = ("m1", "m2", "m3")


def laid() -> None:
    digests.tables_of_bruno(*MATCHES[1:], **EVENING)


def to_bruno() -> list[Letter]:
    found = [one for match in MATCHES for one in tables.letters(match)]
    return list({one.id: one for one in found if one.player_id == BRUNO}.values())


def together(app: Flask, *works: Callable[[], object]) -> list[BaseException | None]:
    """All at once; what each of them failed with."""
    barrier = Barrier(len(works))

    def one(work: Callable[[], object]) -> None:
        with app.app_context():
            barrier.wait(10)
            work()

    with ThreadPoolExecutor(len(works)) as pool:
        futures = [pool.submit(one, work) for work in works]
        return [future.exception() for future in futures]


def test_whoever_gathers_at_once_there_is_one_digest(stored: Flask) -> None:
    """Two for the player, and one for each of the matches that the digest tells of."""
    laid()
    now = at(STRUCK)()
    works = [partial(gathering.gather_digest, BRUNO, now)] * 2
    works += [partial(gathering.gather, match, now) for match in MATCHES]
    faults = together(stored, *works)

    assert faults == [None] * len(works)
    (letter,) = to_bruno()
    told = [one for match in MATCHES for one in tables.notices(match) if one.player_id == BRUNO]
    assert {(one.status, one.letter_id) for one in told} == {("posted", letter.id)}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_control_without_its_matches_held_two_gather_the_same(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only that a notice begins one letter keeps the second from telling it all again."""
    laid()
    sift, both = standing.sift, Barrier(2)

    def slow(*args: Any) -> Any:
        both.wait(10)
        return sift(*args)

    monkeypatch.setattr(matches, "locked", lambda session, one: session.get(Match, one))
    monkeypatch.setattr(standing, "sift", slow)
    faults = together(stored, *[partial(gathering.gather_digest, BRUNO, at(STRUCK)())] * 2)

    assert [type(one) for one in faults if one] == [IntegrityError]


def test_a_worker_killed_with_a_digest_costs_one_copy_at_most(
    posting: Flask, database_url: str, post_office: PostOffice, tmp_path: Path
) -> None:
    laid()
    gathering.gather_digest(BRUNO, at(STRUCK)())
    couriers = Couriers(database_url, post_office, tmp_path)
    couriers.send("after-data", MINUTE=str(STRUCK))
    (taken,) = to_bruno()
    recovered(STRUCK + AFTER_LEASE)
    recovered(STRUCK + 2 * AFTER_LEASE)

    (letter,) = to_bruno()
    assert (taken.status, letter.status) == ("sending", "sent")
    assert post_office.copies()[letter.message_id] == 2
