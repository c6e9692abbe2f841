"""What a match can be held against stands where people look, and what opens it once it opens."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import record
from engine.words import FAULTS
from service import hidden, languages, play, resolution, tokens
from service.pages import verify_door
from service.pages.verify_door import BY_RULES
from service.sent import Asked, Sent
from service.store.database import db, reading
from service.store.entries import LogEntry, all_of
from service.store.submissions import in_force
from tests.parts.site import MakeApp
from tests.service.tables import NOON, SEED, Table, begin
from tests.service.test_watching_pages import finished, on

SENT = Sent(b"{}", "POST", "moai.example", "/test")


@pytest.fixture
def house(app: Flask) -> Iterator[FlaskClient]:
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def own(table: Table, seat: int) -> str:
    return f"/s/{tokens.sign(table.seat(seat))}"


def resolutions(table: Table) -> list[LogEntry]:
    with reading() as session:
        return [one for one in all_of(session, table.id) if one.public["kind"] == "resolve"]


def bid(table: Table, seat: int) -> None:
    play.submit(table.seat(seat), SENT, Asked(table.row().turn, None, "bid 1 marker"), NOON)


def test_every_seat_and_stranger_sees_what_was_committed_to(house: FlaskClient) -> None:
    table = begin("giants", 3)
    bid(table, 0)
    row = table.row()
    with reading() as session:
        (made,) = in_force(session, table.id, str(row.phase))
    marks = (row.seed_hash, str(row.head), str(made.commitment), str(made.hidden_commitment))
    pages = [house.get(path).text for path in (own(table, 0), own(table, 1), f"/m/{table.id}")]

    assert all(mark in page for mark in marks for page in pages)
    assert all(SEED.hex() not in page for page in pages)


def test_once_a_match_is_over_the_seed_and_the_checker_are_there(house: FlaskClient) -> None:
    table = finished("rapa-nui")
    pages = [house.get(path).text for path in (own(table, 0), f"/m/{table.id}")]

    assert all(SEED.hex() in page for page in pages)
    assert all(f'href="/verify?match={table.id}"' in page for page in pages)


def test_the_step_that_opened_bids_shows_what_anyone_can_check_them_with(
    house: FlaskClient,
) -> None:
    """Each salt with the action makes the commitment again; hidden parts wait for the end."""
    table = begin("giants", 3, bots=(0, 1, 2), options={"island": "motu-nui"})
    while not resolutions(table):
        bots(table)
    entry = resolutions(table)[0]
    page = house.get(f"/m/{table.id}/replay?entry={entry.number}").text
    for one in entry.public["actions"]:
        salt = bytes.fromhex(one["salt"])
        made = record.commit(salt, table.id, entry.public["phase"], one["seat"], one["action"])
        assert (made in page, one["salt"] in page) == (True, True)
        assert one["hidden_commitment"] not in page

    assert entry.hash in page
    private = hidden.private(table.row(), entry)
    assert [one["salt"] in page for one in private["actions"]] == [False] * 3


def bots(table: Table) -> None:
    on(table, 1)
    resolution.resolve(table.id, NOON)


def test_when_all_is_over_hidden_parts_can_be_checked_too(house: FlaskClient) -> None:
    table = finished("giants")
    entry = resolutions(table)[0]
    page = house.get(f"/m/{table.id}/replay?entry={entry.number}").text
    parts = (entry.public, hidden.private(table.row(), entry))
    salts = [one["salt"] for part in parts for one in part["actions"]]

    assert [salt in page for salt in salts] == [True] * 6


# --- the page that checks


def test_the_page_has_a_sentence_for_whatever_its_scripts_can_find(make_app: MakeApp) -> None:
    """Alike in every language; and of faults the scripts know all that need no rules."""
    client = make_app().test_client()
    pages = {name: client.get(f"/verify?lang={name}").text for name in languages.LANGUAGES}
    codes = {name: set(re.findall(r'data-code="([^"]+)"', page)) for name, page in pages.items()}
    source = "".join(map(script, re.findall(r'<script src="/static/([^"]+)"', pages["en"])))
    named = set(re.findall(r'"(said:\w+)"', source))
    refused = {f"refusal:{code}" for code in re.findall(r'Refused\("(\w+)"', source)}
    faults = FAULTS.keys() - set(BY_RULES)

    assert all(found == codes["en"] for found in codes.values())
    assert named | refused | {f"fault:{code}" for code in faults} <= codes["en"]
    assert {code for code in faults if f'"{code}"' not in source} == set()


def script(name: str) -> str:
    return (verify_door.STATIC / name).read_text(encoding="utf-8")


def test_the_file_to_keep_may_speak_to_nobody(make_app: MakeApp) -> None:
    """Its own head forbids all but the script and the style within it."""
    answer = make_app().test_client().get("/verify.html?lang=it")

    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "default-src &#39;none&#39;; script-src &#39;sha256-" in answer.text
    assert re.findall(r'(?:src|href)="', answer.text) == []
    assert "Verifica una registrazione" in answer.text
