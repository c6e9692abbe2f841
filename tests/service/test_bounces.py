"""A letter that came back: its state, its address, its host, and what is not believed."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from service import notices, tokens
from service.mail.outcomes import Sent
from service.mail.reports import Delayed, Returned
from service.notices import Telling
from service.post import bounces, gathering, marking, silence, sweeping
from service.store import handles
from service.store.database import reading, writing
from service.store.letters import Letter, Notice
from service.store.matches import Match, Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.inbox import called, letter, sent
from tests.parts.tables import NOON, at

GONE = Returned("550 5.1.1 user unknown", address=True)
NOW = at()()
AGAIN = tokens.Unsubscribe("m1-Bruno", "m1", 1)


@pytest.fixture
def table(writing_room: Flask) -> tables.Table:
    """Rapa Nui between Anna, who hosts, and Bruno; nothing waits to be told."""
    return quiet("m1")


def take(letter_id: int, report: Returned | Delayed, when: datetime) -> bool:
    return bounces.take(called(letter_id), report, when)


def quiet(name: str) -> tables.Table:
    laid = tables.lay(name, "rapa-nui", ("Anna", "Bruno"))
    with writing() as session:
        session.execute(update(Notice).where(Notice.match_id == name).values(status="dropped"))
    return laid


def row(letter_id: int) -> Letter:
    with reading() as session:
        found = session.get_one(Letter, letter_id)
        session.expunge_all()
        return found


def fault(player: str = "m1-Bruno") -> str | None:
    with reading() as session:
        return session.get_one(Player, player).fault


def problems(match: str = "m1") -> list[tuple[str, object]]:
    """Who is told of which problem."""
    found = [one for one in tables.notices(match) if one.kind == "problem"]
    return [(one.player_id, one.facts["problem"]) for one in found]


def test_the_address_is_faulty_the_host_is_told_and_the_match_goes_on(table: tables.Table) -> None:
    back = sent()

    taken = take(back, GONE, NOW)

    assert taken
    assert (row(back).status, row(back).reason) == ("bounced", "550 5.1.1 user unknown")
    assert fault() == "550 5.1.1 user unknown"
    assert problems() == [("m1-Anna", "letter_bounced")]
    assert table.row().status == "running"


def test_a_letter_comes_back_once(table: tables.Table) -> None:
    back = sent()

    taken = [take(back, GONE, NOW) for _ in range(3)]

    assert taken == [True, False, False]
    assert len(problems()) == 1


def test_many_letters_that_come_back_are_told_once(table: tables.Table) -> None:
    taken = [take(sent(), GONE, NOW) for _ in range(3)]

    assert taken == [True, True, True]
    assert len(problems()) == 1


def test_a_delay_is_noted_and_no_more(table: tables.Table) -> None:
    late = sent()

    take(late, Delayed("4.4.1 no answer"), NOW)

    assert (row(late).status, row(late).reason) == ("sent", "4.4.1 no answer")
    assert (fault(), problems()) == (None, [])


def test_a_letter_given_up_is_told_and_blames_no_address(table: tables.Table) -> None:
    back = sent()

    take(back, Returned("4.4.7 expired", address=False), NOW)

    assert row(back).status == "bounced"
    assert (fault(), problems()) == (None, [("m1-Anna", "letter_undelivered")])


@pytest.mark.parametrize(
    ("days", "believed"), [(10, True), (10.01, False)], ids=["ten days", "later"]
)
def test_after_ten_days_nothing_comes_back_any_more(
    table: tables.Table, days: float, *, believed: bool
) -> None:
    back = sent()

    assert take(back, GONE, NOON + timedelta(days=days)) is believed
    assert (fault() is not None) is believed


@pytest.mark.parametrize(
    "values",
    [
        {"status": "ready", "next_at": NOON},
        {"status": "dropped", "reason": "the turn was made"},
        {"status": "dead", "reason": "550 no"},
    ],
    ids=lambda one: one["status"],
)
def test_what_never_left_cannot_come_back(table: tables.Table, values: dict[str, Any]) -> None:
    here = letter(**values)

    assert not take(here, GONE, NOW)
    assert row(here).status == values["status"]
    assert fault() is None


def test_a_letter_that_nobody_wrote_is_no_letter(table: tables.Table) -> None:
    assert not bounces.take(handles.new(), GONE, NOW)


def test_a_bounce_may_be_here_before_the_word_that_the_letter_was_taken(
    table: tables.Table,
) -> None:
    back = letter(status="sending", unsure=1, next_at=NOON + timedelta(minutes=5))
    take(back, GONE, NOW)

    marking.mark(back, "m1", 1, Sent(), NOW)

    assert row(back).status == "bounced"


def test_what_nobody_read_is_told_once_more_later(table: tables.Table) -> None:
    """Two entries were told by a letter that arrived, five by one that did not."""
    sent(told=2)
    back = sent(told=5)
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).told = 5

    take(back, GONE, NOW)

    with reading() as session:
        assert session.get_one(Seat, ("m1", 1)).told == 2


def test_the_copy_of_a_letter_that_came_back_is_forgotten_like_any_other(
    table: tables.Table,
) -> None:
    back = sent(copy=b"x")
    take(back, GONE, NOW)

    forgotten = sweeping.forget(NOW + timedelta(days=31))

    assert (forgotten, row(back).copy) == (1, None)


def test_a_host_whose_own_letters_come_back_is_not_written_to_about_it(
    table: tables.Table,
) -> None:
    take(sent(0, player="Anna"), GONE, NOW)

    assert fault("m1-Anna") is not None
    assert problems() == []


def test_somebody_without_an_address_any_more_has_no_faulty_one(table: tables.Table) -> None:
    back = sent()
    with writing() as session:
        session.get_one(Player, "m1-Bruno").address = None

    take(back, GONE, NOW)

    assert (row(back).status, fault()) == ("bounced", None)


# --- once its reader says so


def test_who_asks_again_is_written_to_again_and_an_older_bounce_does_not_undo_it(
    table: tables.Table,
) -> None:
    first, second = sent(), sent()
    take(first, GONE, NOW)
    silence.unmute(AGAIN, NOW + timedelta(minutes=1))

    take(second, GONE, NOW + timedelta(minutes=2))

    assert row(second).status == "bounced"
    assert fault() is None
    assert problems()[-1] == ("m1-Anna", "letter_undelivered")


def test_an_address_that_fails_again_is_told_again_the_next_day(table: tables.Table) -> None:
    take(sent(), GONE, NOW)
    silence.unmute(AGAIN, NOW)
    later = NOW + timedelta(days=1)
    newer = letter(status="sent", sent_at=later, unsure=1)

    take(newer, GONE, later)

    assert fault() is not None
    assert problems() == [("m1-Anna", "letter_bounced")] * 2


# --- the other tables of the same person


def test_the_host_of_another_match_is_told_when_a_letter_there_is_not_written(
    table: tables.Table,
) -> None:
    quiet("m2")
    with writing() as session:
        session.get_one(Seat, ("m2", 1)).player_id = "m1-Bruno"
    take(sent(), GONE, NOW)
    with writing() as session:
        twice = [Telling(1, "your_turn", f"entry:{number}") for number in (8, 9)]
        notices.write(session, session.get_one(Match, "m2"), twice, NOON)

    gathering.gather("m2", NOW)
    gathering.gather("m1", NOW)

    assert problems("m2") == [("m2-Anna", "address_faulty")]
    assert problems("m1") == [("m1-Anna", "letter_bounced")]
