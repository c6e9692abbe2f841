"""Public keys as programs hand them over, JWK or PEM: the thirty-two bytes, or why not."""

import base64
import binascii

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from engine import ed25519
from engine.words import N_
from service.refusals import Refusal

PRIVATE = N_("That is a private key. Keep it to yourself; as it was sent, make another.")
_SAID = {
    "private_key": PRIVATE,
    "not_pem": N_("That is no public key in PEM, as `openssl pkey -pubout` writes it."),
    "other_kind": N_("Only Ed25519 keys are taken."),
    "weak_key": N_("These bytes are no point of the curve that can serve as a key."),
}


def _refused(field: str, reason: str) -> Refusal:
    return Refusal("malformed", _SAID[reason], field=field, reason=reason)


def of_jwk(x: str) -> bytes:
    """From RFC 8037's `x`, whose form the schema has checked."""
    try:
        return _sound(base64.urlsafe_b64decode(f"{x}="), "jwk.x")
    except binascii.Error as fault:
        raise _refused("jwk.x", "weak_key") from fault


def of_pem(text: str) -> bytes:
    if "PRIVATE KEY" in text:
        raise _refused("pem", "private_key")
    try:
        found = load_pem_public_key(text.encode())
    except (ValueError, UnsupportedAlgorithm) as fault:
        raise _refused("pem", "not_pem") from fault
    if not isinstance(found, Ed25519PublicKey):
        raise _refused("pem", "other_kind")
    return _sound(found.public_bytes_raw(), "pem")


def _sound(key: bytes, field: str) -> bytes:
    """Some points would sign anything: with such a key a signature proves nothing."""
    if not ed25519.is_key(key):
        raise _refused(field, "weak_key")
    return key


def as_jwk(key: bytes) -> dict[str, str]:
    x = base64.urlsafe_b64encode(key).rstrip(b"=").decode()
    return {"kty": "OKP", "crv": "Ed25519", "x": x}
