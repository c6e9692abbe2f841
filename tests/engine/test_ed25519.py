"""Ed25519 by RFC 8032's own vectors, and beside an implementation that nobody here wrote."""

import hashlib

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings, strategies as st

from engine import ed25519
from tests.scale import times

ORDER = 2**252 + 27742317777372353535851937790883648493
PRIME = 2**255 - 19

# RFC 8032, 7.1: key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        b"",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        b"\x72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
            "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        b"\xaf\x82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
            "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").digest(),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b5890"
            "9351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
]
KEY, MESSAGE, SIGNATURE = (bytes.fromhex(VECTORS[1][0]), b"\x72", bytes.fromhex(VECTORS[1][2]))


def elsewhere(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_vectors_of_rfc_8032_hold(key: str, message: bytes, signature: str) -> None:
    assert ed25519.is_key(bytes.fromhex(key))
    assert ed25519.verify(bytes.fromhex(key), bytes.fromhex(signature), message)


@pytest.mark.parametrize("at", range(64))
def test_a_signature_with_any_byte_changed_does_not_hold(at: int) -> None:
    altered = bytearray(SIGNATURE)
    altered[at] ^= 1

    assert not ed25519.verify(KEY, bytes(altered), MESSAGE)


def test_another_message_another_key_and_another_length_do_not_hold() -> None:
    other = bytes.fromhex(VECTORS[0][0])

    assert ed25519.verify(KEY, SIGNATURE, MESSAGE)
    assert not ed25519.verify(KEY, SIGNATURE, b"\x73")
    assert not ed25519.verify(other, SIGNATURE, MESSAGE)
    assert not ed25519.verify(KEY, SIGNATURE + b"\0", MESSAGE)
    assert not ed25519.verify(KEY, b"", MESSAGE)


def test_the_same_signature_in_a_second_spelling_does_not_hold() -> None:
    """S and S + L mean the same number: only the smaller is taken."""
    scalar = int.from_bytes(SIGNATURE[32:], "little") + ORDER

    assert not ed25519.verify(KEY, SIGNATURE[:32] + scalar.to_bytes(32, "little"), MESSAGE)


def encoded(y: int, *, odd: bool = False) -> bytes:
    return (y | odd << 255).to_bytes(32, "little")


@pytest.mark.parametrize(
    "key",
    [
        b"",
        KEY[:31],
        KEY + b"\0",
        encoded(1),  # the neutral point
        encoded(PRIME - 1),  # of order two
        encoded(0),  # of order four
        encoded(PRIME),  # zero in a second spelling
        encoded(1, odd=True),  # minus zero
        encoded(2),  # a y that no point has
    ],
)
def test_what_is_no_key_is_none_and_signs_nothing(key: bytes) -> None:
    assert not ed25519.is_key(key)
    assert not ed25519.verify(key, bytes(64), MESSAGE)


def test_control_a_key_of_small_order_signs_anything_elsewhere() -> None:
    """Why such keys are none: R = the neutral point and S = 0 would hold for every message."""
    neutral = encoded(1)

    assert elsewhere(neutral, neutral + bytes(32), b"whatever you like")
    assert not ed25519.verify(neutral, neutral + bytes(32), b"whatever you like")


def scalar_of(seed: bytes) -> int:
    """RFC 8032, 5.1.5: the secret number of a key."""
    return int.from_bytes(hashlib.sha512(seed).digest()[:32], "little") & (1 << 254) - 8 | 1 << 254


def test_a_key_of_small_order_does_not_hold_with_an_honest_r_either() -> None:
    """R any point whose number is known, S that number: the equation holds for every message."""
    seed, neutral = bytes([2]) * 32, encoded(1)
    r = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    signature = r + (scalar_of(seed) % ORDER).to_bytes(32, "little")

    assert elsewhere(neutral, signature, b"whatever you like")
    assert ed25519.is_signature(signature)
    assert not ed25519.verify(neutral, signature, b"whatever you like")


def test_s_is_smaller_than_the_order() -> None:
    """RFC 8032, 5.1.7."""
    last, next_ = ((ORDER + more).to_bytes(32, "little") for more in (-1, 0))

    assert ed25519.is_signature(SIGNATURE[:32] + last)
    assert not ed25519.is_signature(SIGNATURE[:32] + next_)


def test_a_y_has_one_spelling() -> None:
    """RFC 8032, 5.1.3: the smallest fit into the field's bytes once more, with the prime added."""
    small = [y for y in range(19) if ed25519.is_key(encoded(y))]

    assert small
    assert not any(ed25519.is_key(encoded(y + PRIME)) for y in small)


def test_a_signature_whose_r_is_of_small_order_does_not_hold() -> None:
    """Whoever holds the key can make R the neutral point; of that some checkers say no."""
    seed = bytes([1]) * 32
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key, neutral = private.public_key().public_bytes_raw(), encoded(1)
    scalar = scalar_of(seed)
    hashed = int.from_bytes(hashlib.sha512(neutral + key + MESSAGE).digest(), "little")
    signature = neutral + (hashed * scalar % ORDER).to_bytes(32, "little")

    assert elsewhere(key, signature, MESSAGE)
    assert not ed25519.verify(key, signature, MESSAGE)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40), st.integers(0, 95))
@settings(max_examples=times(40), deadline=None)
def test_it_says_what_another_implementation_says(seed: bytes, message: bytes, at: int) -> None:
    """Of a true signature, and of one with a byte of it or of the key changed."""
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key, signature = private.public_key().public_bytes_raw(), private.sign(message)
    whole = bytearray(key + signature)
    whole[at] ^= 1
    other, altered = bytes(whole[:32]), bytes(whole[32:])

    assert ed25519.verify(key, signature, message)
    assert ed25519.verify(other, altered, message) is elsewhere(other, altered, message) is False
