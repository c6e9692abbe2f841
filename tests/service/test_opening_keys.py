"""An opening's Idempotency-Key is a secret: who has it is answered with tokens, and nobody else."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from service import erasing, opening
from service.opening import BotSeat, Chair, HostSeat, Origin
from service.players import Person
from service.refusals import Refusal
from service.store.database import db, reading
from service.store.matches import Match
from tests.parts import dumps, openings
from tests.parts.openings import BOT, KEY, NOON

ALONE = {
    "game": "rapa-nui",
    "host": {"name": "Ann"},
    "seats": [{"kind": "host"}, {"kind": "bot", "bot": "random"}],
}
DOCS_KEY = "first-match"  # as a page of ours once gave it, word for word
NETWORKS = ("192.0.2.7", "192.0.2.8", "2001:db8::1", "2001:db8:0:1::1")


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def pasted(house: FlaskClient, key: str) -> TestResponse:
    return house.post("/api/v1/matches", json=ALONE, headers={"Idempotency-Key": key})


def refused(origin: Origin) -> Refusal:
    with pytest.raises(Refusal) as caught:
        openings.opened(origin=origin)
    return caught.value


def count_matches() -> int:
    with reading() as session:
        return session.scalar(select(func.count(Match.id))) or 0


# --- what a key must be


@pytest.mark.parametrize("key", [DOCS_KEY, "k" * 21, KEY[:21], "a" * 22, "ab" * 100, "1234567" * 5])
def test_a_key_that_others_may_come_upon_opens_nothing(house: FlaskClient, key: str) -> None:
    answer = pasted(house, key)

    assert (answer.status_code, (answer.json or {})["code"]) == (400, "weak_key")
    assert "uuidgen" in (answer.json or {})["detail"]
    assert key not in answer.text
    assert count_matches() == 0


@pytest.mark.parametrize("key", [KEY, KEY.replace("-", ""), KEY[:22], "Zm9vYmFyYmF6cXV4MTIzNA"])
def test_a_drawn_key_is_taken(house: FlaskClient, key: str) -> None:
    assert pasted(house, key).status_code == 201


def test_the_docs_own_key_pasted_twice_gives_nobody_anothers_seat(house: FlaskClient) -> None:
    assert [pasted(house, DOCS_KEY).status_code for _ in range(2)] == [400, 400]


def test_control_where_any_key_is_taken_the_second_reader_gets_the_firsts_tokens(
    house: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "LEAST_KEY", 1)
    first, second = (pasted(house, DOCS_KEY).json or {} for _ in range(2))

    assert first["match"]["match"] == second["match"]["match"]
    assert second["seat_token"]


# --- what it is worth


def test_the_same_key_and_body_open_one_match_wherever_they_come_from(stored: Flask) -> None:
    found = {openings.opened(origin=Origin(one, KEY, b"{}")) for one in NETWORKS}

    assert len(found) == 1
    assert count_matches() == 1


def test_the_same_key_with_another_body_is_refused_and_not_repeated(stored: Flask) -> None:
    openings.opened(origin=Origin("192.0.2.7", KEY, b"{}"))
    refusal = refused(Origin("192.0.2.8", KEY, b"{ }"))

    assert (refusal.code, refusal.facts) == ("key_reused", {})
    assert KEY not in str(refusal)
    assert count_matches() == 1


def test_another_key_from_the_same_place_is_another_match(stored: Flask) -> None:
    first = openings.opened(origin=Origin("192.0.2.7", KEY, b"{}"))

    assert openings.opened(origin=Origin("192.0.2.7", KEY[::-1], b"{}")) != first


def test_one_key_sent_at_once_from_many_networks_opens_one_match(stored: Flask) -> None:
    def open_one(number: int) -> str:
        with stored.app_context():
            return openings.opened(origin=Origin(NETWORKS[number % 4], KEY, b"{}"))

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(open_one, range(8)))

    assert len(found) == 1
    assert count_matches() == 1


def test_the_key_itself_is_kept_nowhere(stored: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    openings.opened(origin=Origin("192.0.2.7", KEY, b"{}"))
    printed = capsys.readouterr()

    assert KEY not in "\n".join(dumps.dump())
    assert KEY not in repr(Origin("192.0.2.7", KEY))
    assert KEY not in printed.out + printed.err


def test_who_was_erased_leaves_no_key_to_new_tokens(stored: Flask) -> None:
    origin = Origin("192.0.2.7", KEY, b"{}")
    chairs: tuple[Chair, ...] = (HostSeat(), BotSeat("random"))
    nameless = Person("Ann", None)
    first = opening.open_match(openings.terms(), nameless, chairs, origin, NOON).match.match
    erasing.erase(openings.row(first).host_id, NOON)
    again = opening.open_match(openings.terms(), nameless, (HostSeat(), BOT), origin, NOON)

    assert again.match.match != first


# --- forms


FORM = {"game": "rapa-nui", "seats": "2", "bot": "greedy"}


@pytest.mark.parametrize("key", [{}, {"key": "1"}, {"key": "0" * 31}, {"key": "first-match"}])
def test_a_form_without_the_key_that_its_page_drew_is_answered_with_a_match_of_its_own(
    house: FlaskClient, key: dict[str, str]
) -> None:
    first, second = (house.post("/play", data=FORM | key).location for _ in range(2))

    assert first != second
    assert count_matches() == 2


def test_the_key_of_a_form_is_drawn_as_long_as_a_secret_is(house: FlaskClient) -> None:
    page = house.get("/").text
    key = page.partition('name="key" value="')[2].partition('"')[0]
    first, second = (house.post("/play", data=FORM | {"key": key}).location for _ in range(2))

    assert len(key) == 32  # hexadecimal digits: 128 bits
    assert first == second
