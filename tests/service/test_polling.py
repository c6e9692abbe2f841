"""Cheap polling: after how long it is worth asking again, and all my matches for one tag."""

from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import polling, tokens
from service.store.database import writing
from service.store.matches import Glance, Match
from tests.parts.tables import NOON, lay


def seen(**changes: object) -> Glance:
    running = Glance(1, "auction 1", 0, "running", NOON, None, None, 1, 1, "accepted")
    return running._replace(**changes)  # type: ignore[arg-type]  # the fields' types are theirs


@pytest.mark.parametrize(
    ("changes", "seconds"),
    [
        ({"due_at": NOON + timedelta(hours=48)}, 60),
        ({"due_at": NOON + timedelta(minutes=50)}, 30),
        ({"due_at": NOON + timedelta(minutes=2)}, 5),
        ({"due_at": NOON - timedelta(minutes=2)}, 5),
        ({"due_at": None}, 5),
        ({"closes_at": NOON + timedelta(seconds=20)}, 20),
        ({"closes_at": NOON}, 5),
        ({"paused_at": NOON}, 60),
        ({"status": "gathering", "due_at": None}, 60),
        ({"status": "finished", "due_at": None}, 3600),
        ({"status": "cancelled"}, 3600),
    ],
)
def test_the_pause_follows_what_may_happen_next(changes: dict[str, object], seconds: int) -> None:
    assert polling.pause(seen(**changes), NOON) == seconds


@pytest.fixture
def table(app: Flask) -> str:
    with app.app_context():
        return lay("m1").id


@pytest.mark.parametrize("path", ["/view", "/choices", ""])
def test_both_the_whole_and_an_empty_304_say_when_to_come_back(
    app: Flask, client: FlaskClient, table: str, path: str
) -> None:
    with app.app_context():
        head = {"Authorization": f"Bearer {tokens.sign(tokens.Seat(table, 0, 1))}"}
    url = f"/api/v1/matches/{table}{path}"
    whole = client.get(url, headers=head)

    unchanged = client.get(url, headers=head | {"If-None-Match": whole.headers["ETag"]})

    assert (whole.status_code, unchanged.status_code) == (200, 304)
    assert unchanged.data == b""
    assert 5 <= int(whole.headers["Retry-After"]) <= 60
    assert unchanged.headers["Retry-After"] == whole.headers["Retry-After"]


# --- all my matches


def mine(app: Flask, client: FlaskClient, tag: str = "", query: str = "") -> tuple[int, str]:
    with app.app_context(), writing() as session:
        host = session.get_one(Match, "m1").host_id
    with app.app_context():
        head = {"Authorization": f"Bearer {tokens.sign(tokens.Player(host, 1))}"}
    answer = client.get(f"/api/v1/me/matches{query}", headers=head | {"If-None-Match": tag})
    return answer.status_code, answer.headers["ETag"]


def test_all_my_matches_are_one_tag_that_holds_while_none_has_changed(
    app: Flask, client: FlaskClient, table: str
) -> None:
    _, tag = mine(app, client)

    again = mine(app, client, tag)

    assert again == (304, tag)


def test_a_change_in_any_of_them_is_a_new_tag(app: Flask, client: FlaskClient, table: str) -> None:
    _, tag = mine(app, client)
    with app.app_context(), writing() as session:
        session.get_one(Match, table).revision += 1

    status, other = mine(app, client, tag)

    assert status == 200
    assert other != tag


def test_another_page_size_is_another_tag(app: Flask, client: FlaskClient, table: str) -> None:
    _, tag = mine(app, client)

    status, _ = mine(app, client, tag, "?limit=1")

    assert status == 200
