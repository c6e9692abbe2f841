"""Being away and coming back, over pages and API: what is asked, done, refused, and shown."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import absences, me, stand_ins, tokens
from service.store.database import db, reading, writing
from service.store.matches import Match, Seat
from tests.parts import tables

BRUNO = tokens.Player("m1-Bruno", 1)
TODAY = datetime.now(UTC).date()
FIRST, LAST = TODAY + timedelta(days=20), TODAY + timedelta(days=25)
DAYS = {"first_day": FIRST.isoformat(), "last_day": LAST.isoformat()}


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """A visitor of a service in which Bruno sits in an auction."""
    with app.app_context():
        tables.lay(now=datetime.now(UTC))
        yield app.test_client()
        db.session.remove()


def mine() -> str:
    return f"/p/{tokens.sign(BRUNO)}"


def listed() -> list[tuple[str, str]]:
    found = absences.listed(BRUNO, datetime.now(UTC))
    return [(one.first_day.isoformat(), one.last_day.isoformat()) for one in found]


def stand_in() -> None:
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).stand_in = "greedy"
        session.flush()
        stand_ins.attend(session, session.get_one(Match, "m1"))


def stood_in() -> bool:
    with reading() as session:
        return session.get_one(Seat, ("m1", 1)).stand_in is not None


def ask(client: FlaskClient, method: str, path: str, token: Any, **body: Any) -> Any:
    head = {"Authorization": f"Bearer {tokens.sign(token)}"}
    return client.open(f"/api/v1{path}", method=method, headers=head, json=body or None)


# --- my page


def test_my_page_takes_days_away_and_gives_them_back(client: FlaskClient) -> None:
    left = client.post(mine(), data={"do": "leave"} | DAYS)
    noted = listed()
    absence = absences.listed(BRUNO, datetime.now(UTC))[0].absence
    stayed = client.post(mine(), data={"do": f"stay {absence}"})

    assert (left.status_code, stayed.status_code) == (200, 200)
    assert "Those you play with are told." in left.text
    assert noted == [(FIRST.isoformat(), LAST.isoformat())]
    assert listed() == []


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"first_day": "soon"}, 400, "This should be a day"),
        ({"first_day": "2020-01-01"}, 400, "cannot begin in the past"),
        ({"last_day": FIRST.isoformat(), "first_day": LAST.isoformat()}, 400, "before the first"),
        ({"do": "stay nothing"}, 404, "There is nothing here any more."),
        ({"do": "dance"}, 400, "The form could not be read."),
    ],
)
def test_wrong_days_are_refused_and_stay_written(
    client: FlaskClient, form: dict[str, str], status: int, words: str
) -> None:
    answer = client.post(mine(), data={"do": "leave"} | DAYS | form)

    assert (answer.status_code, listed()) == (status, [])
    assert words in answer.text
    assert f'value="{(DAYS | form)["last_day"]}"' in answer.text


@pytest.mark.parametrize(("text", "hours"), [("24, 6", [24, 6]), ("", []), ("6;24 1", [24, 6, 1])])
def test_reminders_are_chosen_on_my_page(client: FlaskClient, text: str, hours: list[int]) -> None:
    known = {"name": "Bruno", "language": "en", "time_zone": "Europe/Rome"}
    answer = client.post(mine(), data=known | {"do": "change", "reminders": text})

    assert (answer.status_code, me.look(BRUNO).reminders) == (200, hours)


@pytest.mark.parametrize("text", ["often", "0", "9999", "1 2 3 4", "-5", "١٢٣" * 20])
def test_wrong_reminders_are_refused(client: FlaskClient, text: str) -> None:
    known = {"name": "Bruno", "language": "en", "time_zone": "Europe/Rome"}
    answer = client.post(mine(), data=known | {"do": "change", "reminders": text})

    assert (answer.status_code, me.look(BRUNO).reminders) == (400, [24])


# --- coming back


@pytest.mark.parametrize(
    ("door", "token"),
    [
        ("r", tokens.Return("m1", 1, 1)),
        ("s", tokens.Seat("m1", 1, 1)),
    ],
)
def test_looking_changes_nothing_and_one_click_takes_the_seat_back(
    client: FlaskClient, door: str, token: tokens.Token
) -> None:
    stand_in()
    path = f"/{door}/{tokens.sign(token)}"
    looked = client.get(path)
    still = stood_in()
    answer = client.post(path, data={"do": "return"})

    assert "Take my seat back" in looked.text
    assert still
    assert (answer.status_code, stood_in()) == (200, False)
    assert "Take my seat back" not in answer.text


def test_a_phase_s_link_says_who_plays_and_does_not_take_the_seat_back(
    client: FlaskClient,
) -> None:
    stand_in()
    path = f"/t/{tokens.sign(tokens.Turn('m1', 1, 1, 'auction 1'))}"
    looked = client.get(path).text
    answer = client.post(path, data={"do": "return"})

    assert "A bot plays for you." in looked
    assert "Take my seat back" not in looked
    assert (answer.status_code, stood_in()) == (403, True)


def test_a_form_that_says_nothing_leaves_the_bot_there(client: FlaskClient) -> None:
    stand_in()
    answer = client.post(f"/r/{tokens.sign(tokens.Return('m1', 1, 1))}", data={})

    assert (answer.status_code, stood_in()) == (400, True)


def test_the_others_see_who_is_away_and_for_whom_a_bot_plays(client: FlaskClient) -> None:
    stand_in()
    client.post(mine(), data={"do": "leave"} | DAYS)
    table = client.get(f"/s/{tokens.sign(tokens.Seat('m1', 0, 1))}").text
    host = client.get(f"/h/{tokens.sign(tokens.Host('m1', 1))}").text

    for page in (table, host):
        assert "a bot plays for them" in page
        assert "away from" in page
    assert "Remind Bruno" not in host


# --- the API


def test_absences_over_the_api(client: FlaskClient) -> None:
    made = ask(client, "POST", "/me/absences", BRUNO, **DAYS)
    seen = ask(client, "GET", "/me/absences", BRUNO)
    match = client.get("/api/v1/matches/m1").json
    gone = ask(client, "DELETE", f"/me/absences/{made.json['absence']}", BRUNO)
    again = ask(client, "DELETE", f"/me/absences/{made.json['absence']}", BRUNO)

    assert made.status_code == 201
    assert seen.json == {"items": [made.json], "next": None}
    assert match is not None
    assert match["seats"][1]["away"] == [DAYS]
    assert (gone.status_code, again.status_code, again.json["code"]) == (204, 404, "not_found")


def test_overlapping_days_are_a_conflict_that_names_the_others(client: FlaskClient) -> None:
    ask(client, "POST", "/me/absences", BRUNO, **DAYS)
    answer = ask(client, "POST", "/me/absences", BRUNO, **DAYS)

    assert (answer.status_code, answer.json["facts"]) == (409, {"reason": "overlap"} | DAYS)


def test_the_seat_is_taken_back_over_the_api_and_says_so(client: FlaskClient) -> None:
    stand_in()
    answer = ask(client, "POST", "/matches/m1/return", tokens.Seat("m1", 1, 1))

    assert answer.status_code == 200
    assert answer.json["seats"][1]["stand_in"] is None
    assert not stood_in()


def test_reminders_over_the_api(client: FlaskClient) -> None:
    changed = ask(client, "PATCH", "/me", BRUNO, reminders=[2, 48])
    twice = ask(client, "PATCH", "/me", BRUNO, reminders=[2, 2])

    assert changed.json["reminders"] == [48, 2]
    assert (twice.status_code, twice.json["facts"]["reason"]) == (400, "bad_reminders")


def test_a_pace_is_agreed_shown_and_only_made_slower(client: FlaskClient) -> None:
    host = tokens.Host("m1", 1)
    slower = {"free_days": ["sunday", "saturday"], "window": {"from": 7, "to": 23}}
    changed = ask(client, "PATCH", "/matches/m1", host, pace=slower)
    faster = ask(client, "PATCH", "/matches/m1", host, pace={"free_days": []})

    assert changed.json["pace"] == {
        "turn_hours": 24,
        "sealed_hours": 48,
        "free_days": ["saturday", "sunday"],
        "window": {"from": 7, "to": 23},
        "patience": 3,
        "absence": "wait",
    }
    assert (faster.status_code, faster.json["facts"]["reason"]) == (409, "faster")
    assert "Saturday, Sunday" in client.get("/m/m1").text
