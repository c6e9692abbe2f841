"""A seat that is to change hands, on the tables of those who have a say in it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import handovers, lobby, renewals, tokens
from service.opening import BotSeat, HostSeat
from service.store.database import db
from tests.parts import openings
from tests.parts.openings import BOT, BRUNO, CLARA

BUTTON = re.compile(r'value="((?:consent|object) \d+)"')


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def match_id(house: FlaskClient) -> str:
    """Ann, the host, wants a bot in place of Clara."""
    made = openings.running(HostSeat(), BRUNO, CLARA, game="giants", now=now())
    handovers.replace(openings.host_token(made), 2, BOT, now())
    return made


def seat(match_id: str, number: int) -> str:
    return f"/s/{tokens.sign(openings.seat_token(match_id, number))}?lang=en"


def buttons(house: FlaskClient, match_id: str, number: int) -> dict[str, str]:
    found = BUTTON.findall(house.get(seat(match_id, number)).text)
    return {one.partition(" ")[0]: one for one in found}


def press(house: FlaskClient, match_id: str, number: int, do: str) -> int:
    return house.post(seat(match_id, number), data={"do": do}).status_code


def test_after_new_links_a_seat_still_objects_in_its_browser(
    house: FlaskClient, match_id: str
) -> None:
    """The link in the letter that asked is dead with all the others."""
    renewals.of_seat(openings.seat_token(match_id, 1), now())
    page = house.get(seat(match_id, 1)).text
    asked = buttons(house, match_id, 1)

    assert "The host wants to give the seat of Clara to" in page
    assert press(house, match_id, 1, asked["object"]) == 200
    assert lobby.one(match_id).handovers == []
    assert lobby.one(match_id).seats[2].name == "Clara"
    assert buttons(house, match_id, 1) == {}


def test_the_holder_gives_up_its_seat_by_one_press(house: FlaskClient, match_id: str) -> None:
    page = house.get(seat(match_id, 2)).text
    assert "Give up my seat" in page
    press(house, match_id, 2, buttons(house, match_id, 2)["consent"])

    assert lobby.one(match_id).seats[2].kind == "bot"


def test_who_agrees_is_counted_and_sees_it(house: FlaskClient, match_id: str) -> None:
    press(house, match_id, 1, buttons(house, match_id, 1)["consent"])

    assert [one.approvals for one in lobby.one(match_id).handovers] == [[1]]
    assert "You agree" in house.get(seat(match_id, 1)).text
    assert "You agree" not in house.get(seat(match_id, 0)).text


def test_a_page_that_was_loaded_before_another_was_proposed_decides_nothing_of_it(
    house: FlaskClient, match_id: str
) -> None:
    """Who agrees to one successor has not agreed to the next."""
    old = buttons(house, match_id, 2)["consent"]
    handovers.replace(openings.host_token(match_id), 2, BotSeat("random", "Other"), now())

    assert press(house, match_id, 2, old) == 404
    assert lobby.one(match_id).seats[2].name == "Clara"


def test_a_turns_link_shows_it_and_has_no_say(house: FlaskClient, match_id: str) -> None:
    held = openings.seat_token(match_id, 1)
    asked = buttons(house, match_id, 1)["object"]
    phase = str(openings.row(match_id).phase)
    path = f"/t/{tokens.sign(tokens.Turn(match_id, 1, held.generation, phase))}?lang=en"
    page = house.get(path).text

    assert "The host wants to give the seat of Clara to" in page
    assert not BUTTON.findall(page)
    assert house.post(path, data={"do": asked}).status_code == 403
    assert len(lobby.one(match_id).handovers) == 1
