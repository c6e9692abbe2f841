"""The outbox: one notice a cause, one letter for all that waits, nothing that is no longer true."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from service import notices, players, resolution, table as rows
from service.mail.senders import Smtp
from service.notices import Telling
from service.post import delivery, gathering, marking, standing, sweeping, truth
from service.store import outbox
from service.store.database import writing
from service.store.letters import Letter
from service.store.matches import Match, Seat
from service.store.players import Block, Player
from tests.parts import tables
from tests.parts.post_office import PostOffice
from tests.parts.tables import NOON, at

NAMES = ("Anna", "Bruno", "Carla")


def change(model: type[Any], key: object, **values: object) -> None:
    with writing() as session:
        row = session.get_one(model, key)
        for name, value in values.items():
            setattr(row, name, value)


def test_one_letter_covers_all_that_waits(stored: Flask) -> None:
    tables.lay()

    gathering.gather("m1", at()())

    assert [one.kind for one in tables.notices()] == ["started"] * 3 + ["your_turn"] * 3
    assert [one.kind for one in tables.letters()] == ["your_turn"] * 3


def test_gathering_twice_makes_no_second_letter(stored: Flask) -> None:
    tables.lay()

    for _ in range(3):
        gathering.gather("m1", at()())

    assert len(tables.letters()) == 3


def test_a_cause_is_told_once_however_often_it_is_written(stored: Flask) -> None:
    tables.lay()
    with writing() as session:
        row = session.get_one(Match, "m1")
        notices.write(session, row, [Telling(0, "started", "entry:1")] * 3, NOON)

    assert [one.kind for one in tables.notices()].count("started") == 3


def made_before_its_letter_left() -> str:
    """A letter was gathered, then the turn was made; whose it was."""
    table = tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    delivery.deliver(at(), "m1")
    first = table.row().awaited[0]
    act(table, first)
    gathering.gather("m1", at(2)())
    act(table, 1 - first)
    return ("anna", "bruno")[1 - first]


def test_a_turn_made_before_its_letter_left_is_not_reminded_of(
    posting: Flask, post_office: PostOffice
) -> None:
    """The stale reminder."""
    whose = made_before_its_letter_left()

    delivery.deliver(at(3), "m1")

    dropped = [one for one in tables.notices() if one.status == "dropped"]
    assert [(one.kind, one.reason) for one in dropped] == [("your_turn", truth.ACTED)]
    assert tables.letters()[2].status == "dropped"
    assert [one["Subject"] for one in post_office.letters if whose in one["To"]] == [
        "Rapa Nui: the match begins"
    ]


def test_control_without_the_second_look_the_stale_reminder_leaves(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    whose = made_before_its_letter_left()
    monkeypatch.setattr(standing, "reason_to_drop", lambda *_: None)

    delivery.deliver(at(3), "m1")

    assert len([one for one in post_office.letters if whose in one["To"]]) == 2


def act(table: tables.Table, seat: int) -> None:
    """Whatever is asked of this seat, until nothing is."""
    while seat in table.row().awaited and seat not in table.row().submitted:
        played = rows.load(table.row())
        action = next(iter(played.game.choices(played.state, seat)))
        table.submit(seat, played.game.say(played.state, action))


CASES: dict[str, tuple[Callable[[], None], str]] = {
    "erased": (lambda: change(Player, "m1-Bruno", erased_at=NOON), truth.ERASED),
    "no address": (lambda: change(Player, "m1-Bruno", address=None), truth.NO_ADDRESS),
    "faulty": (lambda: change(Player, "m1-Bruno", fault="550 no"), truth.FAULTY),
    "muted": (lambda: change(Player, "m1-Bruno", policy={"muted": ["m1"]}), truth.UNSUBSCRIBED),
    "replaced": (lambda: change(Seat, ("m1", 1), player_id="m1-Carla"), truth.CHANGED_HANDS),
    "cancelled": (lambda: change(Match, "m1", status="cancelled"), truth.CANCELLED),
    "finished": (lambda: change(Match, "m1", status="finished"), truth.OVER),
}


VOTES: dict[str, tuple[str, dict[str, object], str]] = {
    "more time, and the phase is over": ("extend", {"phase": "placement 1"}, truth.PHASE_OVER),
    "a pause, and it is paused": ("pause", {"paused_at": NOON}, truth.STOPPED),
    "to go on, and it does": ("resume", {}, truth.RESUMED),
}


@pytest.mark.parametrize("case", VOTES)
def test_a_question_that_has_answered_itself_is_not_asked(writing_room: Flask, case: str) -> None:
    tables.lay()
    kind, changed, reason = VOTES[case]
    with writing() as session:
        row = session.get_one(Match, "m1")
        facts = {"step": "proposed", "vote": 1, "kind": kind, "phase": row.phase}
        notices.write(session, row, [Telling(1, "vote", "vote:1", facts)], NOON)
    change(Match, "m1", **changed)

    gathering.gather("m1", at()())

    (asked,) = [one for one in tables.notices() if one.kind == "vote"]
    assert (asked.status, asked.reason) == ("dropped", reason)


@pytest.mark.parametrize("case", CASES)
def test_what_is_no_longer_true_is_dropped_with_its_reason(writing_room: Flask, case: str) -> None:
    tables.lay()
    happens, reason = CASES[case]
    happens()

    gathering.gather("m1", at()())

    bruno = [one for one in tables.notices() if one.player_id == "m1-Bruno"]
    assert {(one.status, one.reason) for one in bruno} == {("dropped", reason)}


@pytest.mark.parametrize("case", CASES)
def test_a_letter_is_looked_at_once_more_before_it_leaves(
    mailing: Flask, post_office: PostOffice, case: str
) -> None:
    tables.lay()
    gathering.gather("m1", at()())
    happens, reason = CASES[case]
    happens()

    delivery.deliver(at(), "m1")

    letter = next(one for one in tables.letters() if one.player_id == "m1-Bruno")
    assert (letter.status, letter.reason) == ("dropped", reason)
    assert not [one for one in post_office.letters if "bruno" in one["To"]]


def test_a_blocked_address_gets_nothing(writing_room: Flask) -> None:
    tables.lay()
    with writing() as session:
        hashed = players.fingerprint("bruno.m1@players.example")
        session.add(Block(address_hash=hashed, created_at=NOON))

    gathering.gather("m1", at()())

    reasons = {one.reason for one in tables.notices() if one.player_id == "m1-Bruno"}
    assert reasons == {truth.BLOCKED}


def test_an_invitation_that_was_answered_is_dropped(writing_room: Flask) -> None:
    tables.lay(start=False)
    with writing() as session:
        row = session.get_one(Match, "m1")
        for seat in (1, 2):
            telling = Telling(seat, "invitation", "invitation:1")
            notices.tell_player(session, row, f"m1-{NAMES[seat]}", telling, NOON)
    change(Seat, ("m1", 1), status="accepted")

    gathering.gather("m1", at()())

    assert [(one.status, one.reason) for one in tables.notices()] == [
        ("dropped", truth.ANSWERED),
        ("posted", None),
    ]


def test_nobody_hears_of_the_end_of_a_match_that_they_never_heard_of(writing_room: Flask) -> None:
    tables.lay(start=False)
    change(Match, "m1", status="cancelled")
    with writing() as session:
        row = session.get_one(Match, "m1")
        notices.tell_player(session, row, "m1-Bruno", Telling(1, "cancelled", "cancelled"), NOON)

    gathering.gather("m1", at()())

    assert [one.reason for one in tables.notices()] == [truth.STRANGER]


def outage(mailing: Flask, post_office: PostOffice) -> None:
    """Three rounds are played while the mail server is away; then it is back."""
    table = tables.lay()
    post_office.stop()
    delivery.deliver(at(), "m1")
    for minute in range(2, 5):
        everyone_acts(table)
        delivery.deliver(at(minute), "m1")
    post_office.start()
    mailing.extensions["sender"] = Smtp(post_office.url)
    delivery.deliver(at(60))


def test_no_flood_once_the_mail_server_is_back(posting: Flask, post_office: PostOffice) -> None:
    """Letters that could not leave take along what happens meanwhile."""
    outage(posting, post_office)

    assert sorted(one["To"].split()[0] for one in post_office.letters) == list(NAMES)
    assert {one.status for one in tables.notices()} <= {"posted", "dropped"}


def test_control_where_no_letter_takes_news_along_there_is_a_flood(
    mailing: Flask, post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "unsent", lambda *_: None)
    monkeypatch.setattr(standing, "reason_to_drop", lambda *_: None)

    outage(mailing, post_office)

    assert len(post_office.texts) > 3


def everyone_acts(table: tables.Table) -> None:
    for seat in range(3):
        act(table, seat)
    resolution.resolve("m1", NOON + timedelta(seconds=1))


def test_a_letter_that_cannot_be_taken_back_keeps_no_other_waiting(
    stored: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.lay()
    gathering.gather("m1", at()())
    first, *others = [one.id for one in tables.letters()]
    for number in (first, *others):
        change(Letter, number, status=outbox.SENDING, next_at=NOON, attempts=1)
    doubt = marking.doubt

    def stumbling(session: Session, rows: list[Match], letter: Letter, *rest: Any) -> None:
        if letter.id == first:
            raise ZeroDivisionError
        doubt(session, rows, letter, *rest)

    monkeypatch.setattr(marking, "doubt", stumbling)

    assert sweeping.recover(NOON) == len(others)
    assert {one.id: one.status for one in tables.letters()} == {
        first: outbox.SENDING
    } | dict.fromkeys(others, outbox.READY)
