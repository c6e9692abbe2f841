"""The link of a person's own page by letter: who asks with one match's gets it in the mailbox."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import limits, player_links, tokens
from service.post import delivery, tracking
from service.store.database import writing
from service.store.matches import Match
from service.store.players import Player
from tests.parts import tables

SEAT = tokens.Seat("m1", 1, 1)
HOST = tokens.Host("m1", 1)


@pytest.fixture
def visitor(writing_room: Flask) -> FlaskClient:
    tables.lay(now=datetime.now(UTC))
    delivery.deliver(lambda: datetime.now(UTC))
    return writing_room.test_client()


def ask(visitor: FlaskClient, token: tokens.Token = SEAT, do: str = "my-page") -> str:
    signed = tokens.sign(token)
    path = f"/{token.letter}/{signed}/my-page?lang=en"
    assert do in visitor.get(path).text or do != "my-page"
    answer = visitor.post(path, data={"do": do})
    assert answer.status_code == 200
    return answer.text.replace(signed, "")


def asked() -> list[str]:
    """To whom the link of their page was to go."""
    return [one.player_id for one in tables.notices() if one.kind == "player_link"]


def letters() -> list[str]:
    delivery.deliver(lambda: datetime.now(UTC))
    return [one.player_id for one in tables.letters() if one.kind == "player_link"]


def key_of(player: str) -> str:
    """Its link, without what depends on the moment."""
    return f"/p/{tokens.sign(tokens.Player(player, 1))}".rpartition(".")[0].rpartition(".")[0]


@pytest.mark.parametrize(("token", "player"), [(SEAT, "m1-Bruno"), (HOST, "m1-Anna")])
def test_it_comes_by_letter_to_the_stored_address_and_is_not_on_the_page(
    visitor: FlaskClient, token: tokens.Token, player: str
) -> None:
    said = ask(visitor, token)
    assert letters() == [player]
    (letter,) = [one for one in tables.letters() if one.kind == "player_link"]

    assert key_of(player) in tables.words(letter)
    assert tables.words(letter).index("Your page with all your matches:") > 0
    assert "comes by letter" in said
    assert "/p/" not in said
    assert "@" not in said


def test_a_program_asks_for_it_and_is_answered_with_nothing(visitor: FlaskClient) -> None:
    head = {"Authorization": f"Bearer {tokens.sign(SEAT)}"}
    answers = [visitor.post("/api/v1/matches/m1/player-link", headers=head) for _ in range(3)]

    assert {(one.status_code, one.text) for one in answers} == {(204, "")}
    assert asked() == ["m1-Bruno"]


def test_who_asks_too_often_is_told_the_same_and_nothing_leaves(visitor: FlaskClient) -> None:
    pages = {ask(visitor) for _ in range(3)}

    assert asked() == ["m1-Bruno"]
    assert len(pages) == 1


def test_four_a_day_and_no_more(visitor: FlaskClient) -> None:
    day = datetime.now(UTC).replace(hour=0, minute=0)
    for minute in range(0, 23 * 60, 10):
        player_links.ask(SEAT, day + timedelta(minutes=minute))

    assert len(asked()) == limits.LINKS_PER_DAY == 4


def test_it_is_counted_by_person_and_not_by_seat(visitor: FlaskClient) -> None:
    """Who has several links of somebody fills their mailbox no faster than who has one."""
    with writing() as session:
        session.get_one(Match, "m1").host_id = "m1-Bruno"
    ask(visitor)
    ask(visitor, HOST)

    assert asked() == ["m1-Bruno"]


def test_it_comes_also_to_who_wants_no_letters_of_this_match_and_after_its_end(
    visitor: FlaskClient,
) -> None:
    with writing() as session:
        session.get_one(Player, "m1-Bruno").policy = {"muted": ["m1"]}
        session.get_one(Match, "m1").status = "finished"
    ask(visitor)

    assert letters() == ["m1-Bruno"]


def test_where_no_letter_arrives_the_page_says_the_same(visitor: FlaskClient) -> None:
    other = ask(visitor, tokens.Seat("m1", 2, 1))
    with writing() as session:
        session.get_one(Player, "m1-Bruno").fault = "550 no such mailbox"

    assert ask(visitor) == other
    assert letters() == ["m1-Carla"]


def test_it_shares_no_letter_and_the_host_does_not_learn_of_it(visitor: FlaskClient) -> None:
    before = tracking.trail(HOST, None, 50)
    ask(visitor)

    assert letters() == ["m1-Bruno"]
    assert tracking.trail(HOST, None, 50) == before


def test_the_pages_of_a_seat_and_of_a_host_lead_there(visitor: FlaskClient) -> None:
    for token in (SEAT, HOST):
        path = f"/{token.letter}/{tokens.sign(token)}"
        assert f"{path}/my-page" in visitor.get(path).text
    turn = f"/t/{tokens.sign(tokens.Turn('m1', 1, 1, 'auction 1'))}"
    assert "/my-page" not in visitor.get(turn).text


def test_what_no_button_says_is_refused(visitor: FlaskClient) -> None:
    path = f"/s/{tokens.sign(SEAT)}/my-page"

    assert visitor.post(path, data={"do": "dance"}).status_code == 400
    assert visitor.post(path, data={}).status_code == 400
    assert asked() == []
