"""An invitation or a confirmation that is dead: not even its page is shown any more."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import handovers, invitations, renewals, resigning, tokens
from tests.parts import openings
from tests.parts.openings import NOON


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()


def looked(house: FlaskClient, token: tokens.Token) -> tuple[int, str]:
    answer = house.get(f"/{token.letter}/{tokens.sign(token)}?lang=en")
    return answer.status_code, answer.text


def test_after_new_links_both_say_that_they_were_replaced(house: FlaskClient) -> None:
    match_id = openings.confirmed()
    asked, confirm = openings.invitation(match_id, 1), openings.confirm_token(match_id)
    assert [looked(house, one)[0] for one in (asked, confirm)] == [200, 200]
    for address in ("bruno@moai.example", "ann@moai.example"):
        found = openings.player(address)
        renewals.of_player(tokens.Player(found.id, found.generation), NOON)

    for one in (asked, confirm):
        status, page = looked(house, one)
        assert status == 401
        assert "replaced on 2026-03-01" in page
        assert "<form method" not in page


def test_after_the_host_s_new_links_a_confirmation_is_dead(house: FlaskClient) -> None:
    match_id = openings.confirmed()
    confirm = openings.confirm_token(match_id)
    renewals.of_host(openings.host_token(match_id), NOON)

    assert looked(house, confirm)[0] == 401


def test_after_resigning_an_invitation_is_withdrawn(house: FlaskClient) -> None:
    match_id = openings.running()
    asked = openings.invitation(match_id, 1)
    resigning.resign(openings.seat_token(match_id, 1), NOON)
    status, page = looked(house, asked)

    assert status == 401
    assert "That invitation has been withdrawn." in page
    assert 'value="accept"' not in page


def test_after_the_seat_was_given_to_another_it_is_withdrawn(house: FlaskClient) -> None:
    match_id = openings.confirmed()
    asked = openings.invitation(match_id, 1)
    handovers.replace(openings.host_token(match_id), 1, openings.DARIA, NOON)

    assert looked(house, asked)[0] == 401
    assert looked(house, openings.invitation(match_id, 1))[0] == 200


def test_one_of_a_match_that_was_never_confirmed_shows_nothing(house: FlaskClient) -> None:
    match_id = openings.opened()

    assert looked(house, openings.invitation(match_id, 1))[0] == 401
    invitations.confirm(openings.confirm_token(match_id), NOON)
    assert looked(house, openings.invitation(match_id, 1))[0] == 200
