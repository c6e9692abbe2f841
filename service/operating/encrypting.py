"""Backups under a key of the operator's: encrypted as they are written, and checked piece by piece.

A file is a mark, a salt, a check of the key, and pieces of one size. Each piece is bound to its
number, and the last one says that it is the last: none can be changed, moved or left out.
"""

import hmac
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from service.operating import OperatingError

MARK = b"moai post backup 1\n"
SALT_BYTES, CHECK_BYTES, NONCE_BYTES, TAG_BYTES = 32, 16, 12, 16
PIECE = 1 << 18
MORE, LAST = b"more", b"last"


def encrypt(key: str, source: BinaryIO, target: BinaryIO) -> None:
    salt = secrets.token_bytes(SALT_BYTES)
    drawn = _drawn(key, salt)
    target.write(MARK + salt + _check(drawn))
    cipher = AESGCM(drawn)
    pieces = enumerate(_pieces(source, PIECE))
    target.writelines(cipher.encrypt(_nonce(n), piece, mark) for n, (piece, mark) in pieces)


def is_encrypted(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MARK)) == MARK


def decrypted(key: str, path: Path) -> Iterator[bytes]:
    """What was written, piece by piece; a piece that is not as it was ends it with a sentence."""
    if not key:
        raise OperatingError(
            f"{path} is encrypted: set BACKUP_KEY to the key that it was made with."
        )
    with path.open("rb") as file:
        file.seek(len(MARK))
        drawn = _drawn(key, file.read(SALT_BYTES))
        if not hmac.compare_digest(file.read(CHECK_BYTES), _check(drawn)):
            raise OperatingError(f"{path} was encrypted with another key than BACKUP_KEY.")
        cipher = AESGCM(drawn)
        for number, (piece, mark) in enumerate(_pieces(file, PIECE + TAG_BYTES)):
            try:
                yield cipher.decrypt(_nonce(number), piece, mark)
            except InvalidTag as fault:
                raise OperatingError(f"{path} is damaged: it is not as it was written.") from fault


def _pieces(file: BinaryIO, size: int) -> Iterator[tuple[bytes, bytes]]:
    """Each with whether another follows; an empty file is one empty piece."""
    piece = _filled(file, size)
    while following := _filled(file, size):
        yield piece, MORE
        piece = following
    yield piece, LAST


def _filled(file: BinaryIO, size: int) -> bytes:
    """A pipe gives what it has: ask until there is enough, or no more."""
    found = b""
    while len(found) < size and (more := file.read(size - len(found))):
        found += more
    return found


def _drawn(key: str, salt: bytes) -> bytes:
    """Each file's own key."""
    return hmac.digest(key.encode(), b"moai post: backup" + salt, "sha256")


def _check(drawn: bytes) -> bytes:
    return hmac.digest(drawn, b"check", "sha256")[:CHECK_BYTES]


def _nonce(number: int) -> bytes:
    return number.to_bytes(NONCE_BYTES, "big")
