"""Who holds an invitation or a confirmation, and nothing else, gets at one match and no more."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import admission, renewals, tokens
from service.opening import HostSeat
from service.store.database import reading
from service.store.players import by_address
from tests.parts import openings
from tests.parts.openings import BRUNO, CLARA, NOON

API = "/api/v1"
TOKEN = re.compile(r"\b[a-z]\.[\w-]+\.[\w-]+\.[\w-]+")
DOORS = re.compile(r"/([a-z])/[a-z]\.")


@pytest.fixture
def known(app: Flask) -> Iterator[str]:
    """A new match to which Bruno is asked, who plays in another one and hosts a third."""
    with app.app_context():
        openings.running()
        openings.confirmed(HostSeat(), CLARA, host=BRUNO.person)
        yield openings.confirmed()


def player_token(address: str) -> str:
    with reading() as session:
        found = by_address(session, address)
        assert found is not None
        return tokens.sign(tokens.Player(found.id, found.generation))


def answered(client: FlaskClient, path: str, token: tokens.Token) -> str:
    head = {"Authorization": f"Bearer {tokens.sign(token)}"}
    answer = client.post(f"{API}/matches/{path}", json={}, headers=head)
    assert answer.status_code == 200
    return answer.text


def kinds(text: str) -> set[str]:
    """The kinds of all tokens in it, each of which must be of one match."""
    return {one.partition(".")[0] for one in TOKEN.findall(text)}


def of_a_guest(client: FlaskClient, match: str) -> set[str]:
    return kinds(answered(client, f"{match}/invitation/accept", openings.invitation(match, 1)))


def of_a_host(client: FlaskClient, match: str) -> set[str]:
    return kinds(answered(client, f"{match}/confirm", openings.confirm_token(match)))


def test_an_invitation_answers_with_the_key_of_its_seat_alone(
    client: FlaskClient, known: str
) -> None:
    assert of_a_guest(client, known) == {"s"}


def test_a_confirmation_answers_with_the_keys_of_its_match_alone(
    client: FlaskClient, known: str
) -> None:
    assert of_a_host(client, openings.opened()) == {"h", "s"}


def test_asked_again_they_answer_no_more(client: FlaskClient, known: str) -> None:
    of_a_guest(client, known)

    assert of_a_guest(client, known) == {"s"}
    assert of_a_host(client, known) == {"h", "s"}


def test_a_stranger_is_answered_as_somebody_known_is(client: FlaskClient, app: Flask) -> None:
    """So that who found an invitation does not learn whether the invited plays here at all."""
    with app.app_context():
        assert of_a_guest(client, openings.confirmed()) == {"s"}


def test_what_it_answers_does_not_open_what_is_the_person_s(
    client: FlaskClient, known: str
) -> None:
    found = TOKEN.findall(
        answered(client, f"{known}/invitation/accept", openings.invitation(known, 1))
    )

    assert len(found) == 1
    head = {"Authorization": f"Bearer {found[0]}"}
    for path in ("/me", "/me/matches", "/me/data"):
        assert client.get(API + path, headers=head).status_code == 403
    assert client.delete(f"{API}/me", headers=head).status_code == 403
    asked = client.post(f"{API}/matches/{known}/player-link", headers=head)
    assert (asked.status_code, asked.text) == (204, "")


def test_the_page_after_accepting_leads_to_that_seat_alone(client: FlaskClient, known: str) -> None:
    link = f"/i/{tokens.sign(openings.invitation(known, 1))}"
    page = client.post(link, data={"do": "accept"}).text

    assert set(DOORS.findall(page)) == {"s"}


def test_the_page_after_confirming_leads_to_that_match_alone(
    client: FlaskClient, known: str
) -> None:
    link = f"/c/{tokens.sign(openings.confirm_token(openings.opened()))}"
    page = client.post(link, data={"do": "confirm"}).text

    assert set(DOORS.findall(page)) == {"h"}


def test_after_new_links_an_invitation_to_another_match_does_not_give_them(
    client: FlaskClient, app: Flask
) -> None:
    """It stays good where one seat's links are replaced, and is worth its own match."""
    with app.app_context():
        seated, asked = openings.running(), openings.confirmed()
        renewals.of_seat(openings.seat_token(seated, 1), NOON)

        assert of_a_guest(client, asked) == {"s"}


def test_control_were_the_person_s_own_key_handed_out_it_would_be_found(
    client: FlaskClient, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = player_token("bruno@moai.example")
    usual = admission.of_seat

    def generous(*args: object) -> admission.Admission:
        made = usual(*args)  # type: ignore[arg-type]  # as it was called
        return admission.Admission(made.match, made.seat, None, made.seat_token, given)

    monkeypatch.setattr(admission, "of_seat", generous)

    assert of_a_guest(client, known) == {"s", "p"}
