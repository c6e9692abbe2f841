"""A seat's own link by letter: who asks on a phase's page gets it at the stored address alone."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import limits, me, seat_links, tokens, votes
from service.me import Change
from service.post import delivery, tracking
from service.store.database import writing
from service.store.players import Player
from tests.parts import tables
from tests.parts.dumps import dump
from tests.parts.tables import NOON, at

RECEIPT = re.compile(r'(?s)<section class="receipt".*?</section>')
TURN = tokens.Turn("m1", 1, 1, "auction 1")
BRUNO = tokens.Player("m1-Bruno", 1)


@pytest.fixture
def visitor(writing_room: Flask) -> FlaskClient:
    """With a link of Bruno's, whose first letter has left."""
    tables.lay(now=datetime.now(UTC))
    delivery.deliver(lambda: datetime.now(UTC))
    return writing_room.test_client()


def ask(visitor: FlaskClient, token: tokens.Token = TURN) -> str:
    answer = visitor.post(f"/{token.letter}/{tokens.sign(token)}", data={"do": "link"})
    assert answer.status_code == 200
    (said,) = RECEIPT.findall(answer.text)
    return str(said)


def asked() -> list[str]:
    """To whom a seat's link was to go."""
    return [one.player_id for one in tables.notices() if one.kind == "seat_link"]


def test_it_comes_by_letter_and_is_not_on_the_page(visitor: FlaskClient) -> None:
    said = ask(visitor)
    delivery.deliver(lambda: datetime.now(UTC))
    (letter,) = [one for one in tables.letters() if one.kind == "seat_link"]
    link = f"/s/{tokens.sign(tokens.Seat('m1', 1, 1))}".rpartition(".")[0].rpartition(".")[0]

    assert letter.player_id == "m1-Bruno"
    assert tables.parsed(letter)["To"] == "Bruno <bruno.m1@players.example>"
    assert link in tables.words(letter)
    assert "Open my seat:" in tables.words(letter)
    assert "comes by letter" in said
    assert "/s/" not in said
    assert "@" not in said


def test_who_asks_too_often_is_told_the_same_and_nothing_leaves(visitor: FlaskClient) -> None:
    pages = {ask(visitor) for _ in range(3)}

    assert asked() == ["m1-Bruno"]
    assert len(pages) == 1


def test_four_a_day_and_no_more(visitor: FlaskClient) -> None:
    day = datetime.now(UTC).replace(hour=0, minute=0)
    for minute in range(0, 23 * 60, 10):
        seat_links.ask(TURN, day + timedelta(minutes=minute))

    assert len(asked()) == limits.LINKS_PER_DAY == 4


def test_it_leaves_in_quiet_hours_and_in_no_digest(visitor: FlaskClient) -> None:
    """Somebody sits there and waits for it."""
    policy = {"quiet": {"from": 0, "to": 23}, "digest": 6, "delay": 600}
    me.change(BRUNO, Change(letters=policy), NOON)
    seat_links.ask(TURN, NOON)
    delivery.deliver(at(2))

    assert [(one.kind, one.status) for one in tables.letters()][-1] == ("seat_link", "sent")


def test_an_address_that_wants_no_letters_gets_none_and_the_page_says_the_same(
    visitor: FlaskClient,
) -> None:
    other = ask(visitor, tokens.Turn("m1", 2, 1, "auction 1"))
    with writing() as session:
        session.get_one(Player, "m1-Bruno").fault = "550 no such mailbox"
    said = ask(visitor)
    delivery.deliver(lambda: datetime.now(UTC))

    assert said == other
    assert [one.player_id for one in tables.letters() if one.kind == "seat_link"] == ["m1-Carla"]


def test_a_phase_s_page_has_that_button_in_place_of_what_reaches_beyond(
    visitor: FlaskClient,
) -> None:
    asked = votes.propose(tokens.Seat("m1", 0, 1), "extend", 24, datetime.now(UTC)).votes[0].vote
    seat = visitor.get(f"/s/{tokens.sign(tokens.Seat('m1', 1, 1))}").text
    phase = visitor.get(f"/t/{tokens.sign(TURN)}").text
    sure = visitor.get(f"/t/{tokens.sign(TURN)}?sure=resign").text
    beyond = (f'"agree {asked}"', f'"disagree {asked}"', '"propose pause"', '"prefer"')

    assert all(f"value={do}" in seat for do in beyond)
    assert not any(f"value={do}" in phase for do in (*beyond, '"resign"'))
    assert 'value="resign"' not in sure
    assert 'value="link"' in phase
    assert 'value="link"' not in seat
    assert "Anna would like the present deadline" in phase


def test_what_reaches_beyond_is_refused_with_a_sentence_and_changes_nothing(
    visitor: FlaskClient,
) -> None:
    before = dump()
    answer = visitor.post(f"/t/{tokens.sign(TURN)}", data={"do": "resign"})

    assert answer.status_code == 403
    assert "This link is for one phase: for that you need" in answer.text
    assert dump() == before


def test_the_host_does_not_learn_that_somebody_asked(visitor: FlaskClient) -> None:
    host = tokens.Host("m1", 1)
    before = tracking.trail(host, None, 50)
    ask(visitor)
    delivery.deliver(lambda: datetime.now(UTC))

    assert len(before.items) == 3
    assert tracking.trail(host, None, 50) == before
