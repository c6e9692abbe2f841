"""A programmer's own signer, by the words of docs/clients.md and with nothing of ours."""

import base64
import hashlib
import json
import time
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

COVERED = ("@method", "@authority", "@path", "content-digest", "idempotency-key")


def url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sha256(body: bytes) -> str:
    return f"sha-256=:{base64.b64encode(hashlib.sha256(body).digest()).decode()}:"


@dataclass(frozen=True)
class Asked:
    """A request before it is signed."""

    method: str
    path: str
    body: bytes = b""
    key: str = "one"


@dataclass(frozen=True)
class Signer:
    """Somebody with a key, and what the service is called."""

    authority: str
    private: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    @property
    def jwk(self) -> dict[str, str]:
        return {"kty": "OKP", "crv": "Ed25519", "x": url64(self.public)}

    @property
    def keyid(self) -> str:
        whole = json.dumps(self.jwk, sort_keys=True, separators=(",", ":"))
        return url64(hashlib.sha256(whole.encode()).digest())

    def params(self, created: int | None = None, covered: tuple[str, ...] = COVERED) -> str:
        at = int(time.time()) if created is None else created
        listed = " ".join(f'"{name}"' for name in covered)
        return f'({listed});created={at};keyid="{self.keyid}";alg="ed25519";tag="moai-post"'

    def fields(
        self, asked: Asked, params: str | None = None, digest: str | None = None
    ) -> dict[str, str]:
        """The fields of the signed request; what they say may be made up."""
        said = self.params() if params is None else params
        digested = sha256(asked.body) if digest is None else digest
        values = {
            "@method": asked.method,
            "@authority": self.authority,
            "@path": asked.path,
            "content-digest": digested,
            "idempotency-key": asked.key,
        }
        names = said[1 : said.index(")")].split(" ") if said.startswith("(") else []
        lines = [f"{name}: {values.get(name.strip(chr(34)), '')}" for name in names if name]
        base = "\n".join([*lines, f'"@signature-params": {said}'])
        made = base64.b64encode(self.private.sign(base.encode())).decode()
        return {
            "Signature-Input": f"sig1={said}",
            "Signature": f"sig1=:{made}:",
            "Content-Digest": digested,
            "Idempotency-Key": asked.key,
        }

    def send(
        self, client: FlaskClient, asked: Asked, fields: dict[str, str] | None = None
    ) -> TestResponse:
        head = self.fields(asked) if fields is None else fields
        head = head | ({"Content-Type": "application/json"} if asked.body else {})
        return client.open(asked.path, method=asked.method, data=asked.body, headers=head)


def asking(
    match: str, door: str, said: dict[str, Any], key: str = "one", method: str = "POST"
) -> Asked:
    return Asked(method, f"/api/v1/matches/{match}/{door}", json.dumps(said).encode(), key)
