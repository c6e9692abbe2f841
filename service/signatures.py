"""Signed requests (RFC 9421): whether the signature holds, and which seat it is then."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from engine import ed25519, signing
from engine.canonical import loads
from engine.errors import Malformed
from engine.signing import Params, Proof
from engine.words import N_
from service import sent
from service.refusals import Refusal, say
from service.signed import Signed
from service.store import seat_keys
from service.store.database import reading

SKEW = 300  # seconds that a clock may be wrong, or a request under way
FIELDS = ("Signature-Input", "Signature", "Content-Digest", "Idempotency-Key")
PORTS = {"http": 80, "https": 443}
_COVERED = " ".join(f'"{name}"' for name in signing.COVERED)
WANTED = f'sig1=({_COVERED});created;keyid;alg="ed25519";tag="{signing.TAG}"'

_SAID = {
    "malformed": N_(
        "Signature-Input and Signature should have one and the same label, in the plain form of "
        "RFC 9651."
    ),
    "components": N_("The signature should cover just these: {wanted}."),
    "parameters": N_(
        "The signature needs the parameters created, keyid and tag; it may have alg and expires."
    ),
    "times": N_("The parameters created and expires should be whole seconds."),
    "tag": N_("The signature's tag should be “{tag}”."),
    "algorithm": N_("The signature's algorithm should be ed25519."),
    "expired": N_("The signature has expired."),
    "digest": N_("Content-Digest should be sha-256 or sha-512 of the very bytes of the body."),
    "signature": N_("The signature does not fit what was sent."),
}


@dataclass(frozen=True)
class Given:
    """A request as it came; its authority is ours by our own settings, whatever Host says."""

    method: str
    authority: str
    path: str
    body: bytes
    fields: Mapping[str, str]


def authority(base_url: str) -> str:
    """RFC 9421, 2.2.3: in small letters, and without the scheme's own port."""
    parts = urlsplit(base_url)
    host = parts.netloc.lower()
    return host.removesuffix(f":{PORTS[parts.scheme]}")


def verify(given: Given, match_id: str, now: datetime) -> Signed:
    """The seat of this match that signed this; nothing is looked up before it is well formed."""
    params, signature = _read(given.fields)
    _demand_time(params, now)
    found = _holder(match_id, params.keyid)
    proof = Proof(
        submission=0,
        method=given.method,
        authority=given.authority,
        path=given.path,
        content_digest=given.fields["Content-Digest"],
        idempotency_key=given.fields["Idempotency-Key"],
        params=params.text,
        signature=signature,
        body=given.body,
    )
    _object(signing.objection(proof, found.public, _fits))
    _demand_plain(given.body)
    return Signed(match_id, found.seat, found.generation, found.public, params.keyid, proof)


def _object(reason: str | None) -> None:
    if reason is not None:
        saying = say(_SAID[reason], wanted=", ".join(signing.COVERED), tag=signing.TAG)
        raise Refusal("bad_signature", saying, reason=reason)


def _read(fields: Mapping[str, str]) -> tuple[Params, bytes]:
    missing = [name for name in FIELDS if name not in fields]
    if missing:
        saying = say(N_("A signed request needs the field {field}."), field=missing[0])
        raise Refusal("bad_signature", saying, reason="missing", field=missing[0])
    sent.demand_key(fields["Idempotency-Key"])
    said, made = (signing.labelled(fields[name]) for name in FIELDS[:2])
    params = None if said is None else signing.read_params(said[1])
    signature = None if made is None else signing.read_signature(made[1])
    if params is None or signature is None or (said and said[0]) != (made and made[0]):
        _object("malformed")
    assert params is not None and signature is not None  # noqa: S101, PT018  # for mypy
    _object(signing.unfit(params))
    return params, signature


def _demand_time(params: Params, now: datetime) -> None:
    """A clock that is wrong is told the right time; a retry signs anew."""
    present, created = int(now.timestamp()), int(params.named["created"])
    if abs(present - created) > SKEW:
        raise Refusal(
            "clock_skew",
            say(N_("Signed at {created}; the time here is {now}."), created=created, now=present),
            created=created,
            now=present,
            allowed=SKEW,
        )
    if int(params.named.get("expires", present + 1)) <= present:
        _object("expired")


def _holder(match_id: str, keyid: str) -> seat_keys.Found:
    with reading() as session:
        found = seat_keys.in_force(session, match_id, keyid)
    if found is None:
        raise unknown_key(keyid)
    return found


def unknown_key(keyid: str) -> Refusal:
    saying = N_("No seat of this match signs with that key, or no longer.")
    return Refusal("unknown_key", saying, keyid=keyid)


def _fits(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return ed25519.is_signature(signature)  # else some who check the record would say no


def _demand_plain(body: bytes) -> None:
    """What is signed has one meaning to every reader: no name twice, no fraction."""
    try:
        loads(body.decode()) if body else None
    except (Malformed, UnicodeDecodeError) as fault:
        raise Refusal(
            "malformed", N_("The body is not JSON that can be read in one way alone.")
        ) from fault
