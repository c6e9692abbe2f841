"""Lines that quote somebody are never an action, by API, by page or in a plan."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import tokens
from tests.engine.rapanui.table import GAME
from tests.service.at_table import awaited, said, seat_link, state
from tests.service.tables import Table, begin

QUOTED = (
    "\n> buy fish",
    "\r\n  > buy fish",
    "\u2028> buy fish",
    "\x85\uff1e buy fish",
    "\r\ufe65buy fish",
)


@pytest.fixture
def house(stored: Flask) -> FlaskClient:
    return stored.test_client()


@pytest.fixture
def table(house: FlaskClient) -> Table:
    return begin("rapa-nui", 3, match_id="quoted")


def own(table: Table) -> str:
    """Some card that the awaited seat can play."""
    now = state(table)
    said_of = (GAME.say(now, action) for action in GAME.choices(now, awaited(table)))
    return next(text for text in said_of if text.startswith("play "))


def head(table: Table) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.sign(table.seat(awaited(table)))}"}


@pytest.mark.parametrize("quoted", QUOTED)
def test_by_the_api_nothing_is_played(house: FlaskClient, table: Table, quoted: str) -> None:
    for door in ("check", "turns"):
        body = {"turn": table.row().turn, "text": own(table) + quoted}
        answer = house.post(f"/api/v1/matches/quoted/{door}", json=body, headers=head(table))

        assert answer.json is not None
        assert (answer.status_code, answer.json["facts"]["reason"]) == (400, "quoted")
    assert table.row().turn == 0


def test_without_the_sign_both_clauses_are_understood(house: FlaskClient, table: Table) -> None:
    """A control: whoever starts has two wood, and would have bought with five."""
    body = {"turn": table.row().turn, "text": own(table) + ", buy fish"}
    answer = house.post("/api/v1/matches/quoted/turns", json=body, headers=head(table))

    assert answer.json is not None
    assert (answer.json["facts"]["reason"], answer.json["facts"]["cost"]) == ("good_too_dear", 5)


@pytest.mark.parametrize("do", ["play", "preview"])
@pytest.mark.parametrize("quoted", [*QUOTED, "> buy fish", ",> and buy fish"])
def test_by_the_page_nothing_is_played(
    house: FlaskClient, table: Table, do: str, quoted: str
) -> None:
    """A field of one line drops what ends a line, and the sign stays."""
    form = {"do": do, "turn": "0", "sealed": "", "text": own(table) + quoted}
    page = house.post(seat_link(table, awaited(table)), data=form)

    assert "Signs like “>” and “|” stand before what somebody else wrote." in said(page.text)
    assert table.row().turn == 0


@pytest.mark.parametrize("second", ["\nbuy fish", "\n\n\u2022 fish", "\u2028fish"])
def test_two_lines_are_refused_with_a_sentence(
    house: FlaskClient, table: Table, second: str
) -> None:
    body = {"turn": table.row().turn, "text": own(table) + second}
    answer = house.post("/api/v1/matches/quoted/turns", json=body, headers=head(table))

    assert answer.json is not None
    assert (answer.status_code, answer.json["facts"]["reason"]) == (400, "lines")
    assert answer.json["detail"] == "Write one action on one line."


def test_no_step_of_a_plan_is_laid_down(house: FlaskClient, table: Table) -> None:
    body = {"steps": [{"text": own(table) + QUOTED[0]}]}
    answer = house.put("/api/v1/matches/quoted/plan", json=body, headers=head(table))

    assert answer.json is not None
    assert answer.json["facts"]["reason"] == "quoted"
