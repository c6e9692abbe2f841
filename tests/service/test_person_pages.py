"""The pages of somebody invited, and of somebody who plays: answers, keys, and one's own data."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import lobby, tokens
from service.store.database import db, reading
from service.store.matches import Seat
from service.store.players import Player
from tests.service.test_host_pages import gathering
from tests.service.test_link_doors import everything, link, look, started


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def player_of(match_id: str, seat: int) -> Player:
    with reading() as session:
        found = session.get_one(Player, session.get_one(Seat, (match_id, seat)).player_id)
        session.expunge_all()
        return found


# --- an invitation


def test_an_invitation_says_who_what_and_how_fast_in_the_guests_language(
    house: FlaskClient,
) -> None:
    match_id = gathering(house, "it")
    page = look(house, link(match_id, "Bruno", "i"))

    assert '<html lang="it">' in page
    assert "Ann ti invita a una partita di Rapa Nui" in page
    assert "2 giorni" in page
    assert lobby.one(match_id).seed_hash in page
    assert "scenes/rapa-nui-light.png" in page


def test_who_accepts_chooses_language_zone_and_luck_and_gets_the_keys(house: FlaskClient) -> None:
    match_id = gathering(house)
    form = {"do": "accept", "language": "de", "time_zone": "Europe/Vienna", "text": "my luck"}
    answer = house.post(link(match_id, "Bruno", "i"), data=form)
    bruno = player_of(match_id, 1)
    (key,) = set(re.findall(r'href="/s/([^"?/]+)', answer.text))

    assert answer.status_code == 200
    assert (bruno.language, bruno.time_zone) == ("de", "Europe/Vienna")
    assert tokens.read(key) == tokens.Seat(match_id, 1, 1)
    assert "/p/" not in answer.text  # that link comes by letter alone
    with reading() as session:
        assert session.get_one(Seat, (match_id, 1)).nonce == b"my luck"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"language": "xx"}, "language"),
        ({"time_zone": "Mars"}, "time_zone"),
        ({"text": "é" * 17}, "text"),
    ],
)
def test_a_wrong_answer_is_refused_at_its_field_and_the_seat_stays_free(
    house: FlaskClient, wrong: dict[str, str], field: str
) -> None:
    match_id = gathering(house)
    before = everything()
    answer = house.post(link(match_id, "Bruno", "i"), data={"do": "accept"} | wrong)

    assert answer.status_code == 400
    assert f'id="fault-{field}"' in answer.text
    assert everything() == before


def test_who_has_declined_is_told_that_they_may_still_accept(house: FlaskClient) -> None:
    match_id = gathering(house, "it")
    path = link(match_id, "Bruno", "i")
    house.post(path, data={"do": "decline"})

    assert "puoi ancora accettare" in look(house, path)
    assert house.post(path, data={"do": "accept"}).status_code == 200
    assert lobby.one(match_id).status == "running"


# --- my own page


def my_path(match_id: str, seat: int) -> str:
    return f"/p/{tokens.sign(tokens.Player(player_of(match_id, seat).id, 1))}"


def test_matches_that_wait_for_me_come_first_and_lead_to_my_seat(house: FlaskClient) -> None:
    first, second = started(house), started(house)
    awaited = lobby.one(first).awaited[0]
    with db.engine.begin() as connection:  # only the older one waits
        table = db.metadata.tables["match"]
        connection.execute(table.update().where(table.c.id == second).values(awaited=[]))
    page = look(house, my_path(first, awaited))

    assert page.index(first) < page.index(second)
    assert page.count("It is your turn") == 1
    keys = [tokens.read(one) for one in re.findall(r'href="/s/([^"]+)"', page)]
    assert keys == [tokens.Seat(first, awaited, 1), tokens.Seat(second, awaited, 1)]


def test_only_what_is_mine_is_opened_there(house: FlaskClient) -> None:
    """Bruno hosts nothing, and is only invited to the second."""
    first, second = started(house), gathering(house)
    page = look(house, my_path(first, 1))

    assert "/h/" not in page
    assert f"/m/{second}" in page
    assert len(re.findall(r'href="/s/', page)) == 1


def test_i_change_what_is_known_of_me(house: FlaskClient) -> None:
    match_id = started(house)
    path = my_path(match_id, 1)
    form = {"name": "Bruna", "language": "ru", "time_zone": "Asia/Tomsk"}
    answer = house.post(path, data=form)
    known = player_of(match_id, 1)

    assert answer.status_code == 200
    assert '<html lang="ru">' in answer.text
    assert (known.name, known.language, known.time_zone) == ("Bruna", "ru", "Asia/Tomsk")
    assert lobby.one(match_id).seats[1].name == "Bruno"


@pytest.mark.parametrize("field", ["name", "language", "time_zone"])
def test_what_cannot_be_is_refused_at_its_field(house: FlaskClient, field: str) -> None:
    path = my_path(started(house), 1)
    before = everything()
    form = {"name": "Bruna", "language": "ru", "time_zone": "Asia/Tomsk"} | {field: "\x00"}
    answer = house.post(path, data=form)

    assert answer.status_code == 400
    assert f'id="fault-{field}"' in answer.text
    assert everything() == before


def test_my_matches_are_paged(house: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.pages.me_door.PAGE", 1)
    first, second = started(house), started(house)
    newest = look(house, my_path(first, 0))
    after = re.findall(r'rel="next" href="([^"]+)"', newest)[0]
    older = look(house, my_path(first, 0) + after)

    assert second in newest
    assert first not in newest
    assert first in older


def test_a_revoked_key_opens_no_page(house: FlaskClient) -> None:
    match_id = started(house)
    path = my_path(match_id, 1)
    with db.engine.begin() as connection:
        table = db.metadata.tables["player"]
        gone = table.c.id == player_of(match_id, 1).id
        connection.execute(table.update().where(gone).values(generation=2))

    assert house.get(path).status_code == 401
