"""Votes, resigning and substitutes on pages and by letters' links, without any script."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import lobby, substitutes, tokens, votes
from service.opening import HostSeat
from service.players import Person
from service.store.database import db
from tests.parts import openings
from tests.parts.dumps import dump
from tests.parts.openings import BRUNO, CLARA

EVA = Person("Eva", "eva@moai.example")


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def now() -> datetime:
    return datetime.now(UTC)


def giants() -> str:
    """The others speak Italian and German; Ann, the host, English."""
    return openings.running(HostSeat(), BRUNO, CLARA, game="giants", now=now())


def seat(match_id: str, number: int = 0) -> str:
    return f"/s/{tokens.sign(openings.seat_token(match_id, number))}"


def ballot(match_id: str, number: int) -> str:
    (vote,) = lobby.one(match_id).votes
    return f"/v/{tokens.sign(tokens.Voice(match_id, number, 1, vote.vote, 'vote'))}?lang=en"


def host(match_id: str) -> str:
    return f"/h/{tokens.sign(openings.host_token(match_id))}"


def test_a_seat_asks_its_table_on_the_page_and_others_see_it_there(house: FlaskClient) -> None:
    match_id = giants()
    asked = house.post(seat(match_id), data={"do": "propose extend", "hours": "48"})
    seen = house.get(seat(match_id, 1) + "?lang=en").text

    assert asked.status_code == 200
    assert "It is noted" in asked.text
    assert "Ann would like the present deadline to be 2 days later." in seen
    assert "Agreed so far: 1. Needed: 2." in seen


def test_agreeing_on_the_page_lets_it_happen(house: FlaskClient) -> None:
    match_id = giants()
    house.post(seat(match_id), data={"do": "propose pause"})
    page = house.get(seat(match_id, 1)).text
    (button,) = re.findall(r'value="(agree \d+)"', page)
    house.post(seat(match_id, 1), data={"do": button})

    assert lobby.one(match_id).paused_at is not None
    assert 'value="propose resume"' in house.get(seat(match_id)).text


@pytest.mark.parametrize(
    "form",
    [
        {"do": "propose extend", "hours": "0"},
        {"do": "propose extend", "hours": "337"},
        {"do": "propose extend"},
        {"do": "propose a party"},
        {"do": "agree nobody"},
        {"do": "agree 99999999999"},
    ],
)
def test_a_form_that_cannot_be_read_is_refused_and_changes_nothing(
    house: FlaskClient, form: dict[str, str]
) -> None:
    match_id = giants()
    answer = house.post(seat(match_id), data=form)

    assert answer.status_code == 400
    assert lobby.one(match_id).votes == []


def test_a_letter_leads_to_a_page_where_looking_changes_nothing_and_a_click_counts(
    house: FlaskClient,
) -> None:
    match_id = giants()
    votes.propose(openings.seat_token(match_id, 0), "extend", 24, now())
    before = dump()
    for method in ("HEAD", "GET"):
        assert house.open(ballot(match_id, 1), method=method).status_code == 200
    unchanged = dump() == before
    path = ballot(match_id, 1)
    clicked = house.post(path, data={"do": "disagree"})
    strange = house.post(path, data={"do": "dance"})

    assert unchanged
    assert "You have disagreed" in clicked.text
    assert strange.status_code == 400
    assert lobby.one(match_id).votes[0].disagreed == [1]


def test_what_is_decided_is_said_on_the_letter_s_page(house: FlaskClient) -> None:
    match_id = giants()
    votes.propose(openings.seat_token(match_id, 0), "pause", None, now())
    path = ballot(match_id, 1)
    agreed = house.post(path, data={"do": "agree"}).text
    again = house.post(path, data={"do": "agree"})

    assert "it has happened" in agreed
    assert "<button" not in agreed.partition("<footer")[0].partition("<h1>")[2]
    assert again.status_code == 404


def test_resigning_is_asked_twice_and_then_the_links_are_dead(house: FlaskClient) -> None:
    match_id = giants()
    path = seat(match_id, 2) + "?lang=en"
    table = house.get(path).text
    sure = house.get(seat(match_id, 2) + "?lang=en&sure=resign").text
    done = house.post(path, data={"do": "resign"})

    assert 'value="resign"' not in table
    assert 'value="resign"' in sure
    assert "A bot plays your seat" in done.text
    assert house.get(path).status_code == 401


def test_a_refused_resignation_leaves_the_table_as_it_is(house: FlaskClient) -> None:
    match_id = openings.confirmed(now=now())
    answer = house.post(seat(match_id), data={"do": "resign"})

    assert "The match has not started" in answer.text
    assert openings.seats(match_id)[0].name == "Ann"


def test_a_host_names_substitutes_and_strikes_them(house: FlaskClient) -> None:
    match_id = giants()
    form = {"substitute.name": "Eva", "substitute.address": EVA.address or ""}
    form |= {"substitute.language": "de", "do": "substitute"}
    added = house.post(host(match_id), data=form).text
    faulty = house.post(host(match_id), data=form | {"substitute.address": "nowhere"})
    (strike,) = re.findall(r'value="(strike \d+)"', added)
    struck = house.post(host(match_id), data={"do": strike}).text

    assert "ready to step in" in added
    assert faulty.status_code == 400
    assert "Eva" not in struck
    assert lobby.one(match_id).substitutes == []


def test_a_host_gives_a_seat_to_a_substitute(house: FlaskClient) -> None:
    match_id = giants()
    substitutes.add(openings.host_token(match_id), EVA, now())
    answer = house.post(host(match_id), data={"do": "replace 1", "kind": "substitute"})

    assert answer.status_code == 200
    assert [one.kind for one in lobby.one(match_id).handovers] == ["substitute"]


def test_nobody_but_the_host_learns_more_of_a_substitute_than_a_name(house: FlaskClient) -> None:
    match_id = giants()
    substitutes.add(openings.host_token(match_id), EVA, now())
    pages = [
        house.get(path).text
        for path in (
            seat(match_id, 1),
            f"/m/{match_id}",
            f"/api/v1/matches/{match_id}",
            host(match_id),
        )
    ]

    assert not any("eva@moai.example" in page for page in pages)


def test_substitutes_are_named_in_the_form_that_opens_a_match(house: FlaskClient) -> None:
    form = {
        "game": "rapa-nui",
        "seats": "2",
        "host.name": "Ann",
        "host.address": "ann@moai.example",
        "host.language": "en",
        "seats.0.kind": "host",
        "seats.1.kind": "player",
        "seats.1.name": "Bruno",
        "seats.1.address": "bruno@moai.example",
        "seats.1.language": "it",
        "substitutes.0.name": "Eva",
        "substitutes.0.address": "eva@moai.example",
        "substitutes.0.language": "de",
        "pace.turn_hours": "48",
        "pace.sealed_hours": "48",
        "cooling": "0",
        "start": "auto",
    }
    opened = house.post("/open", data=form)
    faulty = house.post("/open", data=form | {"substitutes.0.address": ""})

    assert opened.status_code == 200
    assert faulty.status_code == 400
    assert 'id="fault-substitutes.0.address"' in faulty.text


def test_by_the_api_a_table_votes_and_a_seat_resigns(house: FlaskClient) -> None:
    client: Any = house  # whose answers' JSON has no type
    match_id = giants()
    heads = [
        {"Authorization": f"Bearer {tokens.sign(openings.seat_token(match_id, number))}"}
        for number in range(3)
    ]
    at = f"/api/v1/matches/{match_id}"
    asked = client.post(f"{at}/votes", json={"kind": "extend", "hours": 24}, headers=heads[0])
    number = asked.get_json()["votes"][0]["vote"]
    against = client.post(f"{at}/votes/{number}/disagree", headers=heads[2])
    done = client.post(f"{at}/votes/{number}/agree", headers=heads[1])
    gone = client.post(f"{at}/resign", headers=heads[2])
    dead = client.post(f"{at}/resign", headers=heads[2])

    assert (asked.status_code, against.status_code, done.status_code) == (201, 200, 200)
    assert against.get_json()["votes"][0]["disagreed"] == [2]
    assert done.get_json()["due_at"] > asked.get_json()["due_at"]
    assert gone.get_json()["seats"][2]["kind"] == "bot"
    assert dead.status_code == 401


def test_by_the_api_the_host_has_a_list_of_substitutes_and_a_seat_has_not(
    house: FlaskClient,
) -> None:
    client: Any = house  # as above
    match_id = giants()
    head = {"Authorization": f"Bearer {tokens.sign(openings.host_token(match_id))}"}
    other = {"Authorization": f"Bearer {tokens.sign(openings.seat_token(match_id, 1))}"}
    at = f"/api/v1/matches/{match_id}/substitutes"
    added = client.post(at, json={"name": "Eva", "address": "eva@moai.example"}, headers=head)
    number = added.get_json()["items"][0]["substitute"]
    listed = client.get(at, headers=head)
    strange = client.get(at, headers=other)
    replaced = client.post(
        f"/api/v1/matches/{match_id}/seats/1/replace",
        json={"holder": {"kind": "substitute"}},
        headers=head,
    )
    late = client.post(at, json={"name": "Finn", "address": "finn@moai.example"}, headers=head)
    struck = client.delete(f"{at}/{number}", headers=head)

    assert added.status_code == 201
    assert [(one["name"], one["status"]) for one in listed.get_json()["items"]] == [
        ("Eva", "waiting")
    ]
    assert "address" not in listed.get_json()["items"][0]
    assert strange.status_code == 403
    assert replaced.get_json()["handovers"][0]["kind"] == "substitute"
    assert late.get_json()["facts"]["reason"] == "seat_on_offer"
    assert struck.get_json()["items"] == []
