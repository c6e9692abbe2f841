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
from service.store import kept_keys


def _derived(secret: str, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), f"moai post: {purpose}".encode(), "sha256")


def _fernet(secret: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(_derived(secret, "seal")))


@dataclass(frozen=True)
class Keys:
    """`signing` has the newest last, as itsdangerous wants it."""

    signing: tuple[bytes, ...] = field(repr=False)
    sealing: MultiFernet = field(repr=False)
    newest: Fernet = field(repr=False)  # what is sealed now is sealed with
    returning: tuple[bytes, ...] = field(repr=False)  # the newest first
    hashing: bytes = field(repr=False)


def make(settings: Settings) -> Keys:
    secrets = (settings.secret_key, *settings.old_secret_keys)
    return Keys(
        signing=tuple(_derived(secret, "sign") for secret in reversed(secrets)),
        sealing=MultiFernet([_fernet(secret) for secret in secrets]),
        newest=_fernet(settings.secret_key),
        returning=tuple(_derived(secret, "return address") for secret in secrets),
        # Hashes of addresses outlive a rotation, so the oldest key makes them: see `hashing`.
        hashing=_derived(secrets[-1], "hash"),
    )


def attach(app: Flask, settings: Settings) -> None:
    app.extensions["keys"] = make(settings)


def present() -> Keys:
    keys: Keys = current_app.extensions["keys"]
    return keys


def hashing() -> bytes:
    """The key that hashes are made with: kept in the vault by a rekeying, else of the oldest."""
    keys = present()
    known: tuple[Keys, bytes] | None = current_app.extensions.get("hashing")
    if known is None or known[0] is not keys:
        sealed = kept_keys.found(kept_keys.HASHING)
        known = (keys, keys.hashing if sealed is None else unframed(keys.sealing.decrypt(sealed)))
        current_app.extensions["hashing"] = known
    return known[1]


def unframed(padded: bytes) -> bytes:
    """What the vault has sealed, without its padding."""
    length = int.from_bytes(padded[:4], "big")
    return padded[4 : 4 + length]


def fingerprint(purpose: str, data: bytes) -> str:
    """A keyed hash: who has the database alone cannot guess what it was made of."""
    whole = purpose.encode() + b"\0" + data
    return hmac.new(hashing(), whole, hashlib.sha256).hexdigest()
