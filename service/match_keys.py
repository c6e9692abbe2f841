"""Each match's own key: it lies in the vault, and what it seals is bound to its place.

A new secret key is a matter of resealing these keys alone: see docs/adr/sealed-matches.md.
"""

import secrets
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from service import keys, vault
from service.keys import Keys
from service.store.held import AnyMatch
from service.store.matches import Match
from service.vault import VaultError

KEY_BITS = 256
NONCE_BYTES = 12
KEPT = 64  # a key's size in the vault: all are of one length
KNOWN = 1024  # keys that a process remembers, so that a page does not open the same one again


def give(row: Match) -> None:
    """A match gets its key when it is dealt, and keeps it for good."""
    row.sealing_key = vault.seal(AESGCM.generate_key(KEY_BITS), KEPT)


def seal(row: AnyMatch, place: str, data: bytes, least: int) -> bytes:
    """Padded like all that the vault seals; it opens in this place of this match alone."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + _cipher(row).encrypt(nonce, vault.padded(data, least), _bound(row, place))


def unseal(row: AnyMatch, place: str, sealed: bytes) -> bytes:
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return keys.unframed(_cipher(row).decrypt(nonce, rest, _bound(row, place)))
    except (InvalidTag, ValueError) as fault:
        raise VaultError(f"{place} of match {row.id} is not what was sealed there") from fault


def _bound(row: AnyMatch, place: str) -> bytes:
    return f"{row.id} {place}".encode()


def _cipher(row: AnyMatch) -> AESGCM:
    if row.sealing_key is None:
        raise VaultError(f"match {row.id} has no key: `make seal` gives it one")
    return _opened(keys.present(), row.sealing_key)


@lru_cache(KNOWN)
def _opened(_present: Keys, sealed: bytes) -> AESGCM:
    """By the secret keys at hand: without them nobody is given what others have opened."""
    return AESGCM(vault.unseal(sealed))
