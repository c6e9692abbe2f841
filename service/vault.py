"""What is kept so that nobody reads it early: sealed actions, plans, seeds: encrypted, padded."""

from cryptography.fernet import InvalidToken

from service import keys

MARK = b"gAAAA"  # what every sealed thing begins with: Fernet's version, and a time in this era
LEAST = 2048  # padded to this or a power of two above: a length tells nothing


class VaultError(RuntimeError):
    """Something sealed cannot be opened with any key at hand."""


def seal(data: bytes, least: int = LEAST) -> bytes:
    return keys.present().sealing.encrypt(padded(data, least))


def unseal(token: bytes) -> bytes:
    try:
        padded = keys.present().sealing.decrypt(token)
    except InvalidToken as fault:
        raise VaultError("sealed with a key that is not at hand") from fault
    return keys.unframed(padded)


def resealed(token: bytes) -> bytes | None:
    """The same under the newest key; None where it is so already."""
    try:
        keys.present().newest.decrypt(token)
    except InvalidToken:
        return _rotated(token)
    return None


def _rotated(token: bytes) -> bytes:
    try:
        return keys.present().sealing.rotate(token)
    except InvalidToken as fault:
        raise VaultError("sealed with a key that is not at hand") from fault


def is_sealed(data: bytes) -> bool:
    """Whether it looks so: a request's body, which is JSON, never does."""
    return data.startswith(MARK)


def padded(data: bytes, least: int) -> bytes:
    """With its length before it, for `keys.unframed` to find."""
    framed = len(data).to_bytes(4, "big") + data
    size = least
    while size < len(framed):
        size *= 2
    return framed.ljust(size, b"\0")
