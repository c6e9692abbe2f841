"""An ed25519 key of one's own: made, kept in a file that only its owner reads, used to sign."""

import base64
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from engine.canonical import canonical

OWNER_ONLY = 0o600


@dataclass(frozen=True)
class Key:
    """A private key; its public half is what the service is told."""

    private: Ed25519PrivateKey

    @classmethod
    def new(cls) -> Self:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, path: Path) -> Self:
        private = load_pem_private_key(path.read_bytes(), password=None)
        if not isinstance(private, Ed25519PrivateKey):
            raise ValueError(f"{path} holds no ed25519 key")  # noqa: TRY004  # a file's content
        return cls(private)

    def save(self, path: Path) -> None:
        """To a new file: a key is never overwritten."""
        pem = self.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)

    @property
    def public(self) -> bytes:
        """The public half, 32 bytes."""
        return self.private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @property
    def jwk(self) -> dict[str, str]:
        """The public half as RFC 8037 has it, which is how it is registered."""
        return {"crv": "Ed25519", "kty": "OKP", "x": _url64(self.public)}

    @property
    def id(self) -> str:
        """What a signature names it by: its thumbprint (RFC 7638)."""
        return _url64(hashlib.sha256(canonical({**self.jwk})).digest())

    def sign(self, message: bytes) -> bytes:
        return self.private.sign(message)


def _url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
