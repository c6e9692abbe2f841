"""Acting and taking it back without end: how many letters, and how long a log, that can make."""

import pytest
from flask import Flask

from engine.words import ENGLISH
from service import limits, resolution, undoing
from service.post import delivery, picture
from service.refusals import Refusal
from service.store.database import reading
from tests.parts import tables
from tests.parts.tables import BY_LETTER, NOON, Table, at


@pytest.fixture
def table(writing_room: Flask, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Giants at the first placement, with every letter so far sent; text is enough in them."""
    monkeypatch.setattr(picture, "of", lambda _: None)
    laid = tables.lay()
    for seat in range(3):
        laid.submit(seat, "bid nothing")
    resolution.resolve("m1", NOON)
    delivery.deliver(at(1))
    return laid


def act(table: Table) -> int:
    """The awaited seat's step; which seat that is."""
    seat = table.row().awaited[0]
    table.submit(seat, "worker c4")
    return seat


def undo(table: Table, seat: int, minute: float = 0) -> None:
    undoing.undo(table.turn_token(seat), BY_LETTER, table.row().turn, at(minute)())


def told_and_undone(table: Table, times: int) -> int:
    """The attack: each step's letter leaves before it is taken back; how often that was let."""
    for done in range(times):
        seat = act(table)
        delivery.deliver(at(done + 2))
        try:
            undo(table, seat)
        except Refusal:
            return done
    return times


def test_a_step_that_others_were_told_of_is_taken_back_six_times_a_day(table: Table) -> None:
    before = len(tables.letters())

    assert told_and_undone(table, 20) == 6
    assert len(tables.letters()) - before <= 7  # one for each step


def test_control_without_the_count_letters_have_no_end(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TOLD_UNDOS_PER_DAY", 1000)
    before = len(tables.letters())

    assert told_and_undone(table, 10) == 10
    assert len(tables.letters()) - before > 7


def test_steps_that_nobody_was_told_of_are_taken_back_freely(table: Table) -> None:
    before = len(tables.letters())
    for _ in range(20):
        undo(table, act(table))

    assert len(tables.letters()) == before


def test_a_log_does_not_grow_without_end(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.UNDOS_PER_DAY == 100
    monkeypatch.setattr(limits, "UNDOS_PER_DAY", 8)
    for _ in range(8):
        undo(table, act(table))
    seat, entries = act(table), table.row().number

    with pytest.raises(Refusal) as caught:
        undo(table, seat)

    assert caught.value.code == "too_many"
    assert caught.value.facts["retry_after"] == 12 * 3600 + 1  # noon: half a day is left
    assert table.row().number == entries


def test_the_next_day_steps_can_be_taken_back_again(table: Table) -> None:
    mover = table.row().awaited[0]
    assert told_and_undone(table, 7) == 6
    with pytest.raises(Refusal) as caught:
        undo(table, mover)
    assert caught.value.code == "too_many"

    undo(table, mover, 12 * 60)

    assert table.row().awaited == [mover]


def test_one_seat_uses_up_nothing_of_another_s(table: Table) -> None:
    assert told_and_undone(table, 7) == 6

    other = act(table)
    delivery.deliver(at(30))
    undo(table, other)

    assert table.row().awaited == [other]


def test_what_would_be_refused_is_not_offered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNDOS_PER_DAY", 1)
    offers = []
    for _ in range(2):
        seat, row = act(table), table.row()
        with reading() as session:
            offers.append(undoing.offered(session, row, seat, NOON, ENGLISH))
        if offers[-1] is not None:
            undo(table, seat)

    assert [one is None for one in offers] == [False, True]
