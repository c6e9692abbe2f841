"""Signed turns: the RFC's own vector, what a request carries, and what every attempt signs anew."""

import base64
from pathlib import Path

import httpx
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from moaipost import Credential, Key, signing

# RFC 9421, B.1.4 and B.2.6.
PEM = b"""-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
"""
VECTOR = "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=="


@pytest.fixture
def key(tmp_path: Path) -> Key:
    path = tmp_path / "key.pem"
    path.write_bytes(PEM)
    return Key.load(path)


def request(**headers: str) -> httpx.Request:
    return httpx.Request(
        "POST",
        "https://Moai.example/api/v1/matches/m1/turns?x=1",
        headers={name.replace("_", "-"): value for name, value in headers.items()},
        json={"turn": 3, "text": "draw 1"},
    )


def test_the_vector_of_the_rfc_is_signed_to_the_byte(key: Key) -> None:
    """RFC 9421, B.2.6."""
    asked = httpx.Request(
        "POST",
        "https://example.com/foo?param=Value&Pet=dog",
        headers={
            "Date": "Tue, 20 Apr 2021 02:07:55 GMT",
            "Content-Type": "application/json",
            "Content-Length": "18",
        },
        content=b'{"hello": "world"}',
    )
    covered = ("date", "@method", "@path", "@authority", "content-type", "content-length")
    said = signing.parameters(covered, {"created": 1618884473, "keyid": "test-key-ed25519"})

    signed = key.sign(signing.base(signing.parts(asked, covered), said))

    assert base64.b64encode(signed).decode() == VECTOR


def test_a_turn_is_signed_by_the_profile(key: Key) -> None:
    asked = request(Idempotency_Key="k1")

    next(Credential("s.token", key, clock=lambda: 1700000000.9).auth_flow(asked))

    assert asked.headers["authorization"] == "Bearer s.token"
    assert asked.headers["signature-input"] == (
        'sig1=("@method" "@authority" "@path" "content-digest" "idempotency-key")'
        f';created=1700000000;keyid="{key.id}";alg="ed25519";tag="moai-post"'
    )
    base = (
        '"@method": POST\n'
        '"@authority": moai.example\n'
        '"@path": /api/v1/matches/m1/turns\n'
        f'"content-digest": {signing.content_digest(asked.content)}\n'
        '"idempotency-key": k1\n'
        f'"@signature-params": {asked.headers["signature-input"].removeprefix("sig1=")}'
    )
    signature = base64.b64decode(asked.headers["signature"].removeprefix("sig1=:").rstrip(":"))
    key.private.public_key().verify(signature, base.encode())


def test_control_another_path_is_not_what_was_signed(key: Key) -> None:
    asked = request(Idempotency_Key="k1")
    signing.sign(asked, key, 1700000000)
    signature = base64.b64decode(asked.headers["signature"].removeprefix("sig1=:").rstrip(":"))
    other = signing.parts(asked) | {"@path": "/api/v1/matches/m2/turns"}
    said = asked.headers["signature-input"].removeprefix("sig1=")

    with pytest.raises(InvalidSignature):
        key.private.public_key().verify(signature, signing.base(other, said))


def test_what_carries_no_idempotency_key_is_not_signed(key: Key) -> None:
    asked = request()

    next(Credential("s.token", key).auth_flow(asked))

    assert "signature" not in asked.headers


def test_the_digest_is_that_of_rfc_9530() -> None:
    """RFC 9530, 2: the SHA-256 of this very body."""
    digest = signing.content_digest(b'{"hello": "world"}\n')

    assert digest == "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"


def test_a_key_is_known_by_its_thumbprint() -> None:
    """RFC 8037, A.1 to A.3: the key's own example."""
    raw = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    key = Key(Ed25519PrivateKey.from_private_bytes(raw))

    assert key.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


def test_a_key_is_kept_where_only_its_owner_reads_it(tmp_path: Path) -> None:
    key, path = Key.new(), tmp_path / "key.pem"

    key.save(path)

    assert path.stat().st_mode & 0o777 == 0o600
    assert Key.load(path).public == key.public
    with pytest.raises(FileExistsError):
        Key.new().save(path)
