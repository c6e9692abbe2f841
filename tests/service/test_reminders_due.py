"""Reminders before a deadline: when their reader wants them, and never after the turn was made."""

from datetime import datetime, timedelta

import pytest
from flask import Flask

from service import due, me, reminders, resolution, tokens
from service.me import Change
from service.post import delivery, truth
from service.refusals import Refusal
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import NOON, Table

HOUR = timedelta(hours=1)
DUE = NOON + 48 * HOUR
BRUNO = tokens.Player("m1-Bruno", 1)


@pytest.fixture
def table(writing_room: Flask) -> Table:
    """Three people in their first auction, which is due in two days."""
    return tables.lay()


def want(*hours: int) -> None:
    """Bruno wants these, from the next turn on: which begins now."""
    me.change(BRUNO, Change(reminders=list(hours)), NOON)
    with writing() as session:
        due.assign(session, session.get_one(Match, "m1"), NOON)


def reminded() -> list[tuple[str, str]]:
    found = [one for one in tables.notices() if one.kind == "reminder" and one.seat == 1]
    return [(one.cause, one.status) for one in found]


def sweep(*moments: datetime) -> None:
    for moment in moments:
        reminders.send_due(moment)


def test_a_day_before_the_deadline_unless_told_otherwise(table: Table) -> None:
    sweep(DUE - 24 * HOUR - timedelta(seconds=1))
    before = reminded()
    sweep(DUE - 24 * HOUR, DUE - 23 * HOUR, DUE - HOUR)

    assert before == []
    assert reminded() == [("reminder:0:1:1", "waiting")]


def test_each_of_three_comes_once_with_its_number(table: Table) -> None:
    want(30, 6, 1)
    sweep(*(DUE - hours * HOUR for hours in range(40, 0, -1)))

    assert [cause for cause, _ in reminded()] == [f"reminder:0:1:{number}" for number in (1, 2, 3)]


def test_who_wants_none_gets_none(table: Table) -> None:
    want()
    sweep(*(DUE - hours * HOUR for hours in range(40, 0, -1)))

    assert reminded() == []


def test_one_whose_hour_has_passed_when_the_turn_opens_is_not_sent(table: Table) -> None:
    want(60, 10)
    with reading() as session:
        assert session.get_one(Seat, ("m1", 1)).remind_at == DUE - 10 * HOUR


def test_after_an_outage_one_letter_tells_of_all_that_were_missed(table: Table) -> None:
    """No flood once the queue recovers."""
    want(30, 20, 10)
    sweep(DUE - 5 * HOUR, DUE - 5 * HOUR)

    assert [cause for cause, _ in reminded()] == ["reminder:0:1:3"]


def test_after_the_deadline_nobody_is_reminded(table: Table) -> None:
    sweep(DUE)

    assert reminded() == []


def test_whose_action_is_in_is_not_reminded(table: Table) -> None:
    table.submit(1, "bid nothing")
    sweep(DUE - 24 * HOUR)

    assert reminded() == []


def test_the_stale_reminder_stays_here(table: Table) -> None:
    """The incident: the turn is made between the reminder's hour and its letter."""
    sweep(DUE - 24 * HOUR)
    table.submit(1, "bid nothing")
    delivery.deliver(lambda: DUE - 23 * HOUR)

    found = next(one for one in tables.notices() if one.kind == "reminder" and one.seat == 1)
    assert (found.status, found.reason) == ("dropped", truth.ACTED)


def test_a_reminder_of_an_auction_does_not_serve_for_what_follows_it(table: Table) -> None:
    sweep(DUE - 24 * HOUR)
    for seat in range(3):
        table.submit(seat, "bid nothing")
    resolution.resolve("m1", DUE - 23 * HOUR)
    delivery.deliver(lambda: DUE - 23 * HOUR)

    kinds = [(one.kind, one.status) for one in tables.notices() if one.kind == "reminder"]
    assert kinds == [("reminder", "dropped")] * 3


def test_the_letter_says_what_else_would_happen(table: Table) -> None:
    delivery.deliver(tables.at(1))
    sweep(DUE - 24 * HOUR)
    delivery.deliver(lambda: DUE - 24 * HOUR)

    said = tables.words(tables.letters()[-1])
    assert "If you do not act in time, the rules act in your place." in said
    assert "The host asked" not in said


def test_a_match_at_rest_reminds_nobody(table: Table) -> None:
    with writing() as session:
        session.get_one(Match, "m1").paused_at = NOON
    sweep(DUE - 24 * HOUR)

    assert reminded() == []


@pytest.mark.parametrize("hours", [[24, 24], [1, 2, 3, 4], [0], [337]])
def test_hours_that_make_no_sense_are_refused(hours: list[int]) -> None:
    with pytest.raises(Refusal) as caught:
        reminders.read_hours(hours, "reminders")

    assert caught.value.facts == {"field": "reminders", "reason": "bad_reminders"}


def test_my_reminders_are_among_what_is_known_of_me(table: Table) -> None:
    usual = me.look(BRUNO).reminders
    me.change(BRUNO, Change(reminders=[]), NOON)

    assert (usual, me.look(BRUNO).reminders) == ([24], [])
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").policy["reminders"] == []
