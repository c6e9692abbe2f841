"""What may be done and gains nothing is asked once more, by all doors but a bare `POST` (G22)."""

from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import table as rows, tokens
from tests.engine.giants.hauled import GREEN, NAME, RED, act, erected
from tests.parts.hauls import laid
from tests.parts.tables import Table
from tests.service.at_table import hidden, said

PEEK = "peek hekii"
TOLD = (
    "Everyone can see whose moai stands on Heki'i: Red. A look costs a half-tablet and tells you "
    "nothing new."
)


@pytest.fixture
def house(stored: Flask) -> FlaskClient:
    return stored.test_client()


@pytest.fixture
def standing(house: FlaskClient) -> Table:
    """Red has erected a moai in this round, and Green has a half-tablet."""
    return laid(erected())


def halves(table: Table) -> int:
    held: int = rows.load(table.row()).state.clans[GREEN].halves
    return held


def link(seat: int) -> str:
    return f"/s/{tokens.sign(tokens.Seat(NAME, seat, 1))}"


def head(seat: int) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.sign(tokens.Seat(NAME, seat, 1))}"}


def test_a_check_warns_and_plays_nothing(house: FlaskClient, standing: Table) -> None:
    body = {"turn": standing.row().turn, "text": PEEK}
    answer = house.post(f"/api/v1/matches/{NAME}/check", json=body, headers=head(GREEN))

    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["warnings"] == [{"code": "owner_open", "sentence": TOLD}]
    assert halves(standing) == 1


def test_a_check_warns_in_the_readers_language(house: FlaskClient, standing: Table) -> None:
    body = {"turn": standing.row().turn, "action": {"kind": "peek", "ahu": "hekii"}}
    answer = house.post(
        f"/api/v1/matches/{NAME}/check",
        json=body,
        headers=head(GREEN) | {"Accept-Language": "de"},
    )

    assert answer.json is not None
    (warned,) = answer.json["warnings"]
    assert warned["code"] == "owner_open"
    assert warned["sentence"] not in ("", TOLD)
    assert "Heki'i" in warned["sentence"]


def test_what_is_not_warned_of_has_no_warning(house: FlaskClient, standing: Table) -> None:
    body = {"turn": standing.row().turn, "text": "moai 1 to C8"}
    answer = house.post(f"/api/v1/matches/{NAME}/check", json=body, headers=head(RED))

    assert answer.json is not None
    assert answer.json["warnings"] == []


def test_a_post_plays_it(house: FlaskClient, standing: Table) -> None:
    body = {"turn": standing.row().turn, "text": PEEK}
    answer = house.post(f"/api/v1/matches/{NAME}/peek", json=body, headers=head(GREEN))

    assert answer.status_code == 201
    assert halves(standing) == 0


def test_a_second_look_at_one_base_is_refused(house: FlaskClient, standing: Table) -> None:
    """G22: by the same seat; a check refuses it too, and it is offered no more."""
    body = {"turn": standing.row().turn, "text": PEEK}
    house.post(f"/api/v1/matches/{NAME}/peek", json=body, headers=head(GREEN))
    for door in ("peek", "check", "turns"):
        again = house.post(f"/api/v1/matches/{NAME}/{door}", json=body, headers=head(GREEN))
        assert again.json is not None
        assert (again.status_code, again.json["facts"]["reason"]) == (422, "seen_already")

    sight = house.get(f"/api/v1/matches/{NAME}/view", headers=head(GREEN)).json
    assert sight is not None
    assert sight["asides"] == []


def test_the_page_asks_once_more_of_words_and_then_does_it(
    house: FlaskClient, standing: Table
) -> None:
    form = {"do": "play", "turn": str(standing.row().turn), "sealed": "", "text": PEEK}
    asked = house.post(link(GREEN), data=form)
    kept = halves(standing)
    again = hidden(asked.text, "play")
    done = house.post(link(GREEN), data=again | {"do": "play"})

    assert asked.status_code == 200
    assert TOLD in said(asked.text)
    assert "Do it all the same" in asked.text
    assert kept == 1
    assert again["sure"] == "yes"
    assert "You have looked" in unescape(done.text)
    assert halves(standing) == 0


@pytest.fixture
def bidding(house: FlaskClient) -> Table:
    """The next round's auction, which is sealed; Green has a half-tablet."""
    log = [*erected()]
    return laid([*log, act(log[-1], RED, "moai 1 via C8 to B7, erect raai")])


def test_a_look_in_a_sealed_phase_is_said_to_be_done_at_once(
    house: FlaskClient, bidding: Table
) -> None:
    form = {"turn": str(bidding.row().turn), "sealed": "", "do": "preview"}
    looked = house.post(link(GREEN), data=form | {"text": PEEK}).text
    bid = house.post(link(GREEN), data=form | {"text": "bid nothing"}).text

    assert "It is done at once, and everyone learns where you looked." in looked
    assert "It is legal. It stays sealed" not in looked
    assert "Seal it" not in looked
    assert "It is legal. It stays sealed until everyone has acted." in bid  # a control
    assert "Seal it" in bid


def test_the_pages_form_warns_before_its_button(house: FlaskClient, standing: Table) -> None:
    page = house.get(f"{link(GREEN)}?way=peek&ahu=hekii").text

    assert TOLD in said(page)
    assert "Do it all the same" in page
    assert halves(standing) == 1


def test_what_is_not_warned_of_is_played_at_the_first_click(
    house: FlaskClient, standing: Table
) -> None:
    """A control: the page asks only about what it warns of."""
    turn = standing.row().turn
    form = {"do": "play", "turn": str(turn), "sealed": "", "text": "moai 1 to C8"}
    house.post(link(RED), data=form)

    assert standing.row().turn == turn + 1
