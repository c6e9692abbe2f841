"""Asking for new links by page and by program: confirmed, answered without a link, and said."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from service import keyring, tokens
from service.hooks import keeping
from service.opening import HostSeat
from service.store.database import reading, writing
from service.store.letters import Notice
from service.store.players import Player
from tests.parts import openings
from tests.parts.openings import CLARA, NOON
from tests.service.tables import caller
from tests.service.test_renewals import BRUNO, KEY

TOKEN = re.compile(r"[a-z]\.Wy[\w.-]+")


@pytest.fixture
def match_id(app: Flask) -> Iterator[str]:
    with app.app_context():
        yield openings.running(HostSeat(), BRUNO, CLARA, game="giants")


def held(match_id: str, kind: str) -> tokens.Token:
    if kind == "s":
        return openings.seat_token(match_id, 1)
    if kind == "h":
        return openings.host_token(match_id)
    player = openings.player("bruno@moai.example")
    return tokens.Player(player.id, player.generation)


def asked() -> list[str]:
    with reading() as session:
        found = session.scalars(select(Notice).where(Notice.kind == "links"))
        return [one.facts["scope"] for one in found]


OF_PAGES = pytest.mark.parametrize(
    ("kind", "scope"), [("s", "seat"), ("p", "player"), ("h", "host")]
)


@OF_PAGES
def test_a_page_leads_to_the_button_which_is_pressed_on_a_page_of_its_own(
    client: FlaskClient, match_id: str, kind: str, scope: str
) -> None:
    path = f"/{kind}/{tokens.sign(held(match_id, kind))}"
    page, door = client.get(path), client.get(f"{path}/links")
    looked = asked()
    done = client.post(f"{path}/links", data={"do": "renew"})

    assert f'href="{path}/links"' in page.text
    assert "Replace my links" in door.text
    assert looked == []
    assert "Your links were replaced" in done.text
    assert (done.status_code, asked()) == (200, [scope])


@OF_PAGES
def test_no_page_shows_a_new_link(
    client: FlaskClient, match_id: str, kind: str, scope: str
) -> None:
    """Whoever has stolen a link may be the one who asks."""
    old = tokens.sign(held(match_id, kind))
    pages = [client.post(f"/{kind}/{old}/links", data={"do": "renew"}) for _ in range(2)]
    pages += [client.get(f"/{kind}/{old}/links"), client.get(f"/{kind}/{old}")]

    found = {text for page in pages for text in TOKEN.findall(page.text)}
    assert found - {old} == set()
    assert [page.status_code for page in pages] == [200, 200, 401, 401]
    assert "The newest are in your inbox." in pages[3].text
    assert asked() == [scope]


@pytest.mark.parametrize("kind", ["s", "p"])
def test_the_page_names_each_key_and_webhook_before_the_button_that_would_keep_it(
    client: FlaskClient, match_id: str, kind: str
) -> None:
    (key,) = keyring.register(openings.seat_token(match_id, 1), KEY, NOON).items
    keeping.make(openings.seat_token(match_id, 1), "http://hooks.example/secret", NOON)
    page = client.get(f"/{kind}/{tokens.sign(held(match_id, kind))}/links?lang=en").text

    assert f"Signing key {key.keyid[:12]}… of match {match_id}" in page
    assert f"Webhook at hooks.example of match {match_id}" in page
    assert "/secret" not in page
    assert "<button" in page


@pytest.mark.parametrize("kind", ["s", "p", "h"])
def test_whom_no_letter_reaches_is_told_before_any_button(
    client: FlaskClient, match_id: str, kind: str
) -> None:
    address = "ann@moai.example" if kind == "h" else "bruno@moai.example"
    token, player_id = held(match_id, kind), openings.player(address).id
    with writing() as session:
        session.get_one(Player, player_id).address = None
    page = client.get(f"/{kind}/{tokens.sign(token)}/links?lang=en")

    assert page.status_code == 200
    assert "No letter reaches you, so new links could not either." in page.text
    assert 'value="renew"' not in page.text


def test_a_form_that_says_nothing_replaces_nothing(client: FlaskClient, match_id: str) -> None:
    path = f"/s/{tokens.sign(held(match_id, 's'))}/links"

    assert client.post(path).status_code == 400
    assert asked() == []


def test_a_turns_link_alone_cannot_ask(client: FlaskClient, match_id: str) -> None:
    turn = tokens.sign(tokens.Turn(match_id, 1, 1, str(openings.row(match_id).phase)))
    head = {"Authorization": f"Bearer {turn}"}

    assert client.post(f"/t/{turn}/links", data={"do": "renew"}).status_code == 404
    assert client.post(f"/s/{turn}/links", data={"do": "renew"}).status_code == 403
    url = f"/api/v1/matches/{match_id}/links"
    assert client.post(url, headers=head).status_code == 403
    assert "/links" not in client.get(f"/t/{turn}").text


@pytest.mark.parametrize("body", [None, {}, {"keep_programs": True}])
def test_a_program_is_told_when_and_never_what(
    app: Flask, match_id: str, body: dict[str, bool] | None
) -> None:
    answer = caller(app, held(match_id, "s")).post(f"/matches/{match_id}/links", body)
    mine = caller(app, held(match_id, "p")).post("/me/links", body)

    for one in (answer, mine):
        assert one.status_code == 202
        assert list(one.json) == ["replaced_at"]
        assert not TOKEN.search(one.text)
    assert asked() == ["seat", "player"]


def test_a_program_reads_in_the_refusal_that_its_token_was_replaced(
    app: Flask, match_id: str
) -> None:
    old = caller(app, held(match_id, "s"))
    when = old.post(f"/matches/{match_id}/links", None).json["replaced_at"]
    refused = old.get(f"/matches/{match_id}/view")

    assert (refused.status_code, refused.json["code"]) == (401, "unauthenticated")
    assert refused.json["facts"]["reason"] == "replaced"
    assert refused.json["facts"]["replaced_at"][:19] == when[:19]


@pytest.mark.parametrize("body", [{"keep_programs": "yes"}, {"token": "please"}])
def test_what_the_contract_does_not_know_is_refused(
    app: Flask, match_id: str, body: dict[str, str]
) -> None:
    answer = caller(app, held(match_id, "s")).post(f"/matches/{match_id}/links", body)

    assert (answer.status_code, asked()) == (400, [])
