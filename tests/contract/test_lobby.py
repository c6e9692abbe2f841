"""The lobby over HTTP: opening, confirming, accepting, hosting, oneself."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import tokens
from service.api.lobby_examples import OPENING
from tests.parts import openings

API = "/api/v1"


def bearer(token: tokens.Token | str, app: Flask) -> dict[str, str]:
    if isinstance(token, str):
        return {"Authorization": f"Bearer {token}"}
    with app.app_context():
        return {"Authorization": f"Bearer {tokens.sign(token)}"}


def ann(app: Flask) -> dict[str, str]:
    """With the link that a letter brings her: no answer has it."""
    with app.app_context():
        found = openings.player("ann@moai.example")
    return bearer(tokens.Player(found.id, found.generation), app)


def opened(client: FlaskClient, **changes: Any) -> Any:
    answer = client.post(f"{API}/matches", json=OPENING | changes)
    assert answer.status_code == 201, answer.json
    return answer.json


def confirmed(client: FlaskClient, app: Flask, **changes: Any) -> Any:
    match = opened(client, **changes)["match"]["match"]
    with app.app_context():
        token = openings.confirm_token(match)
    answer = client.post(f"{API}/matches/{match}/confirm", headers=bearer(token, app))
    assert answer.status_code == 200, answer.json
    return answer.json


def invitation(match: str, seat: int, app: Flask) -> dict[str, str]:
    with app.app_context():
        return bearer(tokens.sign(openings.invitation(match, seat)), app)


def test_a_match_is_opened_confirmed_joined_and_started(client: FlaskClient, app: Flask) -> None:
    first = opened(client)
    host = confirmed(client, app)
    match = host["match"]["match"]
    joined = client.post(
        f"{API}/matches/{match}/invitation/accept",
        json={"nonce": "c0ffee", "language": "de"},
        headers=invitation(match, 1, app),
    ).json
    seen = client.get(f"{API}/matches/{match}").json

    assert (first["match"]["status"], first["host_token"]) == ("unconfirmed", None)
    assert joined is not None
    assert seen is not None
    assert (host["seat"], joined["seat"], seen["status"]) == (0, 1, "running")
    assert joined["host_token"] is None
    assert len(seen["seed_hash"]) == len(seen["head"]) == 64
    assert "@" not in str(seen)


def test_alone_against_bots_one_request_is_enough_to_play(client: FlaskClient, app: Flask) -> None:
    bots = [{"kind": "host"}, {"kind": "bot", "bot": "random"}]
    made = opened(client, host={"name": "Ann"}, seats=bots)
    view = client.get(
        f"{API}/matches/{made['match']['match']}/view", headers=bearer(made["seat_token"], app)
    )

    assert made["match"]["status"] == "running"
    assert view.status_code == 200


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"host": {"name": "Ann\nBcc: x", "address": "a@moai.example"}}, "host.name"),
        ({"host": {"name": "Ann", "address": "nowhere"}}, "host.address"),
        ({"host": OPENING["host"] | {"time_zone": "Mars/Olympus"}}, "host.time_zone"),
    ],
)
def test_a_bad_part_is_named(client: FlaskClient, changes: dict[str, Any], field: str) -> None:
    answer = client.post(f"{API}/matches", json=OPENING | changes)

    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["facts"]["field"] == field


@pytest.mark.parametrize(
    "changes",
    [
        {"host": OPENING["host"] | {"language": "fr"}},
        {"seats": [{"kind": "king"}]},
        {"seats": [{"kind": "bot", "bot": "random", "address": "x@moai.example"}]},
        {"seats": ["host"]},
        {"seats": []},
        {"public": "yes"},
        {"cooling": True},
        {"colour": "red"},
        {"options": {"x": [[[]]]}},
        {"options": {"\x00": 1}},
        {"pace": {"turn_hours": 0}},
    ],
)
def test_a_body_of_another_shape_is_malformed(client: FlaskClient, changes: dict[str, Any]) -> None:
    assert client.post(f"{API}/matches", json=OPENING | changes).status_code == 400


def test_the_first_answer_is_given_again_for_the_same_key(client: FlaskClient) -> None:
    head = {"Idempotency-Key": openings.KEY}
    first = client.post(f"{API}/matches", json=OPENING, headers=head)
    again = client.post(f"{API}/matches", json=OPENING, headers=head)
    other = client.post(f"{API}/matches", json=OPENING | {"public": False}, headers=head)

    assert first.json == again.json
    assert other.status_code == 422


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("confirm", "confirm"),
        ("invitation/accept", "invitation"),
        ("invitation/decline", "invitation"),
        ("start", "host"),
        ("cancel", "host"),
        ("pause", "host"),
        ("resume", "host"),
        ("extend", "host"),
        ("seats/1/invite", "host"),
        ("seats/1/replace", "host"),
        ("seats/1/consent", "seat"),
        ("seats/1/object", "seat"),
    ],
)
def test_each_door_opens_to_its_own_kind_of_token_and_match_alone(
    client: FlaskClient, app: Flask, path: str, kind: str
) -> None:
    """Who may not ask gets the same answer whatever the body is: tokens come before bodies."""
    match = confirmed(client, app)["match"]["match"]
    url = f"{API}/matches/{match}/{path}"
    with app.app_context():
        mine: dict[str, tokens.Token] = {
            "host": openings.host_token(match),
            "invitation": openings.invitation(match, 1),
            "seat": openings.seat_token(match, 0),
            "confirm": openings.confirm_token(match),
            "player": tokens.Player(openings.player("ann@moai.example").id, 1),
        }
    nobody = client.post(url, json={})
    garbage = client.post(url, json={}, headers=bearer("h.x.y", app))
    others = {
        other: client.post(url, json={}, headers=bearer(token, app)).status_code
        for other, token in mine.items()
        if other != kind
    }
    strange = client.post(f"{API}/matches/nowhere/{path}", json={}, headers=bearer(mine[kind], app))

    assert nobody.status_code == garbage.status_code == 401
    assert nobody.headers["WWW-Authenticate"].startswith("Bearer")
    assert set(others.values()) == {403}
    assert strange.status_code == 403


def test_what_has_not_changed_is_not_sent_again_and_every_change_shows(
    client: FlaskClient, app: Flask
) -> None:
    made = confirmed(client, app)
    url = f"{API}/matches/{made['match']['match']}"
    head = bearer(made["host_token"], app)
    tag = client.get(url).headers["ETag"]
    same = client.get(url, headers={"If-None-Match": tag})
    changed = client.patch(
        url, json={"public": False, "seats": [{"seat": 1, "name": "Bru"}]}, headers=head
    )
    other = client.get(url, headers={"If-None-Match": tag})

    assert (same.status_code, same.data) == (304, b"")
    assert changed.status_code == 200
    assert other.status_code == 200
    assert other.json == changed.json


@pytest.mark.parametrize("match", ["nowhere", "%00", "a" * 17, "..", "%F0%9F%97%BF"])
def test_an_unknown_match_is_not_found(client: FlaskClient, match: str) -> None:
    assert client.get(f"{API}/matches/{match}").status_code == 404


def test_only_confirmed_public_matches_are_listed(client: FlaskClient, app: Flask) -> None:
    opened(client)
    confirmed(client, app, public=False)
    shown = confirmed(client, app)["match"]["match"]
    found = client.get(f"{API}/matches?game=rapa-nui&status=gathering&limit=10").json
    bad = client.get(f"{API}/matches?status=unconfirmed")

    assert found is not None
    assert [one["match"] for one in found["items"]] == [shown]
    assert bad.status_code == 400


def test_a_seat_is_replaced_over_http_and_the_host_never_sees_a_link(
    client: FlaskClient, app: Flask
) -> None:
    made = confirmed(client, app)
    match, head = made["match"]["match"], bearer(made["host_token"], app)
    joined = client.post(
        f"{API}/matches/{match}/invitation/accept", json={}, headers=invitation(match, 1, app)
    ).json
    assert joined is not None
    asked = client.post(
        f"{API}/matches/{match}/seats/1/replace",
        json={"holder": {"kind": "player", "name": "Daria", "address": "daria@moai.example"}},
        headers=head,
    )
    done = client.post(
        f"{API}/matches/{match}/seats/1/consent", headers=bearer(joined["seat_token"], app)
    )
    late = client.get(f"{API}/matches/{match}/view", headers=bearer(joined["seat_token"], app))

    assert asked.json is not None
    assert done.json is not None
    assert asked.json["handovers"][0]["name"] == "Daria"
    assert "token" not in asked.text
    assert done.json["seats"][1] | {"name": "Daria", "status": "invited"} == done.json["seats"][1]
    assert late.status_code == 401


def test_me_and_my_matches(client: FlaskClient, app: Flask) -> None:
    made = confirmed(client, app)
    assert made["player_token"] is None
    head = ann(app)
    changed = client.patch(f"{API}/me", json={"language": "it"}, headers=head).json
    mine = client.get(f"{API}/me/matches", headers=head).json

    assert client.get(f"{API}/me", headers=head).json == changed
    assert changed is not None
    assert mine is not None
    assert (changed["address"], changed["language"]) == ("ann@moai.example", "it")
    assert mine["items"][0]["hosting"] is True
    assert client.get(f"{API}/me").status_code == 401
