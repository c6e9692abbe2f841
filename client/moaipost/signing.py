"""HTTP message signatures (RFC 9421) by the profile that turns are signed with here.

Ed25519 over method, authority, path, content-digest (RFC 9530) and idempotency-key.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence

import httpx

from moaipost.keys import Key

LABEL = "sig1"
TAG = "moai-post"
COVERED = ("@method", "@authority", "@path", "content-digest", "idempotency-key")


def content_digest(body: bytes) -> str:
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    return f"sha-256=:{digest}:"


def parameters(covered: Sequence[str], named: Mapping[str, str | int]) -> str:
    """What `Signature-Input` says after its label: the covered parts, and how it was signed."""
    parts = " ".join(f'"{name}"' for name in covered)
    said = "".join(f";{name}={_value(value)}" for name, value in named.items())
    return f"({parts}){said}"


def _value(value: str | int) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'


def base(parts: Mapping[str, str], said: str) -> bytes:
    """The bytes that are signed (RFC 9421, 2.5)."""
    lines = [f'"{name}": {value}' for name, value in parts.items()]
    return "\n".join([*lines, f'"@signature-params": {said}']).encode()


def parts(
    request: httpx.Request, covered: Sequence[str] = COVERED, authority: str | None = None
) -> dict[str, str]:
    """The covered parts of a request, in order."""
    derived = {
        "@method": request.method,
        "@authority": authority or request.headers["host"].lower(),
        "@path": request.url.raw_path.partition(b"?")[0].decode() or "/",
    }
    return {name: derived.get(name) or request.headers[name].strip() for name in covered}


def sign(request: httpx.Request, key: Key, now: int, authority: str | None = None) -> None:
    """Put digest and signature on a request that has its body and its Idempotency-Key.

    The service checks the authority of its public address: name it where it is reached by another.
    """
    request.headers["Content-Digest"] = content_digest(request.content)
    said = parameters(COVERED, {"created": now, "keyid": key.id, "alg": "ed25519", "tag": TAG})
    signature = base64.b64encode(key.sign(base(parts(request, authority=authority), said))).decode()
    request.headers["Signature-Input"] = f"{LABEL}={said}"
    request.headers["Signature"] = f"{LABEL}=:{signature}:"
