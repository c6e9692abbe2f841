"""Webhooks: a program is told, signed, of what its seat is told of, and of nothing hidden."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from standardwebhooks import Webhook as Standard, WebhookVerificationError

from service import holding, hosting, looking, play, tokens
from service.hooks import calling, keeping, reaching, telling
from service.hooks.keeping import Kept
from service.sent import Asked
from service.store import webhooks
from service.store.database import writing
from service.store.matches import Match, Seat
from tests.parts import tables
from tests.parts.receiver import Receiver
from tests.parts.site import MakeApp
from tests.parts.tables import BY_LETTER, Table
from tests.service.tables import caller

NOW = datetime.now(UTC)


@pytest.fixture
def home(make_app: MakeApp, sqlite_url: str) -> Iterator[Flask]:
    made = make_app(DATABASE_URL=sqlite_url)
    with made.app_context():
        yield made


@pytest.fixture
def table(home: Flask) -> Table:
    return tables.lay("m1", "rapa-nui", ("Anna", "Bruno"), now=NOW)


def seat(number: int, generation: int = 1) -> tokens.Seat:
    return tokens.Seat("m1", number, generation)


def made(receiver: Receiver, number: int = 0) -> Kept:
    return keeping.make(seat(number), f"{receiver.url}/told?by=moai", NOW)


def at(**after: float) -> Callable[[], datetime]:
    return lambda: NOW + timedelta(**after)


def pause(now: datetime = NOW) -> None:
    """Something that every seat is told of."""
    hosting.pause(tokens.Host("m1", 1), now)


def test_a_seat_is_told_and_the_schemes_own_library_believes_it(
    table: Table, receiver: Receiver
) -> None:
    hook = made(receiver)
    pause()
    calling.call(lambda: datetime.now(UTC))  # a receiver refuses what is old or from the future

    ((head, body),) = receiver.calls
    said = Standard(str(hook.secret)).verify(body, head)
    assert said["type"] == "moai.paused"
    assert said["data"]["match"] == "m1"
    assert said["data"]["seat"] == 0
    assert [one.status for one in tables.calls()] == [webhooks.MADE]


def test_control_another_secret_is_not_believed(table: Table, receiver: Receiver) -> None:
    made(receiver)
    pause()
    calling.call(at(seconds=1))

    ((head, body),) = receiver.calls
    other = Standard("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    with pytest.raises(WebhookVerificationError):
        other.verify(body, head)


def test_what_is_said_is_what_anyone_with_the_matchs_id_may_know(
    table: Table, receiver: Receiver
) -> None:
    made(receiver)
    pause()
    calling.call(at(seconds=1))

    data = json.loads(receiver.calls[0][1])["data"]
    assert set(data) == {
        "match", "game", "status", "seat", "turn", "phase", "awaited", "revision",
    }  # fmt: skip


def test_only_the_seats_own_webhook_is_called(table: Table, receiver: Receiver) -> None:
    """The other seat's turn is nobody else's business."""
    first = table.row().awaited[0]
    made(receiver, 1 - first)
    play_first(table, first)
    calling.call(at(seconds=1))

    assert [json.loads(body)["data"]["seat"] for _, body in receiver.calls] in ([], [1 - first])


def play_first(table: Table, number: int) -> None:
    """Whatever the seat may do first."""
    found = looking.sight(seat(number), "m1").choices["plays"][0]
    action = {"kind": "play", "card": found["card"], "count": found["count"]}
    play.submit(seat(number), BY_LETTER, Asked(table.row().turn, action, None), NOW)


def test_a_call_that_failed_is_made_again_with_the_same_id_and_words(
    table: Table, receiver: Receiver
) -> None:
    made(receiver)
    receiver.answers = [500, 204]
    pause()
    calling.call(at(seconds=1))
    early = calling.call(at(seconds=50))
    calling.call(at(seconds=62))

    (first, second) = receiver.calls
    assert early == 0
    assert first[0]["webhook-id"] == second[0]["webhook-id"]
    assert first[1] == second[1]
    assert [(one.status, one.attempts) for one in tables.calls()] == [(webhooks.MADE, 2)]


def test_after_a_day_of_failures_it_is_disabled_and_its_seat_told_by_letter(
    table: Table, receiver: Receiver
) -> None:
    made(receiver)
    receiver.answers = [500]
    pause()
    for hour in range(30):
        calling.call(at(hours=hour, seconds=1))

    (kept,) = keeping.listed(seat(0))
    assert (kept.status, kept.reason) == ("disabled", "status 500")
    assert {"problem": "webhook_disabled", "seat": 0} in [one.facts for one in tables.notices()]
    assert 2 < len(receiver.calls) < 9


def test_who_answers_gone_is_disabled_at_once(table: Table, receiver: Receiver) -> None:
    made(receiver)
    receiver.answers = [410]
    pause()
    calling.call(at(seconds=1))

    assert keeping.listed(seat(0))[0].status == "disabled"


def test_a_disabled_one_is_called_again_once_it_is_enabled(
    table: Table, receiver: Receiver
) -> None:
    hook = made(receiver)
    receiver.answers = [410, 204]
    pause()
    calling.call(at(seconds=1))
    keeping.enable(seat(0), hook.id)
    keeping.ping(seat(0), hook.id, NOW)
    calling.call(at(seconds=2))

    assert [json.loads(body)["type"] for _, body in receiver.calls] == ["moai.paused", "moai.ping"]


def test_no_redirect_is_followed(table: Table, receiver: Receiver) -> None:
    made(receiver)
    receiver.answers = [302]
    pause()
    calling.call(at(seconds=1))

    assert len(receiver.calls) == 1
    assert tables.calls()[0].reason == "status 302"


def test_who_drips_is_hung_up_on(
    table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten seconds of single bytes, each well within a timeout."""
    made(receiver)
    receiver.drip = True
    monkeypatch.setattr(reaching, "WHOLE_SECONDS", 0.3)
    pause()
    calling.call(at(seconds=1))

    assert str(tables.calls()[0].reason).startswith("no answer")


def test_who_is_slow_is_called_no_more_than_once_a_minute(
    table: Table, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = made(receiver)
    monkeypatch.setattr(calling, "SLOW_SECONDS", 0.0)
    for number in range(3):
        keeping.ping(seat(0), hook.id, NOW + timedelta(milliseconds=number))
    first = calling.call(at(seconds=1))
    second = calling.call(at(seconds=30))

    assert (first, second) == (1, 0)


def test_a_turn_that_was_made_meanwhile_is_not_told(table: Table, receiver: Receiver) -> None:
    first = table.row().awaited[0]
    made(receiver, first)
    with writing() as session:
        row = session.get_one(Match, "m1")
        telling.tell(session, row, [(first, "your_turn", "entry:1")], NOW)
        row.awaited = [1 - first]
    calling.call(at(seconds=1))

    assert receiver.calls == []
    assert [one.reason for one in tables.calls()] == ["the turn was made"]


def test_a_webhook_dies_when_its_seat_changes_hands(table: Table, receiver: Receiver) -> None:
    made(receiver)
    with writing() as session:
        holding.release(session.get_one(Seat, ("m1", 0)))
    pause()
    calling.call(at(seconds=1))

    assert receiver.calls == []
    assert keeping.listed(seat(0, 2)) == []


def test_a_removed_one_is_called_no_more(table: Table, receiver: Receiver) -> None:
    hook = made(receiver)
    pause()
    keeping.remove(seat(0), hook.id)
    calling.call(at(seconds=1))

    assert receiver.calls == []
    assert keeping.listed(seat(0)) == []


def test_a_caller_that_died_leaves_its_call_to_another(table: Table, receiver: Receiver) -> None:
    made(receiver)
    pause()
    (waiting,) = [one.id for one in tables.calls()]
    claimed = calling.claim(waiting, NOW)
    early = calling.call(at(seconds=30))
    calling.call(at(seconds=61))

    assert claimed is not None
    assert early == 0
    assert len(receiver.calls) == 1


def test_two_callers_never_have_the_same_call(table: Table, receiver: Receiver) -> None:
    made(receiver)
    pause()
    (waiting,) = [one.id for one in tables.calls()]

    assert calling.claim(waiting, NOW) is not None
    assert calling.claim(waiting, NOW) is None


# --- over the API


def test_a_seat_keeps_its_webhooks_over_the_api(home: Flask, table: Table) -> None:
    mine = caller(home, seat(0))
    answer = mine.post("/matches/m1/webhooks", {"url": "https://bot.example/moai"})
    listed = mine.get("/matches/m1/webhooks").json["items"]
    gone = home.test_client().delete(
        f"/api/v1/matches/m1/webhooks/{listed[0]['id']}", headers=mine.headers()
    )

    assert answer.status_code == 201
    assert answer.json["secret"].startswith("whsec_")
    assert [one["url"] for one in listed] == ["https://bot.example/moai"]
    assert "secret" not in listed[0]
    assert (gone.status_code, mine.get("/matches/m1/webhooks").json["items"]) == (204, [])


def test_a_fourth_webhook_is_refused(home: Flask, table: Table) -> None:
    mine = caller(home, seat(0))
    answers = [
        mine.post("/matches/m1/webhooks", {"url": f"https://bot.example/{number}"})
        for number in range(4)
    ]

    assert [one.status_code for one in answers] == [201, 201, 201, 409]
    assert answers[-1].json["facts"]["reason"] == "webhooks_full"


def test_a_rival_neither_sees_nor_removes_it(home: Flask, table: Table) -> None:
    made_ = caller(home, seat(0)).post("/matches/m1/webhooks", {"url": "https://bot.example/"})
    rival = caller(home, seat(1))
    path = f"/matches/m1/webhooks/{made_.json['id']}"

    assert rival.get("/matches/m1/webhooks").json["items"] == []
    for door in ("/ping", "/enable"):
        assert rival.post(path + door, None).status_code == 404
