"""A match that was played elsewhere comes in by its record, checked whole, and stays as it was."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from engine import codec, match, record
from engine.canonical import loads
from engine.game import Setup
from engine.match import Done
from engine.registry import GAMES
from engine.signing import Proof
from engine.verify import verify
from service import importing, tokens
from service.store.database import reading
from service.store.letters import Letter, Notice
from service.store.matches import Match
from tests.engine.signed import OLD, body, proof_of, public
from tests.parts.site import MakeApp
from tests.parts.tables import lay

RECORDS = Path(__file__).parents[1] / "engine"
GIANTS = (RECORDS / "giants/records/three-rounds.json").read_text(encoding="utf-8")
RAPA_NUI = (RECORDS / "rapanui/records/3-barren.json").read_text(encoding="utf-8")
LINKED = ["www.ann.example", "Ben", "Carl"]
URL = "/api/v1/records"


def bring(client: FlaskClient, book: Any, **more: Any) -> TestResponse:
    return client.post(URL, json={"record": book, **more})


@pytest.mark.parametrize("text", [GIANTS, RAPA_NUI], ids=["giants", "rapa-nui"])
def test_a_record_goes_in_and_comes_out_with_the_same_bytes(client: FlaskClient, text: str) -> None:
    made = bring(client, loads(text))

    assert made.status_code == 201
    assert made.json is not None
    out = client.get(f"/api/v1/matches/{made.json['match']}/record").text
    written: record.Record = codec.read(record.Record, loads(text))
    assert out == record.text(written)


def signed() -> str:
    """The same match once more, but seat 0 has a key and signs its first step."""
    book = record.parse(RAPA_NUI)
    game, deal = GAMES[book.game], book.entries[0].public
    nonces = [bytes.fromhex(nonce) for nonce in deal["nonces"]]
    setup = Setup(deal["seats"], deal["options"])
    log: list[Done[Any]] = [match.start(game, book.match, setup, book.seed or b"", nonces)]
    log.append(match.sign_with(log[0].match, 0, [public(OLD)], signed_only=False))
    proofs: list[Proof] = []
    for page in book.entries[1:]:
        table, seat, by = log[-1].match, page.public["seat"], page.public["by"]
        if page.public["kind"] == "undo":
            log.append(match.undo(table, seat, by))
            continue
        whole = {**(page.private or {})["action"], **page.public["action"]}
        action = codec.read(game.action_type, whole)
        if seat == 0 and not proofs:
            sent = body(table.turn, text=game.say(table.state, action))
            proofs.append(proof_of(OLD, 1, sent, door=f"{book.match}/turns"))
            log.append(match.play(table, seat, action, "person", 1, public(OLD)))
        else:
            log.append(match.play(table, seat, action, by))
    return record.text(record.export([one.entry for one in log], book.seed, book.outcome, proofs))


def test_what_was_signed_keeps_its_proofs(client: FlaskClient) -> None:
    """Without them the record would be found wanting wherever it is checked."""
    text = signed()

    made = bring(client, loads(text))

    assert made.status_code == 201
    out = client.get(f"/api/v1/matches/{record.parse(text).match}/record").text
    assert out == text
    assert verify(record.parse(out), GAMES["rapa-nui"]).signatures == 1


def test_it_stands_as_a_finished_match_that_was_played_elsewhere(client: FlaskClient) -> None:
    found = bring(client, loads(GIANTS), names=["Ann", "Bruno", "Carla"]).json

    assert found is not None
    assert (found["status"], found["imported"], found["public"]) == ("finished", True, False)
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bruno", "Carla"]
    assert found["outcome"] == loads(GIANTS)["outcome"]
    assert found["awaited"] == []


def test_without_names_the_seats_have_numbers(client: FlaskClient) -> None:
    found = bring(client, loads(GIANTS)).json

    assert found is not None
    assert [seat["name"] for seat in found["seats"]] == ["Seat 1", "Seat 2", "Seat 3"]


def test_it_can_be_watched_and_replayed(client: FlaskClient) -> None:
    found = bring(client, loads(GIANTS)).json
    assert found is not None
    match = found["match"]

    pages = [client.get(f"/m/{match}"), client.get(f"/m/{match}/replay?entry=5")]

    assert [page.status_code for page in pages] == [200, 200]
    assert "Played elsewhere" in pages[0].text
    assert client.get(f"/api/v1/matches/{match}/view").status_code == 200
    assert client.get(f"/api/v1/matches/{match}/log").status_code == 200


def test_nobody_is_told_nobody_can_act_and_no_list_has_it(app: Flask, client: FlaskClient) -> None:
    found = bring(client, loads(GIANTS)).json
    assert found is not None
    with app.app_context():
        seat = tokens.sign(tokens.Seat(found["match"], 0, 1))
        with reading() as session:
            told = session.scalar(select(func.count(Notice.id)))
            letters = session.scalar(select(func.count(Letter.id)))

    tried = client.post(
        f"/api/v1/matches/{found['match']}/turns",
        json={"turn": found["turn"], "text": "pass"},
        headers={"Authorization": f"Bearer {seat}"},
    )

    assert (told, letters) == (0, 0)
    assert tried.status_code == 409
    assert tried.json is not None
    assert tried.json["code"] == "match_over"
    assert client.get("/api/v1/matches").json == {"items": [], "next": None}


def test_the_same_record_again_is_the_same_match(app: Flask, client: FlaskClient) -> None:
    first = bring(client, loads(GIANTS))

    again = bring(client, loads(GIANTS), names=["Ann", "Bruno", "Carla"])

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json == first.json
    with app.app_context(), reading() as session:
        assert session.scalar(select(func.count(Match.id))) == 1


def test_a_match_of_that_id_which_is_another_stays_as_it_is(
    app: Flask, client: FlaskClient
) -> None:
    book = loads(GIANTS)
    with app.app_context():
        lay(book["match"])

    answer = bring(client, book)

    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["facts"] == {"reason": "match_exists"}


# --- refused


def _edit(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(book: Any) -> None:
        for step in path[:-1]:
            book = book[step]
        book[path[-1]] = to

    return change


TAMPERED: dict[str, tuple[Callable[[Any], Any], str, int | None]] = {
    "a step": (_edit("entries", 2, "public", "turn", to=7), "wrong_hash", 3),
    "a salt": (_edit("entries", 0, "salt", to="00" * 16), "wrong_seal", 1),
    "a hash": (_edit("entries", 4, "hash", to="0" * 64), "wrong_hash", 5),
    "the seed": (_edit("seed", to="00"), "wrong_seed", 1),
    "the outcome": (_edit("outcome", "winners", to=[]), "wrong_outcome", None),
    "the head": (_edit("head", to="0" * 64), "wrong_head", None),
    "an entry left out": (lambda book: book["entries"].pop(3), "wrong_number", 4),
    "the end left out": (lambda book: book["entries"].pop(), "no_outcome", None),
    "no entries": (_edit("entries", to=[]), "no_deal", 1),
    "another id": (_edit("match", to="other"), "header", 1),
    "an id for no address line": (_edit("match", to="a/b"), "match_id", None),
    "another game": (_edit("game", to="chess"), "unknown_game", None),
    "a shape": (_edit("entries", to="none"), "wrong_shape", None),
    "a name more": (_edit("players", to=["Ann"]), "unknown_field", None),
    "a fraction": (_edit("format", to=1.5), "not_plain", None),
    "a number past all bounds": (
        _edit("entries", 0, "public", "seats", to=2**60),
        "not_plain",
        None,
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_record_is_refused_with_its_first_fault(client: FlaskClient, what: str) -> None:
    change, reason, entry = TAMPERED[what]
    book = deepcopy(loads(GIANTS))
    change(book)

    answer = bring(client, book)

    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["code"] == "bad_record"
    assert answer.json["facts"]["reason"] == reason
    assert entry is None or answer.json["facts"]["entry"] == entry


def test_the_public_parts_of_a_match_are_not_enough(client: FlaskClient) -> None:
    book = loads(GIANTS)
    for page in book["entries"]:
        page["salt"] = page["private"] = None
    book["seed"] = book["outcome"] = None

    answer = bring(client, book)

    assert answer.json is not None
    assert (answer.status_code, answer.json["facts"]["reason"]) == (422, "unfinished")


class Newer:
    """Giants as it may be one day, by other rules."""

    meta = replace(GAMES["giants"].meta, rules="999", older=())


def test_a_record_by_other_rules_is_refused(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be driven again here, so nothing could be shown of it."""
    monkeypatch.setattr(importing, "GAMES", {"giants": Newer()})

    answer = bring(client, loads(GIANTS))

    assert answer.json is not None
    assert (answer.status_code, answer.json["facts"]["reason"]) == (422, "other_rules")


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["Ann"], "wrong_names"),
        (["Ann", "Ben", "ann"], "same_name"),
        (LINKED, "bad_name"),
    ],
)
def test_names_are_as_good_as_at_any_table(
    client: FlaskClient, names: list[str], reason: str
) -> None:
    answer = bring(client, loads(GIANTS), names=names)

    assert answer.json is not None
    assert (answer.status_code, answer.json["facts"]["reason"]) == (400, reason)


def test_a_record_may_be_larger_than_other_bodies_and_no_larger_than_is_said(
    make_app: MakeApp, sqlite_url: str
) -> None:
    small = make_app(DATABASE_URL=sqlite_url, MAX_BODY="1024", MAX_RECORD="30000").test_client()

    taken = bring(small, loads(GIANTS))
    refused = bring(small, {"entries": "x" * 30000})
    elsewhere = small.post("/api/v1/matches", json={"game": "x" * 2000})

    assert (taken.status_code, refused.status_code, elsewhere.status_code) == (201, 413, 413)


@pytest.mark.parametrize("depth", [90, 99, 101, 400, 100_000])
def test_a_record_that_is_too_deep_is_refused(client: FlaskClient, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    sent = GIANTS.replace('"options":{', f'"options":{{"deep":{deep},', 1)
    assert len(sent) > len(GIANTS)

    answer = client.post(URL, data=f'{{"record":{sent}}}', content_type="application/json")

    assert answer.status_code in {400, 422}


def test_one_place_brings_in_so_many_an_hour_good_or_bad(
    make_app: MakeApp, sqlite_url: str
) -> None:
    strict = make_app(DATABASE_URL=sqlite_url, IMPORTS_PER_HOUR="2").test_client()
    for _ in range(2):
        bring(strict, {})

    refused = bring(strict, loads(GIANTS))
    other = strict.post(
        URL, json={"record": loads(GIANTS)}, environ_base={"REMOTE_ADDR": "192.0.2.9"}
    )

    assert (refused.status_code, other.status_code) == (429, 201)
    assert 0 < int(refused.headers["Retry-After"]) <= 3601


# --- the page


def upload(client: FlaskClient, content: bytes, names: str = "") -> TestResponse:
    form = {"record": (BytesIO(content), "record.json"), "names": names}
    return client.post("/import", data=form, content_type="multipart/form-data")


def test_a_file_leads_to_its_match(client: FlaskClient) -> None:
    answer = upload(client, GIANTS.encode(), "Ann, Bruno, Carla")

    assert answer.status_code == 303
    assert "Carla" in client.get(answer.location).text


@pytest.mark.parametrize("content", [b"", b"\xff", b"no json", b'{"a": 1, "a": 2}'])
def test_a_file_that_is_no_record_is_said_so_on_the_page(
    client: FlaskClient, content: bytes
) -> None:
    answer = upload(client, content)

    assert answer.status_code == 400
    assert "This file is no record" in answer.text


@pytest.mark.parametrize("content", [b"{}", b"[]", b'{"entries": 1}'])
def test_a_file_of_another_shape_is_said_so_in_plain_words(
    client: FlaskClient, content: bytes
) -> None:
    answer = upload(client, content)

    assert answer.status_code == 422
    assert "This file is no record" in answer.text
    assert "$" not in answer.text


def test_the_page_says_what_is_wrong_with_a_record(client: FlaskClient) -> None:
    book = loads(GIANTS)
    book["entries"][4]["hash"] = "0" * 64

    answer = upload(client, json.dumps(book).encode())

    assert answer.status_code == 422
    assert "The hash of entry 5 is not that of its content." in answer.text
