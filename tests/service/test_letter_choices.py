"""Choosing one's letters: by the API, on one's page, and by the link at the foot of a letter."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import tokens
from service.post import silence
from service.post.policy import MOST_OWN, SWITCHABLE, Policy, of, own, with_own
from service.store.database import reading, writing
from service.store.players import Player
from tests.parts import tables

BRUNO = "m1-Bruno"
USUAL: dict[str, Any] = {"delay": 0, "digest": None, "quiet": None, "off": []}  # in development
ME, HERE = "/api/v1/me", "/api/v1/matches/m1/letter-policy"
EVERYWHERE = {
    "delay": "15",
    "digest": "18",
    "quiet_from": "22",
    "quiet_to": "7",
    **{f"tell.{kind}": "yes" for kind in ("resolved", "reminder", "message")},
}


@pytest.fixture
def table(writing_room: Flask) -> tables.Table:
    return tables.lay("m1", "rapa-nui", ("Anna", "Bruno"))


class Caller:
    """Somebody who speaks JSON with one token, at one address."""

    def __init__(self, app: Flask, token: tokens.Token, path: str) -> None:
        self.client, self.path = app.test_client(), path
        self.headers = {"Authorization": f"Bearer {tokens.sign(token)}"}

    def look(self) -> Any:
        return self.client.get(self.path, headers=self.headers).json

    def choose(self, body: dict[str, Any]) -> Any:
        method = "PATCH" if self.path == ME else "PUT"
        return self.client.open(self.path, method=method, json=body, headers=self.headers)


@pytest.fixture
def bruno(writing_room: Flask, table: tables.Table) -> Caller:
    return Caller(writing_room, tokens.Player(BRUNO, 1), ME)


@pytest.fixture
def seat(writing_room: Flask, table: tables.Table) -> Caller:
    return Caller(writing_room, tokens.Seat("m1", 1, 1), HERE)


@pytest.fixture
def page(writing_room: Flask, table: tables.Table) -> FlaskClient:
    return writing_room.test_client()


def kept() -> dict[str, Any]:
    with reading() as session:
        return dict(session.get_one(Player, BRUNO).policy)


def path(match: str | None = None) -> str:
    mine = f"/p/{tokens.sign(tokens.Player(BRUNO, 1))}/letters/choose"
    return mine if match is None else f"{mine}?match={match}"


# --- by the API


def test_what_is_chosen_changes_and_the_rest_stays(bruno: Caller) -> None:
    before = bruno.look()["letters"]
    quiet = {"from": 22, "to": 7}
    first = bruno.choose({"letters": {"digest": 18, "quiet": quiet}}).json["letters"]
    second = bruno.choose({"letters": {"digest": None, "off": ["paused"]}}).json

    assert before == USUAL
    assert first == {**USUAL, "digest": 18, "quiet": quiet}
    assert second["letters"] == {**USUAL, "quiet": quiet, "off": ["paused"]}


def test_a_match_may_have_its_own_and_lose_it_again(bruno: Caller, seat: Caller) -> None:
    bruno.choose({"letters": {"digest": 18, "off": ["away"]}})
    mine = seat.choose({"digest": None, "delay": 30}).json
    seen = seat.look()
    back = seat.choose({}).json

    assert mine == seen
    assert mine["own"] == {"digest": None, "delay": 30}
    assert mine["letters"] == {**USUAL, "delay": 30, "off": ["away"]}
    assert back == {
        "match": "m1",
        "muted": False,
        "own": {},
        "letters": {**USUAL, "digest": 18, "off": ["away"]},
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"delay": -1},
        {"delay": 1441},
        {"delay": "5"},
        {"digest": 24},
        {"digest": True},
        {"quiet": {"from": 22}},
        {"quiet": {"from": 7, "to": 7}},
        {"quiet": {"from": 7, "to": 24}},
        {"off": ["your_turn"]},
        {"off": ["handover"]},
        {"off": "paused"},
        {"weekly": True},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    bruno: Caller, seat: Caller, wrong: dict[str, Any]
) -> None:
    answers = bruno.choose({"letters": wrong}), seat.choose(wrong)

    assert [one.status_code for one in answers] == [400, 400]
    assert {one.json["code"] for one in answers} == {"malformed"}
    assert kept() == {}


def test_a_seat_chooses_for_its_own_match_alone(writing_room: Flask, table: tables.Table) -> None:
    tables.lay("m2", "rapa-nui", ("Anna", "Bruno"))
    there = HERE.replace("m1", "m2")
    other = Caller(writing_room, tokens.Seat("m1", 1, 1), there)
    dead = Caller(writing_room, tokens.Seat("m1", 1, 2), HERE)

    assert other.choose({}).status_code == 403
    assert dead.choose({}).status_code == 401


def test_only_so_many_matches_have_a_policy_of_their_own() -> None:
    policy: dict[str, Any] = {"muted": ["m0"]}
    for number in range(MOST_OWN + 5):
        policy = with_own(policy, f"m{number}", {"delay": number})

    assert len(policy["matches"]) == MOST_OWN
    assert own(policy, "m4") == {}
    assert of(policy, "m204", usual=2) == Policy(delay=204)
    assert policy["muted"] == ["m0"]


# --- on one's page


def test_the_form_shows_what_holds_and_keeps_what_is_chosen(page: FlaskClient) -> None:
    before = page.get(path()).text
    answer = page.post(path(), data=EVERYWHERE)
    mine = page.get(path().removesuffix("/letters/choose")).text

    assert 'value="none" selected' in before
    assert answer.status_code == 200
    assert "It is changed, also for letters that are waiting." in answer.text
    assert kept()["letters"] == {
        "delay": 15,
        "digest": 18,
        "quiet": {"from": 22, "to": 7},
        "off": ["away", "extended", "paused", "resumed"],
    }
    assert kept()["receipts"] is False
    assert "One letter a day, at 18:00, tells of all your matches." in mine
    assert "From 22:00 to 7:00 nothing comes." in mine
    assert "/letters/choose?match=m1" in mine


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("delay", "soon", "This should be a whole number from 0 to 1440."),
        ("delay", "1441", "This should be a whole number from 0 to 1440."),
        ("digest", "25", "Choose one of the list."),
        ("quiet_to", "none", "Choose both hours, or none."),
        ("quiet_to", "22", "Choose both hours, or none."),
    ],
)
def test_a_fault_is_shown_at_its_field(
    page: FlaskClient, field: str, value: str, said: str
) -> None:
    answer = page.post(path(), data=EVERYWHERE | {field: value})

    assert answer.status_code == 400
    assert said in answer.text
    assert 'value="15"' in answer.text or field == "delay"
    assert kept() == {}


def test_a_match_has_a_form_of_its_own(page: FlaskClient) -> None:
    page.post(path(), data=EVERYWHERE)
    before = page.get(path("m1")).text
    form = {"digest": "none", "delay": "", "quiet": "none", "kinds": "own", "tell.paused": "yes"}
    page.post(path("m1"), data=form)
    mine = kept()["matches"]["m1"]
    page.post(path("m1"), data={"digest": "same", "delay": "", "quiet": "same", "kinds": "same"})

    assert "Letters of a match of Rapa Nui" in before
    assert mine == {
        "digest": None,
        "quiet": None,
        "off": sorted(set(SWITCHABLE) - {"paused", "receipt"}),
    }
    assert kept()["matches"] == {}


def test_quiet_hours_that_a_program_chose_stay(page: FlaskClient, seat: Caller) -> None:
    quiet = {"from": 1, "to": 5}
    seat.choose({"quiet": quiet})
    shown = page.get(path("m1")).text
    page.post(path("m1"), data={"digest": "same", "delay": "3", "quiet": "own", "kinds": "same"})

    assert "From 01:00 to 05:00" in shown
    assert kept()["matches"]["m1"] == {"quiet": quiet, "delay": 3}


@pytest.mark.parametrize(("match", "status"), [("m2", 403), ("none", 404)])
def test_somebody_elses_match_is_none_of_ones_business(
    page: FlaskClient, match: str, status: int
) -> None:
    tables.lay("m2", "rapa-nui", ("Anna", "Bruno"))

    assert page.get(path(match)).status_code == status
    assert page.post(path(match), data={}).status_code == status


# --- by the link in a letter


def unsubscribe(match: str = "m1") -> str:
    return f"/u/{tokens.sign(tokens.Unsubscribe(BRUNO, match, 1))}"


def test_instead_of_none_one_letter_a_day(page: FlaskClient) -> None:
    offered = page.get(unsubscribe()).text
    page.post(unsubscribe(), data={"do": "digest"})
    after = page.get(unsubscribe()).text
    page.post(unsubscribe(), data={"do": "apart"})

    assert "One letter a day for all my matches" in offered
    assert "They come once a day, at 18:00" in after
    assert "A letter for each match by itself" in after
    assert kept()["letters"] == {"digest": None}
    assert "muted" not in kept()


def test_instead_of_none_only_what_asks_something(page: FlaskClient) -> None:
    answer = page.post(unsubscribe(), data={"do": "spare"})
    page.post(unsubscribe(silence.EVERY_MATCH), data={"do": "spare"})

    assert "You are told only what asks something of you" in answer.text
    assert "Only what asks something of me" not in answer.text
    assert kept()["matches"] == {"m1": {"off": sorted(SWITCHABLE)}}
    assert kept()["letters"] == {"off": sorted(SWITCHABLE)}


def test_a_match_that_stood_apart_comes_with_the_others_once_asked(page: FlaskClient) -> None:
    with writing() as session:
        player = session.get_one(Player, BRUNO)
        player.policy = with_own(player.policy, "m1", {"digest": None, "delay": 3})
    page.post(unsubscribe(), data={"do": "digest"})

    assert of(kept(), "m1", usual=2) == Policy(delay=3, digest=18)


def test_never_again_from_a_digest_is_told_to_every_host(page: FlaskClient) -> None:
    page.post(unsubscribe(silence.EVERY_MATCH), data={"do": "block"})
    seen = page.get(unsubscribe(silence.EVERY_MATCH)).text

    assert "Your address is never written to again." in seen
    (host,) = [one for one in tables.notices() if one.kind == "problem"]
    assert host.player_id == "m1-Anna"


def test_a_revoked_link_chooses_nothing(page: FlaskClient) -> None:
    """It goes on stopping letters, and does nothing else."""
    old = f"/u/{tokens.sign(tokens.Unsubscribe(BRUNO, silence.EVERY_MATCH, 7))}"
    answers = [page.post(old, data={"do": do}) for do in ("digest", "apart", "spare")]

    assert [one.status_code for one in answers] == [401] * 3
    assert kept() == {}
