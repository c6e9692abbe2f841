"""The host's page: what it shows of a match, and each thing that a host can do there."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service import lobby, tokens
from service.lobby import Standing
from service.store.database import db
from tests.service.test_link_doors import link, look, opened, post, started


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def path(match_id: str) -> str:
    return f"/h/{tokens.sign(tokens.Host(match_id, 1))}"


def gathering(client: FlaskClient, guest_speaks: str = "en") -> str:
    match_id = opened(client, guest_speaks)
    post(match_id)
    client.post(link(match_id, "Ann", "c"))
    post(match_id)
    return match_id


def do(client: FlaskClient, match_id: str, what: str, **form: str) -> tuple[int, Standing]:
    answer = client.post(path(match_id), data={"do": what} | form)
    return answer.status_code, lobby.one(match_id)


def test_a_running_match_shows_who_is_awaited_letters_and_the_deadline(house: FlaskClient) -> None:
    match_id = started(house)
    page = look(house, path(match_id))

    assert page.count("awaited</span>") == 1
    assert "Newest letter: sent" in " ".join(page.split())
    assert "(Europe/London)" in page
    assert f'href="/m/{match_id}"' in page


def test_a_host_that_plays_finds_its_own_seat_and_no_other(house: FlaskClient) -> None:
    match_id = started(house)
    found = re.findall(r'href="/s/([^"]+)"', look(house, path(match_id)))

    assert [tokens.read(one) for one in found] == [tokens.Seat(match_id, 0, 1)]


def test_extend_pause_and_resume(house: FlaskClient) -> None:
    match_id = started(house)
    due = lobby.one(match_id).due_at
    assert due is not None
    extended = do(house, match_id, "extend", hours="24")
    paused = do(house, match_id, "pause")
    page = look(house, path(match_id))
    resumed = do(house, match_id, "resume")

    assert (extended[0], extended[1].due_at) == (200, due + timedelta(hours=24))
    assert paused[0] == 200
    assert paused[1].paused_at is not None
    assert 'value="resume"' in page
    assert 'value="extend"' not in page
    assert (resumed[0], resumed[1].paused_at) == (200, None)


@pytest.mark.parametrize("hours", ["", "0", "337", "many", "9" * 40])
def test_hours_out_of_bounds_are_refused_at_their_field(house: FlaskClient, hours: str) -> None:
    match_id = started(house)
    due = lobby.one(match_id).due_at
    answer = house.post(path(match_id), data={"do": "extend", "hours": hours})

    assert answer.status_code == 400
    assert 'id="fault-hours"' in answer.text
    assert lobby.one(match_id).due_at == due


def test_a_match_that_gathers_changes_in_all_that_was_agreed(house: FlaskClient) -> None:
    match_id = gathering(house)
    form = {"turn_hours": "12", "sealed_hours": "168", "start": "host", "public": "yes"}
    status, seen = do(house, match_id, "change", **form)

    assert status == 200
    assert (seen.pace["turn_hours"], seen.pace["sealed_hours"]) == (12, 168)
    assert (seen.start, seen.public) == ("host", True)


def test_a_running_match_becomes_public_and_slower_but_not_faster(house: FlaskClient) -> None:
    match_id = started(house)
    slower = do(house, match_id, "change", turn_hours="72", sealed_hours="24", public="yes")
    faster = do(house, match_id, "change", turn_hours="6", sealed_hours="24", public="yes")

    assert (slower[0], slower[1].pace["turn_hours"], slower[1].public) == (200, 72, True)
    assert (faster[0], faster[1].pace["turn_hours"]) == (409, 72)


def test_before_the_start_a_seat_is_given_to_another_person_at_once(house: FlaskClient) -> None:
    match_id = gathering(house)
    page = look(house, f"{path(match_id)}?seat=1")
    form = {"kind": "player", "name": "Clara", "address": "clara@moai.example", "language": "de"}
    status, seen = do(house, match_id, "replace 1", **form)

    assert "Who takes the seat of Bruno?" in page
    assert status == 200
    assert (seen.seats[1].name, seen.seats[1].status) == ("Clara", "invited")


def test_after_the_start_the_table_is_asked_about_a_bot(house: FlaskClient) -> None:
    match_id = started(house)
    status, seen = do(house, match_id, "replace 1", kind="bot greedy")
    page = look(house, path(match_id))

    assert status == 200
    assert seen.seats[1].name == "Bruno"
    assert [(one.seat, one.kind) for one in seen.handovers] == [(1, "bot")]
    assert "unless somebody objects" in page


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"kind": "player", "name": "", "address": "c@moai.example", "language": "de"}, "name"),
        ({"kind": "player", "name": "Clara", "address": "c", "language": "de"}, "address"),
        ({"kind": "player", "name": "Ann", "address": "c@moai.example", "language": "de"}, "name"),
        (
            {"kind": "player", "name": "C", "address": "ann@moai.example", "language": "de"},
            "address",
        ),
    ],
)
def test_a_wrong_successor_is_refused_at_its_field_and_stays_written(
    house: FlaskClient, form: dict[str, str], field: str
) -> None:
    match_id = gathering(house)
    answer = house.post(path(match_id), data={"do": "replace 1"} | form)

    assert answer.status_code == 400
    assert f'id="fault-{field}"' in answer.text
    assert f'value="{form["address"]}"' in answer.text
    assert lobby.one(match_id).seats[1].name == "Bruno"


def test_cancelling_takes_a_second_step(house: FlaskClient) -> None:
    match_id = started(house)
    first = look(house, path(match_id))
    sure = look(house, f"{path(match_id)}?sure=cancel")
    status, seen = do(house, match_id, "cancel")

    assert 'value="cancel"' not in first
    assert 'value="cancel"' in sure
    assert (status, seen.status) == (200, "cancelled")
    assert "<form" not in look(house, path(match_id))


def test_the_start_is_refused_while_somebody_is_missing(house: FlaskClient) -> None:
    match_id = gathering(house)
    answer = house.post(path(match_id), data={"do": "start"})

    assert answer.status_code == 409
    assert "Not everyone has accepted yet." in answer.text


@pytest.mark.parametrize("what", ["", "dance", "remind", "remind x", "remind 12", "replace"])
def test_a_form_that_makes_no_sense_does_nothing(house: FlaskClient, what: str) -> None:
    match_id = gathering(house)
    status, seen = do(house, match_id, what)

    assert status == 400
    assert seen.status == "gathering"


def test_the_page_speaks_the_hosts_language_unless_the_link_says_otherwise(
    house: FlaskClient,
) -> None:
    """Ann's letters are English, whatever the browser asks for."""
    match_id = gathering(house)
    browser = {"Accept-Language": "ru"}
    own = house.get(path(match_id), headers=browser).text
    asked = house.get(f"{path(match_id)}?lang=it", headers=browser).text

    assert '<html lang="en">' in own
    assert '<html lang="it">' in asked
