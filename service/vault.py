"""What is kept so that nobody reads it early: sealed actions and seeds, encrypted and padded."""

from cryptography.fernet import InvalidToken

from service import keys

LEAST = 2048  # padded to this or a power of two above: a length tells nothing


class VaultError(RuntimeError):
    """Something sealed cannot be opened with any key at hand."""


def seal(data: bytes) -> bytes:
    return keys.present().sealing.encrypt(_padded(data))


def unseal(token: bytes) -> bytes:
    try:
        padded = keys.present().sealing.decrypt(token)
    except InvalidToken as fault:
        raise VaultError("sealed with a key that is not at hand") from fault
    length = int.from_bytes(padded[:4], "big")
    return padded[4 : 4 + length]


def _padded(data: bytes) -> bytes:
    framed = len(data).to_bytes(4, "big") + data
    size = LEAST
    while size < len(framed):
        size *= 2
    return framed.ljust(size, b"\0")
