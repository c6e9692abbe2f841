"""Did it arrive? What a reader and a host see of letters, by the API and on their pages."""

import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service import tokens
from service.post import truth
from service.store.database import reading, writing
from service.store.matches import Seat
from service.store.players import Player
from tests.parts import tables
from tests.parts.inbox import called, letter, sent
from tests.parts.tables import NOON

EVERY = {
    "ready": ("on_its_way", "451 later"),
    "sending": ("on_its_way", None),
    "sent": ("sent", None),
    "bounced": ("bounced", "550 5.1.1 no"),
    "dead": ("undelivered", "550 no"),
    "dropped": ("not_needed", truth.ACTED),
}


@pytest.fixture
def table(writing_room: Flask) -> Flask:
    """Rapa Nui between Anna, who hosts, Bruno, and Carla, who is only invited."""
    tables.lay("m1", "rapa-nui", ("Anna", "Bruno", "Carla"))
    with writing() as session:
        session.get_one(Seat, ("m1", 2)).status = "invited"
    return writing_room


def every(player: str = "Bruno", seat: int = 1, kind: str = "your_turn") -> None:
    """A letter in each state, a minute apart."""
    for minute, (status, (_, why)) in enumerate(EVERY.items()):
        when = NOON + timedelta(minutes=minute)
        letter(player, seat=seat, kind=kind, status=status, reason=why, sent_at=when)


def ask(app: Flask, path: str, token: tokens.Token, method: str = "GET") -> TestResponse:
    head = {"Authorization": f"Bearer {tokens.sign(token)}"}
    return app.test_client().open(f"/api/v1{path}", method=method, headers=head)


def page(app: Flask, token: tokens.Token, more: str = "", method: str = "GET") -> str:
    url = f"/{token.letter}/{tokens.sign(token)}{more}"
    answer = app.test_client().open(url, method=method)
    assert answer.status_code == 200, answer.text
    return " ".join(answer.text.split())


BRUNO = tokens.Player("m1-Bruno", 1)
HOST = tokens.Host("m1", 1)
SEAT = tokens.Seat("m1", 1, 1)


def fault(**players: str | None) -> None:
    with writing() as session:
        for name, said in players.items():
            session.get_one(Player, f"m1-{name}").fault = said


# --- to its reader


def test_a_reader_sees_each_letter_with_its_state_and_why(table: Flask) -> None:
    every()

    found = ask(table, "/me/letters", BRUNO).get_json()["items"]

    assert [(one["state"], one["why"]) for one in reversed(found)] == list(EVERY.values())
    assert {(one["match"], one["kind"]) for one in found} == {("m1", "your_turn")}
    assert found[-1]["at"] == "2026-03-01T12:00:00+00:00"
    assert set(found[0]) == {"match", "kind", "state", "why", "at"}


def test_nobody_sees_letters_of_others(table: Flask) -> None:
    every("Anna", 0)

    assert ask(table, "/me/letters", BRUNO).get_json()["items"] == []


def test_letters_come_page_by_page_and_none_twice(table: Flask) -> None:
    every()
    found: list[Any] = []
    after = ""
    while True:
        got = ask(table, f"/me/letters?limit=4{after}", BRUNO).get_json()
        found += got["items"]
        if got["next"] is None:
            break
        after = f"&after={got['next']}"

    assert [one["at"][14:16] for one in found] == ["05", "04", "03", "02", "01", "00"]


def test_the_place_in_a_list_is_a_letters_handle_and_no_number(table: Flask) -> None:
    every()
    got = ask(table, "/me/letters?limit=4", BRUNO).get_json()

    assert re.fullmatch(r"[0-9a-f]{32}", got["next"])


def test_a_letter_from_before_letters_had_handles_is_a_place_too(table: Flask) -> None:
    old = sent(handle=None)
    sent()
    got = ask(table, "/me/letters?limit=1", BRUNO).get_json()
    rest = ask(table, f"/me/letters?limit=1&after={got['next']}", BRUNO).get_json()
    last = ask(table, f"/me/letters?after={old}", BRUNO).get_json()

    assert (len(rest["items"]), rest["next"]) == (1, None)
    assert last == {"items": [], "next": None}


@pytest.mark.parametrize("path", ["/me/letters", "/matches/m1/letters"])
def test_neither_a_number_nor_a_letter_of_another_list_is_a_place(table: Flask, path: str) -> None:
    """Else it could be asked how many letters others had before or after one's own."""
    tables.lay("m2", "rapa-nui", ("Anna", "Bruno"))
    mine, others = sent(), sent(match="m2")
    token = BRUNO if "me" in path else HOST
    answers = [ask(table, f"{path}?after={one}", token) for one in (mine, called(others))]

    assert [one.status_code for one in answers] == [400, 400]


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "9" * 30, "\u0661"])
@pytest.mark.parametrize("path", ["/me/letters", "/matches/m1/letters"])
def test_a_key_that_no_page_gave_is_refused(table: Flask, path: str, after: str) -> None:
    answer = ask(table, f"{path}?after={after}", BRUNO if "me" in path else HOST)

    assert answer.status_code == 400
    assert answer.get_json()["facts"]["reason"] == "bad_key"


def test_who_comes_by_a_link_is_told_that_letters_come_back_and_may_ask_again(
    table: Flask,
) -> None:
    every()
    fault(Bruno="550 5.2.2 mailbox full")
    at_table, mine = page(table, SEAT), page(table, BRUNO)
    listed = page(table, SEAT, "/letters")
    done = page(table, SEAT, "/letters", "POST")

    assert "Letters to you come back, so none is sent." in at_table
    assert "Letters to you come back, so none is sent." in mine
    assert "The mail server said: 550 5.2.2 mailbox full" in listed
    assert "came back</span>" in listed
    assert "· 550 5.1.1 no<" in listed
    assert f"· {truth.ACTED}<" in listed
    assert "You are written to again." in done
    assert "come back" not in page(table, SEAT)
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").fault is None


@pytest.mark.parametrize("token", [BRUNO, SEAT], ids=["player", "seat"])
def test_looking_at_letters_changes_nothing(table: Flask, token: tokens.Token) -> None:
    fault(Bruno="550 no")

    page(table, token, "/letters")

    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").fault == "550 no"


def test_a_program_asks_to_be_written_to_again(table: Flask) -> None:
    fault(Bruno="550 no")
    known = ask(table, "/me", BRUNO).get_json()

    answer = ask(table, "/me/letters/again", BRUNO, "POST")

    assert known["fault"] == "550 no"
    assert (answer.status_code, answer.get_json()["fault"]) == (200, None)


def test_my_page_lists_letters_of_all_my_matches(table: Flask) -> None:
    every()
    tables.lay("m2", "rapa-nui", ("Anna", "Bruno"))
    letter("Bruno", "m2", player_id="m1-Bruno", status="sent", sent_at=NOON)

    listed = page(table, BRUNO, "/letters")

    assert 'href="/m/m1"' in listed
    assert 'href="/m/m2"' in listed
    assert 'href="/m/m2"' not in page(table, SEAT, "/letters")


def test_a_link_of_a_phase_that_is_over_shows_no_letters_and_asks_for_none(table: Flask) -> None:
    fault(Bruno="550 no")
    old = f"/t/{tokens.sign(tokens.Turn('m1', 1, 1, 'turn 99'))}/letters"
    client = table.test_client()

    answers = [client.get(old).status_code, client.post(old).status_code]

    assert answers == [409, 409]
    with reading() as session:
        assert session.get_one(Player, "m1-Bruno").fault == "550 no"


# --- to the host


def test_a_host_sees_states_and_no_reason(table: Flask) -> None:
    every()

    found = ask(table, "/matches/m1/letters", HOST).get_json()["items"]

    assert [one["state"] for one in reversed(found)] == [state for state, _ in EVERY.values()]
    assert {one["seat"] for one in found} == {1}
    assert set(found[0]) == {"seat", "kind", "state", "at"}


def test_of_who_was_only_invited_a_host_learns_failures_alone(table: Flask) -> None:
    every("Carla", 2, "invitation")

    found = ask(table, "/matches/m1/letters", HOST).get_json()["items"]

    assert [(one["kind"], one["state"]) for one in found] == [
        ("invitation", "undelivered"),
        ("invitation", "bounced"),
    ]


def test_a_host_learns_of_no_receipt_unless_it_failed(table: Flask) -> None:
    """How often a rival changed what it sealed is nobody's business."""
    every(kind="receipt")

    found = ask(table, "/matches/m1/letters", HOST).get_json()["items"]

    assert [(one["kind"], one["state"]) for one in found] == [
        (None, "undelivered"),
        (None, "bounced"),
    ]


def test_letters_to_who_has_left_the_table_are_not_the_hosts_any_more(table: Flask) -> None:
    every()
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).player_id = None

    assert ask(table, "/matches/m1/letters", HOST).get_json()["items"] == []


def test_the_hosts_page_shows_each_seats_letters(table: Flask) -> None:
    letter(status="sent", sent_at=NOON)
    letter(status="bounced", reason="550 5.1.1 no", sent_at=NOON)
    letter(status="dropped", reason=truth.ACTED)

    shown = page(table, HOST)

    assert "Newest letter: came back" in shown
    assert shown.count('class="what"') == 3
    assert "550" not in shown


@pytest.mark.parametrize(
    "token", [SEAT, BRUNO, tokens.Host("m2", 1), tokens.Host("m1", 2)], ids=range(4)
)
def test_nobody_but_the_host_sees_the_letters_of_a_match(table: Flask, token: tokens.Token) -> None:
    assert ask(table, "/matches/m1/letters", token).status_code in (401, 403)


def test_a_seat_without_a_person_has_no_letters(table: Flask) -> None:
    with writing() as session:
        session.get_one(Seat, ("m1", 1)).player_id = None

    assert "No letter has been written to you yet." in page(table, SEAT, "/letters")
