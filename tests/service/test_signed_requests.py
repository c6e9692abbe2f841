"""Whether a signature holds, asked of the verifier itself: each rule at its very edge."""

import hashlib
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine import ed25519
from engine.signing import COVERED
from service import signatures
from service.refusals import Refusal
from service.signatures import Given
from service.store import seat_keys
from service.store.seat_keys import Found
from tests.parts.signer import Asked, Signer, asking, sha256

NOW = 1_772_366_400
SIGNER = Signer("moai.example", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
BID = asking("m1", "turns", {"turn": 0, "text": "bid 2 markers"})


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 2 of m1 has the key, in its third hands; how that is stored is tried elsewhere."""

    def in_force(_session: object, match_id: str, keyid: str) -> Found | None:
        found = Found(2, 3, SIGNER.public)
        return found if (match_id, keyid) == ("m1", SIGNER.keyid) else None

    monkeypatch.setattr(signatures, "reading", nullcontext)
    monkeypatch.setattr(seat_keys, "in_force", in_force)


def signed(asked: Asked = BID, more: str = "", created: int = NOW) -> Given:
    fields = SIGNER.fields(asked, SIGNER.params(created) + more)
    return Given(asked.method, "moai.example", asked.path, asked.body, fields)


def given(fields: Mapping[str, str]) -> Given:
    return replace(signed(), fields=fields)


def refusal(asked: Given, now: float = NOW, match: str = "m1") -> Refusal:
    with pytest.raises(Refusal) as caught:
        signatures.verify(asked, match, datetime.fromtimestamp(now, UTC))
    return caught.value


def taken(asked: Given, now: float = NOW) -> bool:
    return bool(signatures.verify(asked, "m1", datetime.fromtimestamp(now, UTC)))


def test_who_signs_is_the_seat_that_the_key_is_in_force_for_with_all_that_proves_it() -> None:
    asked = signed()

    made = signatures.verify(asked, "m1", datetime.fromtimestamp(NOW, UTC))

    assert (made.match, made.seat, made.generation) == ("m1", 2, 3)
    assert (made.key, made.keyid) == (SIGNER.public, SIGNER.keyid)
    proof = made.proof
    assert proof.submission == 0
    assert (proof.method, proof.authority, proof.path) == ("POST", "moai.example", BID.path)
    assert (proof.content_digest, proof.idempotency_key) == (sha256(BID.body), "one")
    assert (proof.params, proof.body) == (SIGNER.params(NOW), BID.body)
    assert len(proof.signature) == 64


@pytest.mark.parametrize("change", [-300, 300])
def test_five_minutes_are_taken_and_a_second_more_is_not(change: int) -> None:
    """docs/errors.md: 300 seconds from ours."""
    assert taken(signed(created=NOW - change))

    late = refusal(signed(created=NOW - change - (1 if change > 0 else -1)))

    assert late.code == "clock_skew"
    assert late.facts["now"] == NOW
    assert late.facts["allowed"] == 300
    assert abs(NOW - int(str(late.facts["created"]))) == 301
    assert late.detail == f"Signed at {late.facts['created']}; the time here is {NOW}."


def test_a_part_of_a_second_does_not_count() -> None:
    assert taken(signed(), NOW + 300.9)


def test_what_expires_is_good_until_that_second_and_not_in_it() -> None:
    """RFC 9421, 2.3: the time at which it expires."""
    assert taken(signed(more=f";expires={NOW + 1}"))

    late = refusal(signed(more=f";expires={NOW}"))

    assert (late.code, late.facts["reason"]) == ("bad_signature", "expired")


def test_a_key_of_no_seat_is_named() -> None:
    unknown = refusal(signed(), match="m2")

    assert (unknown.code, unknown.facts) == ("unknown_key", {"keyid": SIGNER.keyid})


@pytest.mark.parametrize(
    "name", ["Signature-Input", "Signature", "Content-Digest", "Idempotency-Key"]
)
def test_a_field_that_is_missing_is_named(name: str) -> None:
    fields = {one: value for one, value in signed().fields.items() if one != name}

    missing = refusal(given(fields))

    assert missing.code == "bad_signature"
    assert missing.facts == {"reason": "missing", "field": name}
    assert missing.detail == f"A signed request needs the field {name}."


def test_of_two_fields_that_are_missing_the_first_is_named() -> None:
    assert refusal(given({})).facts["field"] == "Signature-Input"


@pytest.mark.parametrize("key", ["", "x" * 256, "é", "a\tb"])
def test_the_idempotency_key_has_its_form(key: str) -> None:
    assert refusal(given({**signed().fields, "Idempotency-Key": key})).code == "malformed"


@pytest.mark.parametrize(
    "change",
    [
        {"Signature-Input": "()"},
        {"Signature-Input": "sig1=("},
        {"Signature": "nothing"},
        {"Signature": "sig1=:A:"},
        {"Signature": signed().fields["Signature"].replace("sig1", "sig2")},
    ],
)
def test_two_fields_that_are_not_in_the_one_plain_form_are_malformed(
    change: dict[str, str],
) -> None:
    bad = refusal(given({**signed().fields, **change}))

    assert (bad.code, bad.facts) == ("bad_signature", {"reason": "malformed"})
    assert bad.detail.startswith("Signature-Input and Signature should have one and the same label")


@pytest.mark.parametrize(
    ("old", "new", "reason", "detail"),
    [
        (
            '"@path" ', "", "components",
            f"The signature should cover just these: {', '.join(COVERED)}.",
        ),
        (
            ';tag="moai-post"', "", "parameters",
            (
                "The signature needs the parameters created, keyid and tag; "
                "it may have alg and expires."
            ),
        ),
        (
            f"={NOW}", '="now"', "times",
            "The parameters created and expires should be whole seconds.",
        ),
        ("moai-post", "other", "tag", "The signature's tag should be “moai-post”."),
        ('"ed25519"', '"rsa"', "algorithm", "The signature's algorithm should be ed25519."),
    ],
)  # fmt: skip
def test_each_rule_has_its_reason_and_its_sentence(
    old: str, new: str, reason: str, detail: str
) -> None:
    fields = SIGNER.fields(BID, SIGNER.params(NOW).replace(old, new))

    bad = refusal(given(fields))

    assert (bad.code, bad.facts["reason"], bad.detail) == ("bad_signature", reason, detail)


def test_a_digest_of_other_bytes_and_a_signature_of_another_path_do_not_fit() -> None:
    bodily = refusal(replace(signed(), body=BID.body + b" "))
    elsewhere = refusal(replace(signed(), path="/api/v1/matches/m1/check"))

    assert (bodily.facts["reason"], bodily.detail) == (
        "digest", "Content-Digest should be sha-256 or sha-512 of the very bytes of the body.",
    )  # fmt: skip
    assert (elsewhere.facts["reason"], elsewhere.detail) == (
        "signature", "The signature does not fit what was sent.",
    )  # fmt: skip


def test_nothing_at_all_may_be_signed() -> None:
    assert taken(signed(Asked("DELETE", "/api/v1/matches/m1/sealed")))


@pytest.mark.parametrize("body", [b'{"a": 1, "a": 2}', b'{"a": 0.5}', b"\xff", b"{"])
def test_a_body_that_two_readers_might_read_in_two_ways_is_refused(body: bytes) -> None:
    assert refusal(signed(Asked("POST", BID.path, body))).code == "malformed"


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("http://Moai.Example:80", "moai.example"),
        ("https://moai.example:443", "moai.example"),
        ("https://moai.example:80", "moai.example:80"),
    ],
)
def test_the_schemes_own_port_is_left_out(url: str, authority: str) -> None:
    """RFC 9421, 2.2.3."""
    assert signatures.authority(url) == authority


def test_what_is_wanted_is_said_in_the_form_of_the_field() -> None:
    """RFC 9421, 5.1: Accept-Signature."""
    assert signatures.WANTED == (
        'sig1=("@method" "@authority" "@path" "content-digest" "idempotency-key")'
        ';created;keyid;alg="ed25519";tag="moai-post"'
    )


# --- of which checkers would disagree


def with_neutral_r(seed: bytes, message: bytes) -> bytes:
    """A signature that holds by RFC 8032's equation, its R the neutral point (r = 0)."""
    scalar = (
        int.from_bytes(hashlib.sha512(seed).digest()[:32], "little") & (1 << 254) - 8 | 1 << 254
    )
    key = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    neutral = (1).to_bytes(32, "little")
    hashed = int.from_bytes(hashlib.sha512(neutral + key + message).digest(), "little")
    return neutral + (hashed * scalar % ed25519._ORDER).to_bytes(32, "little")


def test_a_signature_of_which_checkers_would_disagree_is_not_taken() -> None:
    """Some who check the record would say no to it, and others yes."""
    seed, message = bytes([7]) * 32, b"a turn"
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key, odd = private.public_key().public_bytes_raw(), with_neutral_r(seed, message)
    private.public_key().verify(odd, message)  # the library takes it

    assert signatures._fits(key, private.sign(message), message)
    assert not signatures._fits(key, odd, message)
