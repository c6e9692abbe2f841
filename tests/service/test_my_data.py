"""My data: all that is kept about me, and nothing that is another's."""

import json
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from service import absences, play, resigning, talking, tokens
from service.hooks import keeping
from service.opening import HostSeat
from service.post import delivery
from service.sent import Asked, Sent
from service.store.database import writing
from service.store.matches import Seat
from service.talking import Words
from tests.parts import openings
from tests.parts.openings import BRUNO, CLARA, DARIA, NOON

SENT = Sent(b'{"turn": 0, "text": "bid nothing"}', "POST", "moai.example", "/turns")
AWAY = NOON.date() + timedelta(days=3)


def player(name: str) -> tokens.Player:
    return tokens.Player(openings.player(f"{name}@moai.example").id, 1)


def data(app: Flask, name: str) -> Any:
    head = {"Authorization": f"Bearer {tokens.sign(player(name))}"}
    answer = app.test_client().get("/api/v1/me/data", headers=head)
    assert answer.status_code == 200
    return answer.json


@pytest.fixture
def match_id(writing_room: Flask) -> str:
    """Bruno and Clara have bid, talked and hooked; letters have left."""
    made = openings.running(HostSeat(), BRUNO, CLARA, game="giants")
    for number, name in ((1, "bruno"), (2, "clara")):
        token = openings.seat_token(made, number)
        play.submit(token, SENT, Asked(0, None, "bid nothing"), NOON)
        talking.post(token, Words(f"I am {name}", None), SENT, NOON)
        keeping.make(token, f"http://hooks.{name}.example/", NOON)
    absences.declare(player("bruno"), AWAY, AWAY, NOON)
    delivery.deliver(lambda: NOON + timedelta(hours=1), made)
    return made


def test_everything_that_i_have_left_here_is_in_it(writing_room: Flask, match_id: str) -> None:
    mine = data(writing_room, "bruno")
    (match,) = mine["matches"]

    assert (mine["me"]["name"], mine["me"]["address"]) == ("Bruno", "bruno@moai.example")
    assert mine["absences"][0]["first_day"] == AWAY.isoformat()
    assert (match["match"], match["hosting"], match["seat"]["seat"]) == (match_id, False, 1)
    assert match["seat"]["webhooks"] == ["http://hooks.bruno.example/"]
    assert [json.loads(one["body"]) for one in match["seat"]["sent"]] == [json.loads(SENT.body)]
    assert [one["text"] for one in mine["messages"]] == ["I am bruno"]
    assert {one["status"] for one in mine["letters"]} == {"sent"}
    assert "Moai Post" in mine["letters"][0]["text"]


def test_nothing_in_it_is_anothers(writing_room: Flask, match_id: str) -> None:
    """But for what my letters have told me, which names those I play with."""
    mine = data(writing_room, "bruno")
    mine["letters"] = []
    text = json.dumps(mine).lower()

    assert "clara" not in text
    assert "ann@" not in text


def test_who_takes_a_seat_over_does_not_get_what_was_sealed_there_before(
    writing_room: Flask, match_id: str
) -> None:
    resigning.resign(openings.seat_token(match_id, 1), NOON + timedelta(hours=1))
    invited = openings.confirmed(HostSeat(), DARIA)
    daria = player("daria").player
    with writing() as session:
        seat = session.get_one(Seat, (match_id, 1))
        seat.player_id, seat.bot = daria, None
        seat.accepted_at = NOON + timedelta(hours=2)
    theirs = {one["match"]: one["seat"] for one in data(writing_room, "daria")["matches"]}

    assert theirs[match_id]["sent"] == []
    assert theirs[match_id]["webhooks"] == []
    assert theirs[invited]["status"] == "invited"


def test_my_page_leads_to_the_file_and_a_host_has_its_matches_in_it(
    writing_room: Flask, match_id: str
) -> None:
    client, link = writing_room.test_client(), f"/p/{tokens.sign(player('ann'))}"
    page, file = client.get(link).text, client.get(f"{link}/data")

    assert f'href="{link}/data"' in page
    assert f'href="{link}/erase"' in page
    assert file.headers["Content-Disposition"].startswith("attachment;")
    assert file.json is not None
    assert [one["hosting"] for one in file.json["matches"]] == [True]


def test_the_operator_who_was_asked_in_writing_has_the_same(
    writing_room: Flask, match_id: str
) -> None:
    run = writing_room.test_cli_runner().invoke
    told = json.loads(run(args=["person", "data", "Bruno@moai.example"]).stdout)
    erased = run(args=["person", "erase", "bruno@moai.example", "--yes"])
    again = run(args=["person", "data", "bruno@moai.example"])

    assert told["me"]["address"] == "bruno@moai.example"
    assert told["messages"][0]["text"] == "I am bruno"
    assert erased.exit_code == 0
    assert again.exit_code == 1
    assert "Nobody is known here" in again.stderr
