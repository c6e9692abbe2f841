"""Ed25519 signatures (RFC 8032): checked and never made, so that nothing here is secret."""

import hashlib
from typing import TypeAlias

Point: TypeAlias = tuple[int, int, int, int]  # X, Y, Z and T, where x = X/Z, y = Y/Z, xy = T/Z

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)  # of -1
_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202
_Y = 46316835694926478169428394003475163141307993866256225615783033603165251855960
_BASE: Point = (_X, _Y, 1, _X * _Y % _P)
_ZERO: Point = (0, 1, 1, 0)
_COFACTOR = 8
KEY_BYTES, SIGNATURE_BYTES = 32, 64


def is_key(key: bytes) -> bool:
    """A point of the curve in its one spelling, and none of the eight that sign whatever you like.

    Of such keys every checker says the same, whichever of the known ways it reckons in.
    """
    point = _decoded(key) if len(key) == KEY_BYTES else None
    return point is not None and not _same(_times(_COFACTOR, point), _ZERO)


def is_signature(signature: bytes) -> bool:
    """R a point that could be a key, S in its one spelling: of the rest, checkers disagree."""
    scalar = int.from_bytes(signature[KEY_BYTES:], "little")
    return len(signature) == SIGNATURE_BYTES and scalar < _ORDER and is_key(signature[:KEY_BYTES])


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """RFC 8032, 5.1.7, without the cofactor: R is compared by its bytes."""
    point = _decoded(key) if is_key(key) else None
    if point is None or not is_signature(signature):
        return False
    scalar = int.from_bytes(signature[KEY_BYTES:], "little")
    whole = hashlib.sha512(signature[:KEY_BYTES] + key + message).digest()
    minus = (_P - point[0], point[1], point[2], _P - point[3])
    hashed = int.from_bytes(whole, "little") % _ORDER
    return _encoded(_add(_times(scalar, _BASE), _times(hashed, minus))) == signature[:KEY_BYTES]


def _add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(count: int, point: Point) -> Point:
    total = _ZERO
    while count:
        if count & 1:
            total = _add(total, point)
        point = _add(point, point)
        count >>= 1
    return total


def _same(one: Point, other: Point) -> bool:
    return all((one[i] * other[2] - other[i] * one[2]) % _P == 0 for i in (0, 1))


def _encoded(point: Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(KEY_BYTES, "little")


def _decoded(data: bytes) -> Point | None:
    whole = int.from_bytes(data, "little")
    odd, y = whole >> 255, whole & (1 << 255) - 1
    x = None if y >= _P else _x(y)
    if x is None or (x == 0 and odd):
        return None
    x = _P - x if x & 1 != odd else x
    return x, y, 1, x * y % _P


def _x(y: int) -> int | None:
    """One of the two that go with a y, if any does."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    root = pow(square, (_P + 3) // 8, _P)
    for found in (root, root * _ROOT % _P):
        if found * found % _P == square:
            return found
    return None
