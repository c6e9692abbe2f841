"""Slow games that do not die: whoever leaves, or gets no letters, every match is finished."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask

from tests.pace import figures
from tests.pace.habits import ZONES, Habit
from tests.pace.world import BEGAN, World, endings, wordless
from tests.parts.site import MakeApp
from tests.scale import times

MATCHES = times(5, 125)  # of each kind; there are four
SMALL = {"island": "motu-nui", "quick": True, "max_rounds": 2}
SITTING_OR_TWO = {"turn_hours": 24, "sealed_hours": 24}
SIX_WEEKS = 42
FIRST = BEGAN.date()


def day(number: int) -> Any:
    return FIRST + timedelta(days=number)


def habit(seat: int, luck: Random) -> Habit:
    """Most people just sit down twice a day; some are away, leave, or lose their mailbox."""
    zone, fate = ZONES[seat % len(ZONES)], luck.randrange(12)
    start = luck.randrange(2, 9)
    if fate == 0:
        return Habit(zone, away=(day(start), day(start + 5)))
    if fate == 1:
        return Habit(zone, gone=day(start))
    if fate == 2:  # the third fate
        return Habit(zone, lost=day(start), found=day(start + 4))
    return Habit(zone)


@pytest.fixture
def world(make_app: MakeApp, sqlite_url: str) -> Iterator[World]:
    made = make_app(DATABASE_URL=sqlite_url, LETTER_DELAY="2")
    made.extensions["bell"] = Silent()
    with made.app_context():
        found = World(Random(7))  # noqa: S311  # the dice of a test
        with wordless(found):
            yield found


class Silent:
    """No bell: the world itself does what a worker would."""

    def ring(self, task: str, **ids: str) -> bool:  # noqa: ARG002  # a bell's own
        return False


@pytest.mark.parametrize("absence", ["wait", "bot"])
@pytest.mark.parametrize(("game", "seats"), [("giants", 4), ("rapa-nui", 3)])
def test_every_match_is_finished_whatever_happens_to_its_people(
    world: World, game: str, seats: int, absence: str
) -> None:
    """Nobody waits for ever, no notice is left over, and inboxes stay calm."""
    luck = Random(f"{game} {absence}")  # noqa: S311  # the dice of a test
    for number in range(MATCHES):
        people = tuple(habit(seat, luck) for seat in range(seats))
        pace = SITTING_OR_TWO | {"absence": absence, "patience": 2}
        world.open(f"m{number}", game, people, pace, SMALL if game == "giants" else {})
    world.run()
    found = figures.of(world)

    assert world.running() == []
    assert endings() == {}
    assert found.longest <= SIX_WEEKS
    assert found.letters <= 2  # a player a day, as the pace promises


def test_control_without_deadlines_a_match_dies_of_one_who_left(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.deadlines.overdue", lambda _now: [])
    monkeypatch.setattr("tests.pace.world.LONGEST", timedelta(days=60))
    people = (Habit(), Habit(gone=day(1)), Habit())
    world.open("m1", "rapa-nui", people, SITTING_OR_TWO, {})
    world.run()

    assert world.running() == ["m1"]


def test_who_plans_finishes_sooner_than_who_does_not(world: World) -> None:
    """The same table twice: steps that play themselves need nobody to sit down for them."""
    for name, plans in (("planned", True), ("unplanned", False)):
        people = tuple(Habit(zone, plans=plans) for zone in ZONES)
        world.open(name, "giants", people, SITTING_OR_TWO, SMALL)
    world.run()

    assert 2 * world.took("planned") < world.took("unplanned")


def test_a_sitting_is_counted_where_something_was_done(world: World) -> None:
    """The figures are of people who act, not of people who look."""
    world.open("m1", "rapa-nui", (Habit(plans=False), Habit(plans=False)), SITTING_OR_TWO, {})
    world.run()

    assert all(0 < one.sittings <= one.actions for one in world.sitters)


def test_the_people_of_a_zone_sit_down_by_its_clock(stored: Flask) -> None:
    """Also over the change to summer time, which Rome has on 29 March 2026."""
    sat = Habit("Europe/Rome").sittings(BEGAN, BEGAN + timedelta(days=40))
    hours = {one.hour for one in sat}

    assert hours == {8, 20}
