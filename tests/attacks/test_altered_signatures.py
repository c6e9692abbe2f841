"""Altered and stolen signatures: every byte changed, every part exchanged; none acts."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from engine import signing
from service import handovers, hidden, keyring, signatures, tokens
from service.store.database import reading
from service.store.submissions import Submission
from tests.attacks.watchers import listening
from tests.parts import openings
from tests.parts.dumps import SEALED_COLUMNS, dump
from tests.parts.signer import Asked, Signer, asking, sha256
from tests.parts.site import MakeApp
from tests.service.tables import NOON, Table, begin

AUTHORITY = "moai.example"
CANARY = {"turn": 0, "text": "BID 2 MaRkErS, cHiEf; TaKe 3 oR 1 oR 2"}


@dataclass(frozen=True)
class Scene:
    client: FlaskClient
    here: Table
    there: Table
    signer: Signer
    rival: Signer

    @property
    def asked(self) -> Asked:
        return asking("here", "turns", CANARY)

    def taken(self, asked: Asked, fields: dict[str, str]) -> bool:
        return self.signer.send(self.client, asked, fields).status_code < 300


@pytest.fixture
def scene(make_app: MakeApp, sqlite_url: str) -> Iterator[Scene]:
    """Two tables; the same person signs at both, and a rival at one."""
    app: Flask = make_app(DATABASE_URL=sqlite_url, BASE_URL=f"https://{AUTHORITY}")
    with app.app_context():
        here, there = begin(match_id="here"), begin(match_id="there")
        signer, rival = Signer(AUTHORITY), Signer(AUTHORITY)
        keyring.register(here.seat(0), signer.public, NOON)
        keyring.register(there.seat(0), signer.public, NOON)
        keyring.register(here.seat(1), rival.public, NOON)
        yield Scene(app.test_client(), here, there, signer, rival)


def flips(text: str) -> Iterator[str]:
    for at, present in enumerate(text):
        yield text[:at] + chr(ord(present) ^ 1) + text[at + 1 :]


def test_not_one_of_all_single_changes_of_its_fields_is_accepted(scene: Scene) -> None:
    """But for the label's, which is the signer's own and means nothing."""
    fields, before = scene.signer.fields(scene.asked), dump()
    found = []
    for name, value in fields.items():
        for altered in flips(value):
            if "\n" not in altered and "\x7f" not in altered:
                found += [altered] if scene.taken(scene.asked, fields | {name: altered}) else []

    assert found == []
    assert dump() == before
    assert scene.taken(scene.asked, fields)


def test_not_one_of_all_single_changes_of_the_body_is_accepted(scene: Scene) -> None:
    fields, before = scene.signer.fields(scene.asked), dump()
    bodies = [
        scene.asked.body[:at] + bytes([one ^ 1]) + scene.asked.body[at + 1 :]
        for at, one in enumerate(scene.asked.body)
    ]

    assert not any(scene.taken(replace(scene.asked, body=body), fields) for body in bodies)
    assert dump() == before


def test_control_without_the_check_of_the_signature_a_change_is_accepted(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signatures, "_fits", lambda *_: True)
    fields = scene.signer.fields(scene.asked)
    altered = ({"Signature": one} for one in flips(fields["Signature"]))

    assert any(scene.taken(scene.asked, fields | one) for one in altered)


EXCHANGED: dict[str, Callable[[Scene], tuple[Asked, dict[str, str]]]] = {
    "another match": lambda s: (
        replace(s.asked, path="/api/v1/matches/there/turns"),
        s.signer.fields(s.asked),
    ),
    "another path": lambda s: (
        replace(s.asked, path="/api/v1/matches/here/check"),
        s.signer.fields(s.asked),
    ),
    "another method": lambda s: (
        asking("here", "sealed", CANARY, method="PUT"),
        s.signer.fields(asking("here", "sealed", CANARY, method="DELETE")),
    ),
    "another digest": lambda s: (
        s.asked,
        s.signer.fields(s.asked) | {"Content-Digest": sha256(b"{}")},
    ),
    "another body": lambda s: (
        asking("here", "turns", {"turn": 0, "text": "bid nothing"}),
        s.signer.fields(s.asked),
    ),
    "another Idempotency-Key": lambda s: (
        s.asked,
        s.signer.fields(s.asked) | {"Idempotency-Key": "another"},
    ),
    "another authority": lambda s: (
        s.asked,
        Signer("there.example", s.signer.private).fields(s.asked),
    ),
    "another's key": lambda s: (s.asked, Signer(AUTHORITY).fields(s.asked)),
    "another's keyid": lambda s: (s.asked, s.rival.fields(s.asked, s.signer.params())),
    "another tag": lambda s: (
        s.asked,
        s.signer.fields(s.asked, s.signer.params().replace("moai-post", "moai-past")),
    ),
    "long ago": lambda s: (s.asked, s.signer.fields(s.asked, s.signer.params(1772366400))),
    "another time said": lambda s: (
        s.asked,
        s.signer.fields(s.asked) | {"Signature-Input": f"sig1={s.signer.params(1)}"},
    ),
}


@pytest.mark.parametrize("way", EXCHANGED)
def test_a_signature_is_for_one_request_alone(scene: Scene, way: str) -> None:
    before = dump()

    assert not scene.taken(*EXCHANGED[way](scene))
    assert dump() == before


def test_a_key_acts_for_its_own_seat_whoever_sends_it(scene: Scene) -> None:
    answer = scene.rival.send(scene.client, scene.asked)

    assert (answer.json or {})["seat"] == 1
    assert scene.here.row().submitted == [1]


def test_a_signed_request_that_is_played_again_does_nothing_more(scene: Scene) -> None:
    fields = scene.signer.fields(scene.asked)
    first = scene.signer.send(scene.client, scene.asked, fields)
    newer = asking("here", "turns", {"turn": 0, "text": "bid nothing"}, "newer")
    scene.signer.send(scene.client, newer)
    before = dump()

    again = scene.signer.send(scene.client, scene.asked, fields)

    assert again.json == first.json
    assert dump() == before


def test_a_revoked_key_signs_nothing_from_that_moment_on(scene: Scene) -> None:
    fields = scene.signer.fields(scene.asked)
    keyring.revoke(scene.here.seat(0), scene.signer.keyid, NOON)
    before = dump()

    assert not scene.taken(scene.asked, fields)
    assert dump() == before


def test_a_key_that_is_revoked_while_its_request_waits_is_dead_when_the_wait_is_over(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = signatures.verify

    def then_revoked(*args: object) -> object:
        found = verify(*args)  # type: ignore[arg-type]  # as they were given
        keyring.revoke(scene.here.seat(0), scene.signer.keyid, NOON)
        return found

    monkeypatch.setattr(signatures, "verify", then_revoked)
    answer = scene.signer.send(scene.client, scene.asked)

    assert (answer.status_code, (answer.json or {})["code"]) == (401, "unknown_key")
    assert scene.here.row().submitted == []


def test_the_keys_of_a_former_holder_act_for_nobody(scene: Scene) -> None:
    handovers.replace(tokens.Host("here", 1), 0, openings.BOT, NOON)
    handovers.ripen(NOON + timedelta(hours=25))

    assert not scene.taken(scene.asked, scene.signer.fields(scene.asked))


# --- what a signature would tell


def kept() -> list[Submission]:
    with reading() as session:
        found = list(session.scalars(select(Submission).order_by(Submission.number)))
        session.expunge_all()
        return found


def test_neither_body_nor_digest_nor_signature_of_what_is_sealed_is_to_be_found(
    scene: Scene,
) -> None:
    """A digest, or a signature with its public key, tells a guesser when the guess is right."""
    fields = scene.signer.fields(scene.asked)
    with listening() as heard:
        assert scene.taken(scene.asked, fields)
        book = scene.client.get("/api/v1/matches/here/record").text
        table = scene.client.get("/api/v1/matches/here").text
    raw = signing.read_signature(fields["Signature"][5:])
    assert raw is not None
    clues = [
        fields["Signature"][6:-1],
        raw.hex(),
        fields["Content-Digest"],
        fields["Content-Digest"][9:-1],
        "TaKe 3",
        json.dumps(CANARY).encode().hex(),
    ]
    columns = [one for one in SEALED_COLUMNS if one != "submission.proof"]

    places = "\n".join([*dump(columns), *heard, book, table])
    assert [one for one in clues if one in places] == []


def test_control_an_unsealed_proof_is_found(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "written_proof", lambda _row, _number, proof: json.dumps(proof))
    fields = scene.signer.fields(scene.asked)
    scene.taken(scene.asked, fields)
    columns = [one for one in SEALED_COLUMNS if one != "submission.proof"]

    assert fields["Content-Digest"] in "\n".join(dump(columns))


def test_a_proof_is_as_long_for_one_bid_as_for_another(scene: Scene) -> None:
    for key, text in (("one", "bid nothing"), ("two", CANARY["text"])):
        asked = asking("here", "turns", {"turn": 0, "text": text}, key)
        assert scene.taken(asked, scene.signer.fields(asked))

    short, long = (one.proof or "" for one in kept())
    assert len(short) == len(long)


def test_what_a_former_holder_signed_and_sealed_is_destroyed(scene: Scene) -> None:
    assert scene.taken(scene.asked, scene.signer.fields(scene.asked))
    handovers.replace(tokens.Host("here", 1), 0, openings.BOT, NOON)
    handovers.ripen(NOON + timedelta(hours=25))

    (made,) = kept()
    assert (made.status, made.body, made.action, made.proof) == ("destroyed", b"", None, None)
