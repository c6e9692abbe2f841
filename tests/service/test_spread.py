"""A deadline is enforced within ten minutes after the moment that was shown, never before it."""

from datetime import datetime, timedelta

import pytest
from flask import Flask

from service import deadlines, due
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from tests.parts import tables
from tests.parts.tables import NOON, Table

TURN, SEALED = timedelta(hours=24), timedelta(hours=48)  # as these tables have agreed
SHOWN = NOON + TURN
TEN, SECOND = timedelta(minutes=10), timedelta(seconds=1)
SWEEP = 15 * SECOND


def lay(name: str = "m1") -> Table:
    """Two people at cards; one of them is awaited for a day."""
    return tables.lay(name, "rapa-nui", ("Anna", "Bruno"))


def moment(match: str, seat: int, since: datetime, pace: timedelta = TEN) -> datetime:
    """The first second at which this seat is found late."""
    seconds = (since + SECOND * number for number in range(int(pace / SECOND) + 2))
    return next(at for at in seconds if match in deadlines.overdue(at))


def test_at_the_shown_moment_nothing_is_found_and_ten_minutes_later_it_is(
    writing_room: Flask,
) -> None:
    lay()

    assert deadlines.overdue(SHOWN - SECOND) == []
    assert moment("m1", 0, SHOWN - SECOND) >= SHOWN
    assert deadlines.overdue(SHOWN + TEN) == ["m1"]


def test_what_is_found_is_done_and_not_before(writing_room: Flask) -> None:
    """The look and what it leads to agree on the moment, to the second."""
    lay()
    at = moment("m1", 0, SHOWN)

    assert deadlines.enforce("m1", at - SECOND, at) == 0
    assert deadlines.enforce("m1", at, at) == 1


def test_what_was_due_at_one_second_is_not_enforced_in_one_sweep(writing_room: Flask) -> None:
    """With hours of play all turns made by night are due when the day begins."""
    names = [lay(f"g{number}").id for number in range(4)]
    moments = {moment(name, 0, SHOWN) for name in names}

    assert max(moments) - min(moments) > SWEEP
    assert all(SHOWN <= at <= SHOWN + TEN for at in moments)


def test_each_seat_and_turn_has_a_moment_of_its_own_and_keeps_it(writing_room: Flask) -> None:
    row = lay().row()
    first = due.spread(row, "m1", 0)
    again = due.spread(row, "m1", 0)
    row.turn += 1
    others = {due.spread(row, "m1", 0), due.spread(row, "m1", 1), due.spread(row, "m2", 1)}

    assert first == again
    assert len({first, *others}) == 4


@pytest.mark.parametrize(
    ("hours", "longest"), [(1, timedelta(minutes=1)), (6, timedelta(minutes=6)), (720, TEN)]
)
def test_a_quick_match_stays_quick(writing_room: Flask, hours: int, longest: timedelta) -> None:
    """A minute for each hour that a turn may take, ten at most."""
    row = lay().row()
    row.pace = {**row.pace, "turn_hours": hours}
    drawn = [due.spread(row, f"m{number}", 0) for number in range(200)]

    assert all(timedelta() <= one <= longest for one in drawn)
    assert max(drawn) > longest * 0.9
    assert min(drawn) < longest * 0.1


def test_who_acts_between_the_shown_moment_and_the_look_has_acted_in_time(
    writing_room: Flask,
) -> None:
    table = tables.lay()
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).due_at = NOON + 2 * SEALED
        session.get_one(Seat, ("m1", 2)).due_at = NOON + 2 * SEALED
    at = moment("m1", 0, NOON + SEALED)
    table.submit(0, "bid 1 marker", at - SECOND)
    deadlines.enforce("m1", at, at)

    with reading() as session:
        assert session.get_one(Seat, ("m1", 0)).defaults == 0
        assert session.get_one(Match, "m1").submitted == [0]


def test_control_who_does_not_is_late(writing_room: Flask) -> None:
    tables.lay()
    deadlines.enforce("m1", NOON + SEALED + TEN, NOON + SEALED + TEN)

    with reading() as session:
        assert session.get_one(Seat, ("m1", 0)).defaults == 1


def test_the_shown_moment_and_the_reminder_stay(writing_room: Flask) -> None:
    """24 hours before 48 have passed."""
    tables.lay()
    with reading() as session:
        seat = session.get_one(Seat, ("m1", 0))

        assert (seat.due_at, seat.remind_at) == (NOON + SEALED, NOON + SEALED - TURN)
