"""How a turn is signed: RFC 9421 with an ed25519 key, always over the same parts of a request.

A signature covers method, authority, path, the digest of the body (RFC 9530) and the
Idempotency-Key; its parameters name the key by its thumbprint (RFC 7638), when it was made, and
our tag. Structured fields (RFC 9651) are taken in their one plain spelling alone, so that what was
signed is what was sent.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine import ed25519
from engine.canonical import canonical

TAG = "moai-post"
COVERED = ("@method", "@authority", "@path", "content-digest", "idempotency-key")
REQUIRED = frozenset({"created", "keyid", "tag"})
KNOWN = REQUIRED | {"alg", "expires"}
DIGESTS = {"sha-256": hashlib.sha256, "sha-512": hashlib.sha512}

Verify: TypeAlias = Callable[[bytes, bytes, bytes], bool]  # of a key, a signature and a message

_NAME = r"[a-z*][a-z0-9_.*-]*"
_STRING = r'"(?:[ !#-\[\]-~]|\\["\\])*"'
_WHOLE = r"-?(?:0|[1-9][0-9]{0,14})"
_BYTES = r":([A-Za-z0-9+/]*={0,2}):"
_PARAMETER = re.compile(rf";({_NAME})=({_STRING}|{_WHOLE})")
_PARAMS = re.compile(rf"\(((?:{_STRING}(?: {_STRING})*)?)\)((?:;{_NAME}=(?:{_STRING}|{_WHOLE}))*)")
_LABELLED = re.compile(rf"({_NAME})=(.*)", re.DOTALL)
_SIGNATURE = re.compile(_BYTES)
_DIGEST = re.compile(rf"({_NAME})={_BYTES}")


@dataclass(frozen=True, slots=True)
class Proof:
    """A signed request as it came: all that anybody needs to check who sent it."""

    submission: int
    method: str
    authority: str
    path: str
    content_digest: str
    idempotency_key: str
    params: str  # as in Signature-Input, from the first bracket on
    signature: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Params:
    """What a signature says of itself."""

    covered: tuple[str, ...]
    named: Mapping[str, str | int]
    text: str

    @property
    def keyid(self) -> str:
        return str(self.named.get("keyid", ""))


def thumbprint(key: bytes) -> str:
    """RFC 7638, of the key as RFC 8037 writes it."""
    jwk = {"crv": "Ed25519", "kty": "OKP", "x": _url64(key)}
    return _url64(hashlib.sha256(canonical(jwk)).digest())


def _url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# --- reading


def labelled(field: str) -> tuple[str, str] | None:
    """A dictionary's first label and whatever stands after it."""
    found = _LABELLED.fullmatch(field)
    return None if found is None else (found[1], found[2])


def read_params(text: str) -> Params | None:
    """What is covered, and the parameters, each once."""
    found = _PARAMS.fullmatch(text)
    if found is None:
        return None
    pairs = _PARAMETER.findall(found[2])
    named = {name: _bare(value) for name, value in pairs}
    covered = tuple(str(_bare(one)) for one in re.findall(_STRING, found[1]))
    return Params(covered, named, text) if len(named) == len(pairs) else None


def _bare(value: str) -> str | int:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else int(value)


def read_signature(text: str) -> bytes | None:
    found = _SIGNATURE.fullmatch(text)
    return None if found is None else _read64(found[1])


def _read64(text: str) -> bytes | None:
    """Base64 leaves bits over: only the one right spelling is taken."""
    padded = len(text) % 4 == 0
    raw = base64.b64decode(text) if padded else b""
    return raw if base64.b64encode(raw).decode() == text else None


# --- judging


def unfit(params: Params) -> str | None:
    """The first thing in which these are not as agreed; nothing of time, key or signature."""
    named = params.named
    rules = {
        "components": sorted(params.covered) == sorted(COVERED),
        "parameters": REQUIRED <= named.keys() <= KNOWN,
        "times": all(isinstance(named.get(name, 0), int) for name in ("created", "expires")),
        "tag": named.get("tag") == TAG,
        "algorithm": named.get("alg", "ed25519") == "ed25519",
    }
    return next((rule for rule, kept in rules.items() if not kept), None)


def digest_fits(field: str, body: bytes) -> bool:
    """RFC 9530: one digest or both that we know, each of these bytes."""
    given = [_DIGEST.fullmatch(one) for one in field.split(", ")]
    fit = {
        one[1]
        for one in given
        if one and one[1] in DIGESTS and _read64(one[2]) == DIGESTS[one[1]](body).digest()
    }
    return len(fit) == len(given)


def base(params: Params, values: Mapping[str, str]) -> bytes:
    """The signature base, RFC 9421, 2.5."""
    lines = [f'"{name}": {values[name]}' for name in params.covered]
    return "\n".join([*lines, f'"@signature-params": {params.text}']).encode()


def objection(proof: Proof, key: bytes, verify: Verify = ed25519.verify) -> str | None:
    """The first thing that speaks against this proof by this key; None where it holds."""
    params = read_params(proof.params)
    if params is None:
        return "malformed"
    values = (
        proof.method,
        proof.authority,
        proof.path,
        proof.content_digest,
        proof.idempotency_key,
    )
    rules: dict[str, Callable[[], bool]] = {
        "key": lambda: params.keyid == thumbprint(key),
        "digest": lambda: digest_fits(proof.content_digest, proof.body),
        "signature": lambda: verify(
            key, proof.signature, base(params, dict(zip(COVERED, values, strict=True)))
        ),
    }
    return unfit(params) or next((rule for rule, kept in rules.items() if not kept()), None)
