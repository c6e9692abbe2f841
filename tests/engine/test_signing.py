"""Signed requests: RFC 9421's own vectors, and each rule of ours with what breaks it."""

import base64
import hashlib
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine import ed25519, signing
from engine.signing import Params, Proof
from tests.engine.signed import proof_of

# RFC 9421, B.1.4, without the twelve bytes that say what kind of key it is.
THEIRS = base64.b64decode("MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=")[12:]
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw()
BODY = b'{"turn": 0, "text": "take 2"}'


def read(text: str) -> Params:
    found = signing.read_params(text)
    assert found is not None
    return found


def holds(params: str, values: dict[str, str], signature: str) -> bool:
    raw = signing.read_signature(signature)
    assert raw is not None
    return ed25519.verify(THEIRS, raw, signing.base(read(params), values))


# --- the vectors

B26 = (
    '("date" "@method" "@path" "@authority" "content-type" "content-length")'
    ';created=1618884473;keyid="test-key-ed25519"'
)
B26_VALUES = {
    "date": "Tue, 20 Apr 2021 02:07:55 GMT",
    "@method": "POST",
    "@path": "/foo",
    "@authority": "example.com",
    "content-type": "application/json",
    "content-length": "18",
}
B26_SIGNATURE = (
    ":wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:"
)
B4 = '("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"'
B4_VALUES = {
    "@method": "GET",
    "@path": "/demo",
    "@authority": "example.org",
    "accept": "application/json, */*",
}
B4_SIGNATURE = (
    ":ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==:"
)


def test_the_signature_base_of_b_2_6_is_the_rfcs() -> None:
    assert signing.base(read(B26), B26_VALUES).decode() == (
        '"date": Tue, 20 Apr 2021 02:07:55 GMT\n'
        '"@method": POST\n'
        '"@path": /foo\n'
        '"@authority": example.com\n'
        '"content-type": application/json\n'
        '"content-length": 18\n'
        f'"@signature-params": {B26}'
    )


def test_the_signatures_of_b_2_6_and_b_4_hold() -> None:
    assert holds(B26, B26_VALUES, B26_SIGNATURE)
    assert holds(B4, B4_VALUES, B4_SIGNATURE)


@pytest.mark.parametrize(
    "change",
    [
        {"@method": "POST", "@authority": "example.com"},  # as B.4 itself changes them
        {"accept": "*/*, application/json"},
        {"@path": "/demo/"},
    ],
)
def test_a_transformation_that_b_4_forbids_breaks_the_signature(change: dict[str, str]) -> None:
    assert not holds(B4, B4_VALUES | change, B4_SIGNATURE)


def test_both_digests_that_rfc_9421_gives_of_its_body_fit() -> None:
    long = (
        "WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew=="
    )
    short = "X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE="
    body = b'{"hello": "world"}'

    assert signing.digest_fits(f"sha-512=:{long}:", body)
    assert signing.digest_fits(f"sha-256=:{short}:", body)
    assert signing.digest_fits(f"sha-256=:{short}:, sha-512=:{long}:", body)


def test_the_thumbprint_is_that_of_rfc_8037_a_3() -> None:
    key = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")

    assert signing.thumbprint(key) == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


# --- our rules


def made(params: str | None = None) -> Proof:
    return proof_of(KEY, 1, BODY, params=params)


def test_a_signature_over_all_that_we_ask_for_holds_in_any_order() -> None:
    turned = ("idempotency-key", "@path", "content-digest", "@method", "@authority")

    assert signing.objection(made(), PUBLIC) is None
    assert signing.objection(proof_of(KEY, 1, BODY, covered=turned), PUBLIC) is None


LINES = '("@method" "@authority" "@path" "content-digest" "idempotency-key")'
GOOD = f';created=1772366400;keyid="{signing.thumbprint(PUBLIC)}";tag="moai-post"'
WHOLE = LINES + GOOD


@pytest.mark.parametrize(
    ("params", "objection"),
    [
        (WHOLE, None),
        (WHOLE + ';alg="ed25519";expires=1772366700', None),
        (WHOLE.replace(' "content-digest"', ""), "components"),
        (WHOLE.replace('-key")', '-key" "date")'), "components"),
        (WHOLE.replace('-key")', '-key" "@path")'), "components"),
        ("()" + GOOD, "components"),
        (WHOLE.replace(";created=1772366400", ""), "parameters"),
        (LINES + ';created=1772366400;tag="moai-post"', "parameters"),
        (WHOLE.replace(';tag="moai-post"', ""), "parameters"),
        (WHOLE + ';nonce="n"', "parameters"),
        (WHOLE.replace("1772366400", '"1772366400"'), "times"),
        (WHOLE + ';expires="soon"', "times"),
        (WHOLE.replace("moai-post", "other"), "tag"),
        (WHOLE + ';alg="hmac-sha256"', "algorithm"),
        (LINES + ';created=1772366400;keyid="else";tag="moai-post"', "key"),
        (WHOLE + ';tag="moai-post"', "malformed"),
        (LINES + "; " + GOOD[1:], "malformed"),
        (WHOLE.replace(" ", "  "), "malformed"),
        (WHOLE + ";flag", "malformed"),
        (WHOLE.replace("=17", "=017"), "malformed"),
        (WHOLE.replace('"@path"', '"@path";req'), "malformed"),
        (WHOLE.replace('-key")', "-key)"), "malformed"),
        (WHOLE.replace('" "', '""'), "malformed"),
        (LINES + GOOD[1:], "malformed"),
        (WHOLE.replace("1772366400", ""), "malformed"),
        (WHOLE.replace("1772366400", "-"), "malformed"),
        ("", "malformed"),
    ],
)
def test_each_rule_of_the_parameters_has_its_objection(params: str, objection: str | None) -> None:
    """Each is truly signed: it is the rule that refuses it."""
    assert signing.objection(made(params), PUBLIC) == objection


def test_a_string_is_read_without_its_escapes() -> None:
    assert read(r'("a");keyid="say \"no\" \\"').keyid == 'say "no" \\'


def test_who_names_no_key_names_none() -> None:
    assert read('("a")').keyid == ""


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("method", "PUT"),
        ("authority", "moai.test"),
        ("path", "/api/v1/matches/table-2/turns"),
        ("idempotency_key", "another"),
    ],
)
def test_whatever_is_covered_cannot_be_changed(part: str, value: str) -> None:
    change: dict[str, Any] = {part: value}

    assert signing.objection(replace(made(), **change), PUBLIC) == "signature"


def test_another_body_has_another_digest() -> None:
    other = b'{"turn": 0, "text": "take 3"}'
    mended = f"sha-256=:{base64.b64encode(hashlib.sha256(other).digest()).decode()}:"

    assert signing.objection(replace(made(), body=other), PUBLIC) == "digest"
    assert (
        signing.objection(replace(made(), body=other, content_digest=mended), PUBLIC) == "signature"
    )


SHA = base64.b64encode(hashlib.sha256(BODY).digest()).decode()


@pytest.mark.parametrize(
    "field",
    [
        "",
        SHA,
        f"sha-256={SHA}",
        f"sha-256:{SHA}:",
        f"sha-256=:{SHA}",
        f"md5=:{SHA}:",
        f"sha-256=:{SHA}:,sha-256=:{SHA}:",
        f"sha-256=:{SHA}:, md5=:{SHA}:",
        f"sha-512=:{SHA}:",
        f"sha-256=:{SHA[:-1]}:",
        f"sha-256=:{SHA[:-2]}{chr(ord(SHA[-2]) + 1)}=:",  # the same bytes in a second spelling
    ],
)
def test_a_digest_is_written_in_the_one_right_way(field: str) -> None:
    assert not signing.digest_fits(field, BODY)


@pytest.mark.parametrize("text", ["", "::x", ":AAAA", ":AA:", ":AB==:", "AA==", "::, ::"])
def test_a_signature_is_written_in_the_one_right_way(text: str) -> None:
    assert signing.read_signature(text) is None


def test_a_field_has_its_label_before_it() -> None:
    assert signing.labelled('sig1=("a")') == ("sig1", '("a")')
    assert signing.labelled('("a")') is None
