"""A guest whose own letters fail on purpose: what that can cause at its host, and how often."""

from datetime import datetime, timedelta

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service import limits, notices, tokens
from service.mail.outcomes import Refused, Unsure
from service.mail.reports import Returned
from service.notices import Telling
from service.post import bounces, gathering, marking, silence
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.players import Player
from tests.parts import tables
from tests.parts.inbox import called, letter
from tests.parts.tables import NOON

BRUNO = tokens.Player("m1-Bruno", 1)
SEAT = tokens.Seat("m1", 1, 1)
UNMUTE = tokens.Unsubscribe("m1-Bruno", "m1", 1)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def table(writing_room: Flask) -> Flask:
    """Rapa Nui between Anna, who hosts, and Bruno, whose mail server is his own."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))
    return writing_room


def fail(when: datetime) -> None:
    """Bruno's server answers 550."""
    sending = letter(status="sending", unsure=1, attempts=1, next_at=when)
    marking.mark(sending, "m1", 1, Refused("550 no"), when)


def fault() -> str | None:
    with reading() as session:
        return session.get_one(Player, "m1-Bruno").fault


def set_fault() -> None:
    with writing() as session:
        session.get_one(Player, "m1-Bruno").fault = "550 no"


def tried_again(when: datetime) -> None:
    with writing() as session:
        player = session.get_one(Player, "m1-Bruno")
        player.fault, player.policy = None, {"again": when.isoformat()}


def told() -> list[object]:
    """What the host hears of."""
    found = [one for one in tables.notices("m1") if one.kind == "problem"]
    return [one.facts["problem"] for one in found if one.player_id == "m1-Anna"]


def test_letters_that_fail_and_are_tried_again_reach_the_host_once_a_day(table: Flask) -> None:
    for number in range(20):
        tried_again(NOON + number * MINUTE)
        fail(NOON + number * MINUTE + MINUTE / 2)

    assert told() == ["address_refused"]


def test_the_next_day_the_host_hears_of_it_once_more(table: Flask) -> None:
    for number in range(3):
        fail(NOON + number * DAY)
        tried_again(NOON + number * DAY + MINUTE)

    assert told() == ["address_refused"] * 3


def test_a_fault_that_the_host_was_not_told_of_is_told_with_the_next_day_s_letter(
    table: Flask,
) -> None:
    fail(NOON)
    tried_again(NOON + MINUTE)
    fail(NOON + 2 * MINUTE)
    with writing() as session:
        turn = Telling(1, "your_turn", "entry:9")
        notices.write(session, session.get_one(Match, "m1"), [turn], NOON)

    gathering.gather("m1", NOON + DAY)

    assert told() == ["address_refused", "address_faulty"]


def test_letters_that_come_back_and_blame_no_address_reach_the_host_once_a_day(
    table: Flask,
) -> None:
    for number in range(5):
        when = NOON + number * MINUTE
        back = letter(status="sent", sent_at=when, unsure=1)
        bounces.take(called(back), Returned("4.4.7 expired", address=False), when)
    for number in range(5):
        lost = letter(status="sending", unsure=2, attempts=2, next_at=NOON)
        marking.mark(lost, "m1", 2, Unsure("lost"), NOON + number * MINUTE)

    assert told() == ["letter_undelivered"]


def test_control_without_the_count_the_host_hears_of_each(
    table: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "may_tell_of_failing", lambda *_: True)
    for number in range(5):
        tried_again(NOON + number * MINUTE)
        fail(NOON + number * MINUTE + MINUTE / 2)

    assert told() == ["address_refused"] * 5


# --- asking again


def ask(app: Flask) -> TestResponse:
    head = {"Authorization": f"Bearer {tokens.sign(BRUNO)}"}
    return app.test_client().post("/api/v1/me/letters/again", headers=head)


def test_an_address_is_tried_again_six_times_a_day_and_then_refused(table: Flask) -> None:
    answers = []
    for _ in range(7):
        set_fault()
        answers.append(ask(table))

    assert [one.status_code for one in answers] == [200] * 6 + [429]
    assert answers[-1].get_json()["code"] == "too_many"
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 24 * 3600
    assert fault() == "550 no"


def test_who_has_no_fault_may_ask_as_often_as_they_like(table: Flask) -> None:
    answers = [ask(table).status_code for _ in range(10)]
    set_fault()

    assert answers == [200] * 10
    assert ask(table).status_code == 200


@pytest.mark.parametrize("token", [BRUNO, SEAT], ids=["player", "seat"])
def test_pages_refuse_by_the_same_count(table: Flask, token: tokens.Token) -> None:
    for _ in range(6):
        set_fault()
        ask(table)
    set_fault()

    answer = table.test_client().post(f"/{token.letter}/{tokens.sign(token)}/letters")

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "Your address was tried again often enough today." in " ".join(answer.text.split())
    assert fault() == "550 no"


def test_who_wants_letters_again_is_never_refused_though_the_address_is_not_tried(
    table: Flask,
) -> None:
    silence.mute(UNMUTE, NOON)
    for _ in range(7):
        set_fault()
        silence.unmute(UNMUTE, NOON)

    assert fault() == "550 no"
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").policy["muted"] == []
