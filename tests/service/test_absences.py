"""Absence: declared once for all matches, seen by the others, and what each table makes of it."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask

from service import absences, deadlines, due, lobby, resolution, returning, stand_ins, tokens
from service.absences import Days
from service.post import delivery
from service.refusals import Refusal
from service.store.database import reading, writing
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.tables import NOON, Table

HOUR = timedelta(hours=1)
SEALED, TURN = 48 * HOUR, 24 * HOUR  # as these tables have agreed
BRUNO = tokens.Player("m1-Bruno", 1)
TODAY = date(2026, 3, 1)  # noon is a Sunday's


def day(number: int) -> date:
    """So many days from today."""
    return TODAY + timedelta(days=number)


def rome(text: str) -> datetime:
    """A moment where these people live, in the winter."""
    return datetime.fromisoformat(f"2026-03-{text}+01:00")


@pytest.fixture
def table(writing_room: Flask) -> Table:
    """Three people in their first auction, due on Tuesday at 13:00 in Rome."""
    return tables.lay()


def agree(absence: str) -> None:
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.pace = {**row.pace, "absence": absence}


def seat(number: int) -> Seat:
    with reading() as session:
        found = session.get_one(Seat, ("m1", number))
        session.expunge(found)
        return found


def leave(first: int, last: int, now: datetime = NOON) -> Days:
    return absences.declare(BRUNO, day(first), day(last), now)


def refused(first: date, last: date) -> str:
    with pytest.raises(Refusal) as caught:
        absences.declare(BRUNO, first, last, NOON)
    reason: Any = caught.value.facts["reason"]
    return str(reason)


def away() -> list[tuple[str, dict[str, Any]]]:
    found = [one for one in tables.notices() if one.kind == "away"]
    return [(one.player_id.partition("-")[2], one.facts) for one in found]


# --- declaring


def test_what_is_declared_is_listed_and_seen_by_everyone_at_the_table(table: Table) -> None:
    made = leave(4, 10)
    seen = lobby.one("m1").seats[1].away

    assert absences.listed(BRUNO, NOON) == [made]
    assert [(one.first_day, one.last_day) for one in seen] == [(day(4), day(10))]
    assert lobby.one("m1").seats[0].away == []


def test_the_others_are_told_once_and_who_is_away_is_not(table: Table) -> None:
    leave(4, 10)

    facts = {
        "step": "dates",
        "seat": 1,
        "name": "Bruno",
        "since": "2026-03-05",
        "until": "2026-03-11",
        "policy": "wait",
    }
    assert away() == [("Anna", facts), ("Carla", facts)]


def test_the_letter_names_the_days_as_they_are_where_the_absent_lives(table: Table) -> None:
    with writing() as session:
        session.get_one(Player, "m1-Anna").time_zone = "Pacific/Auckland"
    delivery.deliver(tables.at(1))
    leave(4, 10)
    delivery.deliver(tables.at(2))

    letter = next(one for one in reversed(tables.letters()) if one.player_id == "m1-Anna")
    said = " ".join(tables.words(letter).split())
    assert "Bruno is away from Thursday, 5 March 2026 to Wednesday, 11 March 2026." in said
    assert "on those days that seat's time does not run" in said


@pytest.mark.parametrize(
    ("first", "last", "reason"),
    [
        (-1, 3, "past"),
        (3, 2, "backwards"),
        (1, 61, "too_long"),
        (320, 366, "too_far_ahead"),
    ],
)
def test_days_that_make_no_sense_are_refused(
    table: Table, first: int, last: int, reason: str
) -> None:
    assert refused(day(first), day(last)) == reason
    assert absences.listed(BRUNO, NOON) == []


def test_today_is_not_past_where_the_player_lives(table: Table) -> None:
    """At noon in Rome it is already tomorrow in Auckland."""
    with writing() as session:
        session.get_one(Player, "m1-Bruno").time_zone = "Pacific/Auckland"

    assert refused(TODAY, TODAY) == "past"
    assert leave(1, 1).first_day == day(1)


def test_sixty_days_are_the_longest_and_a_hundred_and_twenty_a_year(table: Table) -> None:
    leave(0, 59)
    leave(100, 159)

    assert refused(day(200), day(200)) == "too_many_days"


@pytest.mark.parametrize(("first", "last"), [(10, 12), (8, 10), (12, 20), (0, 30), (11, 11)])
def test_two_absences_have_no_day_in_common(table: Table, first: int, last: int) -> None:
    leave(10, 12)

    assert refused(day(first), day(last)) == "overlap"


def test_so_many_letters_a_day_and_no_more(table: Table) -> None:
    for number in range(6):
        leave(number, number)
    with pytest.raises(Refusal) as caught:
        leave(20, 20)

    assert caught.value.code == "too_many"


def test_only_ones_own_absence_is_withdrawn(table: Table) -> None:
    made = leave(4, 10)
    for token, name in ((tokens.Player("m1-Anna", 1), made.absence), (BRUNO, "nothing\0")):
        with pytest.raises(Refusal) as caught:
            absences.withdraw(token, name, NOON)
        assert caught.value.code == "not_found"

    assert absences.listed(BRUNO, NOON) == [made]


def test_what_is_over_is_listed_no_more_and_forgotten(table: Table) -> None:
    leave(0, 0)
    tomorrow = absences.listed(BRUNO, NOON + TURN)
    gone = absences.forget(NOON + 4 * TURN)

    assert (tomorrow, gone) == ([], 1)


# --- the table waits


def test_where_the_table_waits_those_days_do_not_count(table: Table) -> None:
    """Half of Sunday, then away until Wednesday: what was left at midnight is left on Thursday."""
    leave(1, 3)

    assert seat(1).due_at == rome("06T13:00")  # eleven hours ran, thirty-seven are left
    assert [seat(0).due_at, seat(2).due_at] == [rome("03T13:00")] * 2


def test_an_absence_known_before_counts_when_the_turn_opens(table: Table) -> None:
    leave(1, 3)
    for number in range(3):
        table.submit(number, "bid nothing")
    resolution.resolve("m1", NOON)
    with writing() as session:
        row = session.get_one(Match, "m1")
        row.awaited = [1]
        due.assign(session, row, NOON)

    assert seat(1).due_at == rome("05T13:00")  # eleven hours of its twenty-four, then the rest


def test_who_is_there_after_all_has_as_much_time_left_as_before(table: Table) -> None:
    made = leave(1, 3)
    absences.withdraw(BRUNO, made.absence, NOON)

    assert seat(1).due_at == NOON + SEALED
    assert lobby.one("m1").seats[1].away == []


def test_a_deadline_that_is_past_is_not_moved_by_leaving(table: Table) -> None:
    late = NOON + SEALED + HOUR
    absences.declare(BRUNO, day(2), day(9), late)
    deadlines.enforce("m1", late, late)

    assert seat(1).defaults == 1


def test_who_has_acted_is_due_no_later(table: Table) -> None:
    table.submit(1, "bid nothing")
    leave(0, 9)

    assert seat(1).due_at == NOON + SEALED


# --- the rules act


def test_by_agreement_the_rules_act_at_once_and_nothing_is_counted(table: Table) -> None:
    agree("default")
    leave(0, 5)
    found = deadlines.overdue(NOON)
    deadlines.enforce("m1", NOON, NOON)

    assert found == ["m1"]
    assert table.row().submitted == [1]
    assert seat(1).defaults == 0
    assert [one for one in tables.notices() if one.kind == "missed"] == []


def test_the_rules_wait_until_the_absence_begins(table: Table) -> None:
    agree("default")
    leave(1, 5)
    before = deadlines.enforce("m1", rome("01T23:59"), rome("01T23:59"))
    look_at = table.row().due_at
    deadlines.enforce("m1", rome("02T00:00"), rome("02T00:00"))

    assert (before, look_at) == (0, rome("02T00:00"))
    assert seat(1).due_at == NOON + SEALED
    assert table.row().submitted == [1]


# --- a bot plays


def test_by_agreement_a_bot_plays_until_the_absence_ends(table: Table) -> None:
    agree("bot")
    leave(0, 1)
    deadlines.enforce("m1", NOON, NOON)
    acted = stand_ins.act("m1", NOON)

    assert acted
    assert (seat(1).stand_in, seat(1).stand_in_until) == ("greedy", rome("03T00:00"))
    assert (table.row().submitted, seat(1).defaults) == ([1], 0)
    assert returning.welcome(rome("02T23:59")) == 0
    assert returning.welcome(rome("03T00:00")) == 1
    assert (seat(1).stand_in, table.row().helped) == (None, [])


def test_who_comes_back_early_stays_though_the_days_go_on(table: Table) -> None:
    agree("bot")
    leave(0, 5)
    deadlines.enforce("m1", NOON, NOON)
    returning.take_back(tokens.Return("m1", 1, 1), NOON + HOUR)
    deadlines.enforce("m1", NOON + 2 * HOUR, NOON + 2 * HOUR)

    assert seat(1).stand_in is None
    assert seat(1).due_at == NOON + HOUR + SEALED


def test_who_withdraws_its_absence_plays_again_at_once(table: Table) -> None:
    agree("bot")
    made = leave(0, 5)
    deadlines.enforce("m1", NOON, NOON)
    absences.withdraw(BRUNO, made.absence, NOON + HOUR)

    assert (seat(1).stand_in, seat(1).stand_in_until) == (None, None)
    assert seat(1).due_at == NOON + HOUR + SEALED


def test_an_absence_reaches_every_match_of_its_player(table: Table) -> None:
    other = tables.lay("m2")
    with writing() as session:
        session.get_one(Seat, ("m2", 1)).player_id = "m1-Bruno"
    leave(1, 3)

    with reading() as session:
        assert session.get_one(Seat, ("m2", 1)).due_at == rome("06T13:00")
    assert len(tables.notices(other.id)) - len(tables.notices("m1")) == 0
