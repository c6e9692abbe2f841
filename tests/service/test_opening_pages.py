"""Opening a match by a page: at once against bots, or with people who are invited by letter."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import lobby, looking, me, stand_ins, tokens
from service.store.database import db, reading
from service.store.matches import Match
from service.store.players import Player
from tests.parts import tables
from tests.parts.site import MakeApp
from tests.service.test_link_doors import everything, now, post


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def seat_of(answer: TestResponse) -> tokens.Seat:
    assert answer.status_code == 303, answer.text
    found = tokens.read(urlsplit(answer.location).path.removeprefix("/s/"), tokens.Seat)
    assert isinstance(found, tokens.Seat)
    return found


def only_match() -> Match:
    with reading() as session:
        (found,) = session.query(Match).all()
        session.expunge_all()
        return found


# --- play now


@pytest.mark.parametrize(
    ("game", "seats", "bot"),
    [("giants", 3, "greedy"), ("giants", 5, "random"), ("rapa-nui", 2, "greedy")],
)
def test_play_now_opens_a_match_and_leads_to_my_seat(
    house: FlaskClient, game: str, seats: int, bot: str
) -> None:
    form = {"game": game, "seats": str(seats), "bot": bot, "name": "Ève", "quick": "yes"}
    held = seat_of(house.post("/play", data=form))
    seen = lobby.one(held.match)

    assert (seen.status, seen.game, seen.public) == ("running", game, False)
    assert [one.bot for one in seen.seats] == [None, *[bot] * (seats - 1)]
    assert seen.seats[held.seat].name == "Ève"


def test_the_bots_play_until_it_is_my_turn_and_i_can_act(house: FlaskClient) -> None:
    held = seat_of(house.post("/play", data={"game": "rapa-nui", "seats": "2", "bot": "greedy"}))
    while stand_ins.act(held.match, now()):
        pass
    seen = looking.sight(held, held.match)
    head = {"Authorization": f"Bearer {tokens.sign(held)}"}
    body = {"turn": seen.turn, "action": {"kind": "play", "card": _card(seen.view), "count": 1}}

    played = house.post(f"/api/v1/matches/{held.match}/turns", json=body, headers=head)

    assert seen.awaited == [held.seat]
    assert played.status_code == 201, played.json


def _card(view: dict[str, Any]) -> str:
    """A gatherer, which costs nothing and is in every first hand."""
    hand = view["own"]["hand"]
    return next(card for card in ("fish", "mulberry", "potato", "grain") if hand[card])


def test_a_quick_match_of_giants_is_on_the_small_island_with_two_workers(
    house: FlaskClient,
) -> None:
    form = {"game": "giants", "seats": "3", "bot": "greedy"}
    quick = seat_of(house.post("/play", data=form | {"quick": "yes"}))
    whole = seat_of(house.post("/play", data=form))

    assert lobby.one(quick.match).options["island"] == "motu-nui"
    assert lobby.one(quick.match).options["quick"] is True
    assert lobby.one(whole.match).options["island"] == "rapa-nui"


def test_no_name_is_needed_and_the_language_of_the_page_is_kept(house: FlaskClient) -> None:
    form = {"game": "rapa-nui", "seats": "2", "bot": "greedy"}
    answer = house.post("/play?lang=it", data=form)
    held = seat_of(answer)

    assert parse_qs(urlsplit(answer.location).query) == {"lang": ["it"]}
    assert lobby.one(held.match).seats[0].name == "Ospite"
    with reading() as session:
        host = session.get_one(Player, session.get_one(Match, held.match).host_id)
        assert (host.language, host.address) == ("it", None)


def test_a_form_that_is_sent_twice_opens_one_match(house: FlaskClient) -> None:
    key = re.findall(r'name="key" value="([0-9a-f]+)"', house.get("/").text)[0]
    form = {"game": "rapa-nui", "seats": "2", "bot": "greedy", "key": key}
    first, second = (seat_of(house.post("/play", data=form)) for _ in range(2))

    assert first == second
    assert key not in house.get("/").text


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"seats": "9"},
        {"seats": "two"},
        {"bot": "clever"},
        {"name": "http://evil.example"},
        {"name": "x" * 41},
        {"name": "=?l1?q?a=0Ab?="},
    ],
)
def test_what_is_wrong_gets_a_friendly_refusal_and_opens_nothing(
    house: FlaskClient, wrong: dict[str, str]
) -> None:
    before = everything()
    form = {"game": "giants", "seats": "3", "bot": "greedy"} | wrong

    answer = house.post("/play", data=form)

    assert answer.status_code == 400
    assert "Nothing was opened" in answer.text
    assert everything() == before


def test_too_many_from_one_place_are_refused_with_a_time_to_come_back(
    make_app: MakeApp, sqlite_url: str
) -> None:
    client = make_app(DATABASE_URL=sqlite_url, OPENINGS_PER_HOUR="1").test_client()
    form = {"game": "rapa-nui", "seats": "2", "bot": "greedy"}
    answers = [client.post("/play", data=form | {"key": str(n)}) for n in range(2)]

    assert [one.status_code for one in answers] == [303, 429]
    assert int(answers[1].headers["Retry-After"]) > 0
    assert "Try again later" in answers[1].text


# --- open a match

FORM = {
    "game": "giants",
    "seats": "3",
    "host.name": "Ann",
    "host.address": "ann@moai.example",
    "host.language": "en",
    "host.time_zone": "Europe/London",
    "seats.0.kind": "host",
    "seats.1.kind": "player",
    "seats.1.name": "Bruno",
    "seats.1.address": "bruno@moai.example",
    "seats.1.language": "it",
    "seats.2.kind": "bot greedy",
    "pace.turn_hours": "24",
    "pace.sealed_hours": "72",
    "pace.free.saturday": "yes",
    "pace.free.sunday": "yes",
    "pace.from": "8",
    "pace.to": "22",
    "pace.patience": "5",
    "pace.absence": "bot",
    "cooling": "600",
    "public": "yes",
    "start": "host",
    "options.island": "motu-nui",
    "options.quick": "yes",
    "options.leftover_moai": "return",
    "options.max_rounds": "7",
}
ALONE = FORM | {"seats.1.kind": "bot random", "host.address": ""}


def test_looking_at_the_form_changes_nothing(house: FlaskClient) -> None:
    before = everything()
    for path in ("/open", "/open?game=giants", "/open?game=giants&seats=4", "/open?game=x&seats=9"):
        assert house.get(path).status_code == house.head(path).status_code == 200
    assert everything() == before


def test_first_the_game_and_the_seats_then_a_form_for_just_those(house: FlaskClient) -> None:
    first = house.get("/open").text
    second = house.get("/open?game=rapa-nui&seats=4").text

    assert 'name="seats" value="5"' in first
    assert "seats.3.kind" in second
    assert "seats.4.kind" not in second
    assert "options." not in second


def test_all_that_was_filled_in_is_what_the_match_agrees_on(house: FlaskClient) -> None:
    answer = house.post("/open", data=FORM)
    made = only_match()

    assert answer.status_code == 200
    assert "ann@moai.example" in answer.text
    assert made.status == "unconfirmed"
    assert made.pace == {
        "turn_hours": 24,
        "sealed_hours": 72,
        "free_days": ["saturday", "sunday"],
        "window": {"from": 8, "to": 22},
        "patience": 5,
        "absence": "bot",
    }
    assert (made.cooling, made.public, made.starts_alone) == (600, True, False)
    assert made.options == {
        "island": "motu-nui",
        "quick": True,
        "visible_score": False,
        "leftover_moai": "return",
        "auto_pick": False,
        "open_bases": False,
        "max_rounds": 7,
    }
    seen = lobby.one(made.id)
    assert [(one.name, one.bot, one.host) for one in seen.seats] == [
        ("Ann", None, True),
        ("Bruno", None, False),
        ("Haumaka", "greedy", False),
    ]


def test_only_the_host_gets_a_letter_before_it_has_confirmed(house: FlaskClient) -> None:
    house.post("/open", data=FORM)
    made = only_match()
    post(made.id)

    assert [tables.parsed(one)["To"] for one in tables.letters(made.id)] == [
        "Ann <ann@moai.example>"
    ]


def test_alone_with_bots_the_seat_is_there_at_once(house: FlaskClient) -> None:
    held = seat_of(house.post("/open", data=ALONE | {"start": "auto"}))

    assert lobby.one(held.match).status == "running"


@pytest.mark.parametrize(
    ("wrong", "field", "words"),
    [
        ({"host.name": ""}, "host.name", "1 to 40 characters"),
        ({"host.name": "=?l1?q?a=0Ab?="}, "host.name", "no link, address or “=?”"),
        ({"seats.1.name": "=?l1?q?a=0Ab?="}, "seats.1.name", "no link, address or “=?”"),
        ({"host.address": "ann"}, "host.address", "ann@moai.example"),
        ({"host.address": ""}, "host.address", "give an address of your own"),
        ({"host.language": "xx"}, "host.language", "Choose one of the list"),
        ({"host.time_zone": "Mars"}, "host.time_zone", "Europe/Rome"),
        ({"seats.1.name": "a\nb"}, "seats.1.name", "1 to 40 characters"),
        ({"seats.1.address": "no"}, "seats.1.address", "ann@moai.example"),
        ({"seats.1.address": "ann@moai.example"}, "seats.1.address", "there twice"),
        ({"seats.1.name": "Ann"}, "seats.1.name", "same name"),
        ({"seats.1.kind": "host"}, "seats", "one seat only"),
        ({"seats.2.kind": "bot clever"}, "seats.2.kind", "Choose one of the list"),
        ({"pace.turn_hours": "0"}, "pace.turn_hours", "whole number"),
        ({"pace.sealed_hours": "9" * 30}, "pace.sealed_hours", "whole number"),
        ({"cooling": "-1"}, "cooling", "whole number"),
        ({"start": "now"}, "start", "Choose one of the list"),
        ({"options.island": "atlantis"}, "options.island", "Choose one of the list"),
        ({"options.max_rounds": "100"}, "options.max_rounds", "whole number"),
    ],
)
def test_a_fault_stands_at_its_field_and_nothing_typed_is_lost(
    house: FlaskClient, wrong: dict[str, str], field: str, words: str
) -> None:
    answer = house.post("/open", data=FORM | wrong)
    found = re.findall(rf'id="fault-{re.escape(field)}">([^<]+)<', answer.text)

    assert answer.status_code == 400
    assert [words in one for one in found] == [True]
    if "seats.1.address" not in wrong:
        assert 'value="bruno@moai.example"' in answer.text
    with reading() as session:
        assert session.query(Match).count() == 0


def test_several_faults_are_told_at_once(house: FlaskClient) -> None:
    answer = house.post("/open", data=FORM | {"host.name": "", "seats.1.address": "x"})

    assert answer.text.count('class="fault"') == 2
    assert 'aria-invalid="true"' in answer.text


def test_a_form_without_a_game_asks_for_it_again(house: FlaskClient) -> None:
    assert house.post("/open", data={}).status_code == 400
    assert house.post("/open", data=FORM | {"seats": "12"}).status_code == 400


def test_the_host_of_an_opened_match_finds_it_among_its_own(house: FlaskClient) -> None:
    house.post("/open", data=FORM)
    made = only_match()
    mine = me.my_matches(tokens.Player(made.host_id, 1), None)

    assert [one.match.match for one in mine.items] == [made.id]
