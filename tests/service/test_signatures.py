"""Signed turns over HTTP: what is taken, what each rule refuses, and what the record proves."""

import base64
import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from http_message_signatures import HTTPMessageSigner, HTTPSignatureKeyResolver, algorithms
from sqlalchemy import select
from typing_extensions import override
from werkzeug.test import TestResponse

from engine import codec, record
from engine.registry import BOTS, GAMES
from engine.verify import verify
from service import keyring, looking, resolution, signatures, stand_ins, table as rows, tokens
from service.store.database import reading
from service.store.submissions import Submission
from tests.parts.choosing import dice
from tests.parts.signer import COVERED, Asked, Signer, asking, sha256
from tests.parts.site import MakeApp
from tests.service.tables import NOON, Table, begin

BASE = "https://Moai.Example:443"
AUTHORITY = "moai.example"
BID = {"turn": 0, "text": "bid 2 markers, chief; take 3 or 1"}


@dataclass(frozen=True)
class Scene:
    """A table whose seat 0 has a key."""

    client: FlaskClient
    table: Table
    signer: Signer

    def send(self, asked: Asked, fields: dict[str, str] | None = None) -> TestResponse:
        return self.signer.send(self.client, asked, fields)

    def turn(self, said: dict[str, Any], key: str = "one") -> TestResponse:
        return self.send(asking(self.table.id, "turns", said, key))

    def bearing(self, method: str, door: str, said: Any = None, **more: str) -> TestResponse:
        head = {"Authorization": f"Bearer {tokens.sign(self.table.seat(0))}", **more}
        path = f"/api/v1/matches/{self.table.id}/{door}"
        return self.client.open(path, method=method, json=said, headers=head)


@pytest.fixture
def app(make_app: MakeApp, sqlite_url: str) -> Flask:
    return make_app(DATABASE_URL=sqlite_url, BASE_URL=BASE)


@pytest.fixture
def scene(app: Flask) -> Iterator[Scene]:
    with app.app_context():
        table, signer = begin(match_id="m1"), Signer(AUTHORITY)
        keyring.register(table.seat(0), signer.public, NOON)
        yield Scene(app.test_client(), table, signer)


def submissions(match: str = "m1") -> list[Submission]:
    with reading() as session:
        found = select(Submission).where(Submission.match_id == match)
        made = list(session.scalars(found.order_by(Submission.number)))
        session.expunge_all()
        return made


def refused(answer: TestResponse) -> tuple[int, str, object]:
    whole = answer.json or {}
    return answer.status_code, whole["code"], whole.get("facts", {}).get("reason")


BAD = (401, "bad_signature")


# --- what is taken


def test_a_signature_alone_is_enough_to_act(scene: Scene) -> None:
    sealed = scene.turn(BID)
    checked = scene.send(asking("m1", "check", BID, "two"))
    again = scene.send(asking("m1", "sealed", {"turn": 0, "text": "bid chief"}, "three", "PUT"))
    gone = scene.send(Asked("DELETE", "/api/v1/matches/m1/sealed", key="four"))

    assert (sealed.status_code, checked.status_code) == (202, 200)
    assert (again.status_code, gone.status_code) == (202, 204)
    assert scene.table.row().submitted == []


def test_looking_takes_a_token_and_no_signature(scene: Scene) -> None:
    path = "/api/v1/matches/m1/choices"

    assert scene.send(Asked("GET", path)).status_code == 401
    assert scene.bearing("GET", "choices").status_code == 200


def test_a_token_of_the_same_seat_may_come_along_and_no_other(scene: Scene) -> None:
    def beside(seat: int, key: str) -> TestResponse:
        asked = asking("m1", "turns", BID, key)
        bearer = {"Authorization": f"Bearer {tokens.sign(scene.table.seat(seat))}"}
        return scene.send(asked, scene.signer.fields(asked) | bearer)

    assert beside(0, "one").status_code == 202
    assert refused(beside(1, "two"))[:2] == (403, "not_seated")


def test_a_body_s_digest_may_be_sha_512_or_both(scene: Scene) -> None:
    asked = asking("m1", "turns", BID)
    long = f"sha-512=:{base64.b64encode(hashlib.sha512(asked.body).digest()).decode()}:"

    for digest in (long, f"{sha256(asked.body)}, {long}"):
        fields = scene.signer.fields(asked, digest=digest)
        assert scene.send(asked, fields).status_code == 202


def test_the_order_of_what_is_covered_and_the_label_are_the_signers_own(scene: Scene) -> None:
    asked = asking("m1", "turns", BID)
    fields = scene.signer.fields(asked, scene.signer.params(covered=COVERED[::-1]))
    other = {name: value.replace("sig1=", "mine=") for name, value in fields.items()}

    assert scene.send(asked, other).status_code == 202


class Resolver(HTTPSignatureKeyResolver):
    def __init__(self, signer: Signer) -> None:
        self.signer = signer

    @override
    def resolve_private_key(self, key_id: str) -> Any:
        return self.signer.private


def test_what_a_library_of_others_signs_is_taken(scene: Scene) -> None:
    """http-message-signatures makes the whole of the request's fields, digest included."""
    body = json.dumps(BID).encode()
    url = "https://moai.example/api/v1/matches/m1/turns"
    prepared = requests.Request(
        "POST", url, data=body, headers={"Idempotency-Key": "one"}
    ).prepare()
    HTTPMessageSigner(
        signature_algorithm=algorithms.ED25519, key_resolver=Resolver(scene.signer)
    ).sign(
        prepared,
        key_id=scene.signer.keyid,
        tag="moai-post",
        covered_component_ids=("@method", "@authority", "@path", "idempotency-key"),
        body=body,
    )
    fields = {name: str(value) for name, value in prepared.headers.items() if name != "Host"}

    assert scene.send(asking("m1", "turns", BID), fields).status_code == 202


# --- one negative case a rule


@pytest.mark.parametrize("name", signatures.FIELDS)
def test_each_field_is_needed(scene: Scene, name: str) -> None:
    asked = asking("m1", "turns", BID)
    fields = scene.signer.fields(asked)
    del fields[name]
    answer = scene.send(asked, fields)

    assert refused(answer) == (*BAD, "missing")
    assert (answer.json or {})["facts"]["field"] == name


def test_whoever_signs_wrongly_is_told_how(scene: Scene) -> None:
    asked = asking("m1", "turns", BID)
    answer = scene.send(asked, scene.signer.fields(asked, digest="none"))

    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.headers["Accept-Signature"] == (
        'sig1=("@method" "@authority" "@path" "content-digest" "idempotency-key")'
        ';created;keyid;alg="ed25519";tag="moai-post"'
    )


def changed_params(scene: Scene, old: str, new: str) -> str:
    text = scene.signer.params()
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (' "@path"', "", "components"),
        (' "content-digest"', "", "components"),
        (' "idempotency-key"', "", "components"),
        ('"@method" ', "", "components"),
        (' "@authority"', "", "components"),
        ('-key")', '-key" "date")', "components"),
        ('tag="moai-post"', 'tag="other"', "tag"),
        (';tag="moai-post"', "", "parameters"),
        (";alg=", ';nonce="n";alg=', "parameters"),
        ("ed25519", "rsa-pss-sha512", "algorithm"),
        (";created=", ';created="1"; not=', "malformed"),
        ("(", "( ", "malformed"),
        (";alg=", ";expires=1;alg=", "expired"),
    ],
)
def test_each_rule_of_the_signature_is_held(scene: Scene, old: str, new: str, reason: str) -> None:
    asked = asking("m1", "turns", BID)
    answer = scene.send(asked, scene.signer.fields(asked, changed_params(scene, old, new)))

    assert refused(answer) == (*BAD, reason)
    assert submissions() == []


def test_one_signature_is_taken_and_no_second(scene: Scene) -> None:
    asked = asking("m1", "turns", BID)
    fields = scene.signer.fields(asked)
    twice = {
        name: f"{fields[name]}, {fields[name].replace('sig1', 'sig2')}"
        for name in ("Signature-Input", "Signature")
    }
    unlike = {"Signature": fields["Signature"].replace("sig1", "sig2")}

    assert refused(scene.send(asked, fields | twice)) == (*BAD, "malformed")
    assert refused(scene.send(asked, fields | unlike)) == (*BAD, "malformed")


def test_a_digest_is_held_against_the_very_bytes(scene: Scene) -> None:
    asked = asking("m1", "turns", BID)
    fields = scene.signer.fields(asked)
    spaced = Asked("POST", asked.path, asked.body + b" ")

    assert refused(scene.send(spaced, fields)) == (*BAD, "digest")
    assert refused(scene.send(asked, scene.signer.fields(asked, digest="md5=:AA==:"))) == (
        *BAD,
        "digest",
    )


@pytest.mark.parametrize(("late", "status"), [(299, 202), (301, 401), (-299, 202), (-301, 401)])
def test_a_clock_may_be_wrong_by_five_minutes_and_is_told_the_time(
    scene: Scene, late: int, status: int
) -> None:
    asked, now = asking("m1", "turns", BID), int(time.time())
    answer = scene.send(asked, scene.signer.fields(asked, scene.signer.params(now - late)))

    assert answer.status_code == status
    if status == 401:
        told = answer.json or {}
        assert told["code"] == "clock_skew"
        assert told["facts"]["created"] == now - late
        assert abs(told["facts"]["now"] - now) < 60
        assert told["facts"]["allowed"] == 300


def test_what_is_signed_can_be_read_in_one_way_alone(scene: Scene) -> None:
    twice = b'{"turn": 0, "text": "bid 2 markers", "text": "bid nothing"}'
    answer = scene.send(Asked("POST", "/api/v1/matches/m1/turns", twice))

    assert refused(answer)[:2] == (400, "malformed")


def test_the_authority_is_ours_by_our_settings_whatever_host_says(scene: Scene) -> None:
    asked = asking("m1", "turns", BID)
    elsewhere = Signer("evil.example", scene.signer.private).fields(asked)
    answer = scene.send(asked, elsewhere | {"Host": "evil.example"})
    ours = scene.send(asked, scene.signer.fields(asked) | {"Host": "evil.example"})

    assert refused(answer) == (*BAD, "signature")
    assert ours.status_code == 202


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("https://Moai.Example", "moai.example"),
        ("https://moai.example:443", "moai.example"),
        ("http://moai.example:443", "moai.example:443"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[::1]:80", "[::1]"),
    ],
)
def test_an_authority_is_written_as_the_rfc_writes_it(url: str, authority: str) -> None:
    assert signatures.authority(url) == authority


# --- again


def test_a_retry_signs_anew_with_its_key_and_gets_the_first_answer(scene: Scene) -> None:
    asked, now = asking("m1", "turns", BID), int(time.time())
    first = scene.send(asked, scene.signer.fields(asked, scene.signer.params(now - 9)))
    again = scene.send(asked, scene.signer.fields(asked, scene.signer.params(now)))

    assert first.json == again.json
    assert len(submissions()) == 1


def test_a_withdrawal_that_comes_again_takes_back_nothing_more(scene: Scene) -> None:
    taking = Asked("DELETE", "/api/v1/matches/m1/sealed", key="back")
    fields = scene.signer.fields(taking)
    scene.turn(BID, "one")
    first = scene.send(taking, fields)
    scene.turn(BID, "two")

    again = scene.send(taking, fields)

    assert (first.status_code, again.status_code) == (204, 204)
    assert scene.table.row().submitted == [0]


def test_control_without_its_key_a_withdrawal_is_done_each_time(scene: Scene) -> None:
    scene.turn(BID)
    scene.bearing("DELETE", "sealed")
    scene.turn(BID, "two")
    scene.bearing("DELETE", "sealed")

    assert scene.table.row().submitted == []


def test_one_key_is_for_one_method(scene: Scene) -> None:
    put = asking("m1", "sealed", BID, "one", "PUT")
    scene.send(put)
    answer = scene.send(Asked("DELETE", put.path, put.body, "one"))

    assert refused(answer)[:2] == (422, "key_reused")


# --- by signature alone


def test_a_seat_that_acts_by_signature_alone_is_not_moved_by_tokens(scene: Scene) -> None:
    keyring.bind(scene.table.seat(0), NOON, signed_only=True)
    by_token = scene.bearing("POST", "turns", BID)
    by_link = scene.client.post(
        f"/t/{tokens.sign(scene.table.turn(0, 'auction 1'))}",
        data={"do": "play", "turn": "0", "sealed": "1", "text": BID["text"]},
    )
    by_key = scene.turn(BID)
    taken = scene.bearing("DELETE", "sealed")

    assert refused(by_token)[:2] == refused(taken)[:2] == (401, "unsigned")
    assert by_link.status_code == 401
    assert by_key.status_code == 202
    assert scene.table.row().submitted == [0]


def test_its_pages_show_and_offer_nothing_to_do(scene: Scene) -> None:
    link = f"/t/{tokens.sign(scene.table.turn(0, 'auction 1'))}"
    free = scene.client.get(link).text
    keyring.bind(scene.table.seat(0), NOON, signed_only=True)

    bound = scene.client.get(link).text

    for offered in ('value="preview"', 'id="plan"'):
        assert (offered in free, offered in bound) == (True, False)
    assert "signed requests alone" in bound
    assert "has changed the keys that it signs with" in bound
    assert "data-wait" in bound  # something may happen without this page


def test_it_lays_down_no_plan_and_may_throw_one_away(scene: Scene) -> None:
    """A plan acts without asking again, and no token may act."""
    plan = {"steps": [{"text": "worker c4", "phase": "placement 1"}]}
    laid = scene.bearing("PUT", "plan", plan)
    keyring.bind(scene.table.seat(0), NOON, signed_only=True)
    again = scene.bearing("PUT", "plan", plan)
    preferred = scene.bearing("PUT", "preferences", {"preferences": {}})
    gone = scene.bearing("DELETE", "plan")

    assert laid.status_code == 200
    assert refused(again)[:2] == refused(preferred)[:2] == (401, "unsigned")
    assert gone.status_code == 204


def test_it_may_look_and_check_with_its_token(scene: Scene) -> None:
    keyring.bind(scene.table.seat(0), NOON, signed_only=True)

    assert scene.bearing("GET", "view").status_code == 200
    assert scene.bearing("POST", "check", BID).status_code == 200


def test_a_lost_key_is_replaced_with_the_seats_token(scene: Scene) -> None:
    keyring.bind(scene.table.seat(0), NOON, signed_only=True)
    new = Signer(AUTHORITY)
    keyring.register(scene.table.seat(0), new.public, NOON)
    keyring.revoke(scene.table.seat(0), scene.signer.keyid, NOON)
    asked = asking("m1", "turns", BID)

    assert refused(scene.send(asked))[:2] == (401, "unknown_key")
    assert new.send(scene.client, asked).status_code == 202


# --- what the record proves


def bid_all(scene: Scene, own: dict[str, Any]) -> None:
    scene.turn(own)
    for seat in (1, 2):
        bearer = {"Authorization": f"Bearer {tokens.sign(scene.table.seat(seat))}"}
        said = {"turn": 0, "text": "bid nothing"}
        scene.client.post("/api/v1/matches/m1/turns", json=said, headers=bearer)
    assert resolution.resolve("m1", datetime.now(UTC))  # so that what follows has its time


def test_a_revealed_bid_names_its_key_and_its_signature_waits_for_its_hidden_plan(
    scene: Scene,
) -> None:
    """The body has the plan in it, which opens when the match is over."""
    bid_all(scene, BID)
    book = record.parse(looking.whole_record("m1"))
    report = verify(book, GAMES["giants"])

    shown = book.entries[-1].public["actions"]
    assert [one.get("key") for one in shown] == [scene.signer.public.hex(), None, None]
    assert book.proofs == ()
    assert report.fault is None
    assert "signatures" in report.unchecked


def test_an_open_action_shows_its_signature_at_once(scene: Scene) -> None:
    bid_all(scene, {"turn": 0, "text": "bid nothing"})
    (seat,), own = scene.table.row().awaited, Signer(AUTHORITY)
    keyring.register(scene.table.seat(seat), own.public, NOON)
    said = {"turn": scene.table.row().turn, "text": "worker c4"}
    asked = asking("m1", "turns", said, "open")
    assert own.send(scene.client, asked).status_code == 201

    book = record.parse(looking.whole_record("m1"))

    (proof,) = book.proofs
    assert (proof.body, proof.idempotency_key, proof.path) == (asked.body, "open", asked.path)
    assert verify(book, GAMES["giants"]).fault is None


def test_a_step_is_taken_back_by_signature_and_changed_keys_bar_it_not(scene: Scene) -> None:
    bid_all(scene, {"turn": 0, "text": "bid nothing"})
    (seat,), own = scene.table.row().awaited, Signer(AUTHORITY)
    keyring.register(scene.table.seat(seat), own.public, NOON)
    said = {"turn": scene.table.row().turn, "text": "worker c4"}
    own.send(scene.client, asking("m1", "turns", said, "open"))
    keyring.bind(scene.table.seat(seat), NOON, signed_only=True)

    back = {"turn": scene.table.row().turn}
    answer = own.send(scene.client, asking("m1", "undo", back, "back"))

    book = record.parse(looking.whole_record("m1"))
    assert answer.status_code == 201
    assert [page.public["kind"] for page in book.entries[-3:]] == ["play", "keys", "undo"]
    assert book.entries[-1].public["key"] == own.public.hex()
    assert len(book.proofs) == 2
    assert verify(book, GAMES["giants"]).fault is None


def test_a_whole_match_is_signed_and_its_record_proves_it(app: Flask) -> None:
    with app.app_context():
        table, signer = begin("rapa-nui", 2, bots=(1,), match_id="whole"), Signer(AUTHORITY)
        keyring.register(table.seat(0), signer.public, NOON)
        keyring.bind(table.seat(0), NOON, signed_only=True)
        sent = play_out(app.test_client(), table, signer)
        book = record.parse(looking.whole_record("whole"))
        report = verify(book, GAMES["rapa-nui"])

    assert (report.fault, report.finished, report.unchecked) == (None, True, ())
    assert report.signatures == len(book.proofs) == sent


def play_out(client: FlaskClient, table: Table, signer: Signer) -> int:
    """Seat 0 chooses by chance and signs; how often it did."""
    luck, sent = dice(1), 0
    while (row := table.row()).status == "running":
        if 0 in row.awaited and 0 not in row.submitted:
            played = rows.load(row)
            game, state = played.game, played.state
            choose = BOTS["rapa-nui"]["random"]
            action = choose(game.view(state, 0), game.choices(state, 0), luck.randrange)
            said = {"turn": row.turn, "action": codec.write(type(action), action)}
            answer = signer.send(client, asking(table.id, "turns", said, str(sent)))
            assert answer.status_code in (201, 202), answer.text
            sent += 1
        elif not resolution.resolve(table.id, NOON):
            assert stand_ins.act(table.id, NOON)
    return sent
