"""The keys that everything secret hangs on, each derived from SECRET_KEY for one purpose.

A rotated key goes to OLD_SECRET_KEYS: it still checks and opens, and no longer signs or seals.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass, field

from cryptography.fernet import Fernet, MultiFernet
from flask import Flask, current_app

from service.settings import Settings


def _derived(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), f"moai post: {purpose}".encode(), "sha256")


def _fernet(secret: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(_derived(secret, "seal")))


@dataclass(frozen=True)
class Keys:
    """`signing` has the newest last, as itsdangerous wants it."""

    signing: tuple[bytes, ...] = field(repr=False)
    sealing: MultiFernet = field(repr=False)
    returning: tuple[bytes, ...] = field(repr=False)  # the newest first
    hashing: bytes = field(repr=False)


def make(settings: Settings) -> Keys:
    secrets = (settings.secret_key, *settings.old_secret_keys)
    return Keys(
        signing=tuple(_derived(secret, "sign") for secret in reversed(secrets)),
        sealing=MultiFernet([_fernet(secret) for secret in secrets]),
        returning=tuple(_derived(secret, "return address") for secret in secrets),
        # Hashes of addresses outlive a rotation, so the oldest key makes them.
        hashing=_derived(secrets[-1], "hash"),
    )


def attach(app: Flask, settings: Settings) -> None:
    app.extensions["keys"] = make(settings)


def present() -> Keys:
    keys: Keys = current_app.extensions["keys"]
    return keys


def fingerprint(purpose: str, data: bytes) -> str:
    """A keyed hash: who has the database alone cannot guess what it was made of."""
    whole = purpose.encode() + b"\0" + data
    return hmac.new(present().hashing, whole, hashlib.sha256).hexdigest()
