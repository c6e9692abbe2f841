"""A seat's keys: registered, changed, revoked, and what the log and a letter say of it."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed448 import Ed448PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from flask import Flask

from engine import record
from engine.registry import GAMES
from engine.verify import verify
from service import handovers, keyring, limits, looking, resolution, signatures, tokens
from service.post import delivery
from service.refusals import Refusal
from service.store.database import reading, writing
from service.store.entries import all_of
from service.store.matches import Match
from tests.parts import openings, tables as letters
from tests.parts.signer import Signer
from tests.service.tables import NOON, Caller, Table, begin, caller
from tests.service.test_play import bid_all

PEM = (Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


@pytest.fixture
def table(app: Flask) -> Iterator[Table]:
    with app.app_context():
        yield begin(match_id="m1")


@pytest.fixture
def signer() -> Signer:
    return Signer("moai.example")


@pytest.fixture
def holder(app: Flask, table: Table) -> Caller:
    return caller(app, table.seat(0))


def register(table: Table, signer: Signer, seat: int = 0) -> keyring.Keyring:
    return keyring.register(table.seat(seat), signer.public, NOON)


def entries(table: Table) -> list[dict[str, Any]]:
    with reading() as session:
        found = [one.public for one in all_of(session, table.id)]
        return [one for one in found if one["kind"] == "keys"]


def reason(call: Any, *args: Any, **named: Any) -> object:
    with pytest.raises(Refusal) as caught:
        call(*args, **named)
    return caught.value.facts.get("reason", caught.value.code)


# --- as programs hand them over


def test_a_key_is_registered_as_a_jwk_and_listed_by_its_thumbprint(
    holder: Caller, signer: Signer
) -> None:
    made = holder.post("/matches/m1/keys", {"jwk": signer.jwk})
    seen = holder.get("/matches/m1/keys")

    assert made.status_code == 201
    assert seen.json == made.json
    assert [(one["keyid"], one["jwk"]) for one in seen.json["items"]] == [
        (signer.keyid, signer.jwk)
    ]
    assert (seen.json["seat"], seen.json["signed_only"], seen.json["next"]) == (0, False, None)


def test_a_key_in_pem_is_the_same_key(holder: Caller, signer: Signer) -> None:
    pem = signer.private.public_key().public_bytes(*PEM).decode()

    made = holder.post("/matches/m1/keys", {"pem": pem})

    assert [one["keyid"] for one in made.json["items"]] == [signer.keyid]


def private_pem(signer: Signer) -> str:
    form = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return signer.private.private_bytes(*form).decode()


def test_what_is_no_ed25519_public_key_is_refused_by_its_reason(
    holder: Caller, signer: Signer
) -> None:
    other = Ed448PrivateKey.generate().public_key().public_bytes(*PEM).decode()
    weak = {"kty": "OKP", "crv": "Ed25519", "x": "AQ" + "A" * 41}  # the neutral point
    sent: dict[str, tuple[dict[str, Any], str]] = {
        "private": ({"pem": private_pem(signer)}, "private_key"),
        "no pem": ({"pem": "MCow"}, "not_pem"),
        "another kind": ({"pem": other}, "other_kind"),
        "weak": ({"jwk": weak}, "weak_key"),
    }
    for name, (body, wanted) in sent.items():
        answer = holder.post("/matches/m1/keys", body)
        assert (answer.status_code, answer.json["code"]) == (400, "malformed"), name
        assert answer.json["facts"]["reason"] == wanted


@pytest.mark.parametrize(
    "change",
    [
        {"kty": "EC"},
        {"crv": "Ed448"},
        {"x": "short"},
        {"x": "A" * 42 + "B"},  # bits over: a second spelling
        {"d": "A" * 43},
        {"name": "Anna"},
    ],
)
def test_a_jwk_of_another_shape_is_malformed(
    holder: Caller, signer: Signer, change: dict[str, str]
) -> None:
    answer = holder.post("/matches/m1/keys", {"jwk": signer.jwk | change})

    assert (answer.status_code, answer.json["code"]) == (400, "malformed")
    assert next(iter(change)) in str(answer.json["errors"])


def test_a_private_part_is_named_as_one(holder: Caller, signer: Signer) -> None:
    answer = holder.post("/matches/m1/keys", {"jwk": signer.jwk | {"d": "A" * 43}})

    assert "private key" in str(answer.json["errors"])


@pytest.mark.parametrize("both", [True, False])
def test_a_key_comes_in_one_form(holder: Caller, signer: Signer, both: bool) -> None:  # noqa: FBT001  # a parameter
    body = {"jwk": signer.jwk, "pem": private_pem(signer)} if both else {}

    assert holder.post("/matches/m1/keys", body).status_code == 400


# --- changing them


def test_the_same_key_again_changes_nothing(table: Table, signer: Signer) -> None:
    once = register(table, signer)
    again = register(table, signer)

    assert once == again
    assert len(entries(table)) == 1


def test_two_keys_are_in_force_while_one_is_changed_for_the_other(
    table: Table, signer: Signer
) -> None:
    new = Signer("moai.example")
    register(table, signer)
    both = register(table, new)
    one = keyring.revoke(table.seat(0), signer.keyid, NOON)

    assert [key.keyid for key in both.items] == [signer.keyid, new.keyid]
    assert [key.keyid for key in one.items] == [new.keyid]
    assert [one["keys"] for one in entries(table)] == [
        [signer.public.hex()],
        [signer.public.hex(), new.public.hex()],
        [new.public.hex()],
    ]


def test_at_most_four_are_in_force(table: Table) -> None:
    for _ in range(4):
        register(table, Signer("moai.example"))

    assert reason(register, table, Signer("moai.example")) == "too_many_keys"


def test_a_revoked_key_is_gone_for_good(table: Table, signer: Signer) -> None:
    register(table, signer)
    keyring.revoke(table.seat(0), signer.keyid, NOON)
    again = keyring.revoke(table.seat(0), signer.keyid, NOON)

    assert again.items == []
    assert reason(register, table, signer) == "key_revoked"
    assert len(entries(table)) == 2


def test_no_two_seats_of_a_match_share_a_key_and_two_matches_may(
    table: Table, signer: Signer
) -> None:
    register(table, signer)
    other = begin(match_id="m2")

    assert reason(register, table, signer, 1) == "key_taken"
    assert register(other, signer, 1).items[0].keyid == signer.keyid


def test_a_key_of_another_seat_is_nobody_elses_to_revoke(table: Table, signer: Signer) -> None:
    register(table, signer)

    assert reason(keyring.revoke, table.seat(1), signer.keyid, NOON) == "not_found"


def test_acting_by_signature_alone_needs_a_key(table: Table, signer: Signer) -> None:
    assert reason(keyring.bind, table.seat(0), NOON, signed_only=True) == "no_key"
    register(table, signer)

    bound = keyring.bind(table.seat(0), NOON, signed_only=True)
    freed = keyring.bind(table.seat(0), NOON, signed_only=False)

    assert (bound.signed_only, freed.signed_only) == (True, False)
    assert [one["signed_only"] for one in entries(table)] == [False, True, False]


def test_changes_are_counted_and_taking_back_is_not(
    table: Table, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "KEY_CHANGES_PER_DAY", 1)
    register(table, signer)

    assert reason(register, table, Signer("moai.example")) == "too_many"
    assert keyring.revoke(table.seat(0), signer.keyid, NOON).items == []


# --- when


def test_in_a_pause_keys_can_be_changed_and_out_of_play_they_cannot(
    table: Table, signer: Signer
) -> None:
    register(table, signer)
    with writing() as session:
        session.get_one(Match, "m1").paused_at = NOON
    keyring.revoke(table.seat(0), signer.keyid, NOON)
    with writing() as session:
        session.get_one(Match, "m1").quarantined_at = NOON

    assert reason(register, table, Signer("moai.example")) == "quarantined"


def test_between_the_close_of_a_phase_and_its_resolution_nothing_changes(
    table: Table, signer: Signer
) -> None:
    bid_all(table)

    assert reason(register, table, signer) == "resolving"
    resolution.resolve(table.id, NOON)
    assert register(table, signer).items


def test_once_the_match_is_over_keys_are_of_no_use(table: Table, signer: Signer) -> None:
    with writing() as session:
        session.get_one(Match, "m1").status = "cancelled"

    assert reason(register, table, signer) == "match_over"


def test_what_is_registered_before_the_start_stands_right_after_the_deal(
    app: Flask, signer: Signer
) -> None:
    with app.app_context():
        match = openings.confirmed()
        openings.accept(match, 1)
        token = openings.seat_token(match, 1)
        keyring.register(token, signer.public, NOON)
        openings.accept(match, 2)
        book = record.parse(looking.whole_record(match))

    assert [page.public["kind"] for page in book.entries] == ["deal", "keys"]
    assert book.entries[1].public["keys"] == [signer.public.hex()]


def test_a_new_holder_of_the_seat_has_no_keys_and_is_free(table: Table, signer: Signer) -> None:
    register(table, signer, 1)
    keyring.bind(table.seat(1), NOON, signed_only=True)
    handovers.replace(tokens.Host("m1", 1), 1, openings.BOT, NOON)
    handovers.ripen(NOON + timedelta(hours=25))

    assert reason(keyring.look, table.seat(1)) == "unauthenticated"
    assert reason(signatures._holder, "m1", signer.keyid) == "unknown_key"
    assert keyring.look(tokens.Seat("m1", 1, 2)) == keyring.Keyring(1, signed_only=False, items=[])


# --- what is said of it


def test_changing_keys_leaves_turn_and_phase_and_awaits_nobody_anew(
    table: Table, signer: Signer
) -> None:
    before = table.row()
    told = len(letters.notices())

    register(table, signer)

    after = table.row()
    assert (after.turn, after.phase, after.awaited) == (before.turn, before.phase, before.awaited)
    assert (after.number, after.revision > before.revision) == (before.number + 1, True)
    assert [one.kind for one in letters.notices()[told:]] == ["keys"]
    assert [one.seat for one in letters.notices()[told:]] == [0]


def test_the_log_names_no_key_to_people_and_the_record_does(table: Table, signer: Signer) -> None:
    register(table, signer)

    line = looking.log(None, "m1", 1, 9).items[-1]
    book = record.parse(looking.whole_record("m1"))

    assert (line.kind, line.seat, line.by, line.action) == ("keys", 0, None, None)
    assert book.entries[-1].public["keys"] == [signer.public.hex()]
    assert verify(book, GAMES["giants"]).fault is None


def test_a_letter_tells_the_holder_and_its_link_no_longer_says_play(
    app: Flask, signer: Signer
) -> None:
    with app.app_context():
        letters.lay("m3")
        token = tokens.Seat("m3", 0, 1)
        keyring.register(token, signer.public, NOON)
        delivery.deliver(letters.at())
        keyring.bind(token, NOON, signed_only=True)
        delivery.deliver(letters.at(2))
        first, second = (letters.words(one) for one in letters.letters("m3") if one.seat == 0)

    assert "A key was registered for your seat." in first
    assert signer.keyid in first
    assert ("Play your turn" in first, "Play your turn" in second) == (True, False)
    assert "Your seat now acts by signed requests alone." in second


@pytest.mark.parametrize("kind", ["turn", "player", "host"])
def test_only_the_seats_own_token_changes_its_keys(
    app: Flask, table: Table, signer: Signer, kind: str
) -> None:
    """A letter's link that was forwarded can play a phase, and no more."""
    held: dict[str, tokens.Token] = {
        "turn": table.turn(0, "auction 1"),
        "player": tokens.Player("m10", 1),
        "host": tokens.Host("m1", 1),
    }

    answer = caller(app, held[kind]).post("/matches/m1/keys", {"jwk": signer.jwk})

    assert answer.status_code == 403
