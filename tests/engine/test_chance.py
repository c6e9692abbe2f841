"""Luck: its exact bytes, computed here once more by hand, and its fairness."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from engine.chance import Draw, Luck, commitment, mix

BLOCK = 64


def plain_hmac(key: bytes, message: bytes) -> bytes:
    """RFC 2104, from its two hashes."""
    padded = (key if len(key) <= BLOCK else hashlib.sha256(key).digest()).ljust(BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def plain_number(key: bytes, match: str, counter: int, purpose: str) -> int:
    name = match.encode()
    message = len(name).to_bytes(4, "big") + name + counter.to_bytes(8, "big") + purpose.encode()
    return int.from_bytes(plain_hmac(key, message)[:8], "big")


def test_the_plain_hmac_of_these_tests_gives_the_second_case_of_rfc_4231() -> None:
    made = plain_hmac(b"Jefe", b"what do ya want for nothing?")

    assert made.hex() == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    # NIST's example for the three letters abc.
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    assert commitment(b"abc") == known


def test_the_key_is_the_hmac_of_the_length_prefixed_nonces() -> None:
    made = mix(b"seed", (b"ab", b"", b"c"))

    assert made == plain_hmac(b"seed", b"\0\0\0\x02ab" + b"\0\0\0\0" + b"\0\0\0\x01c")


def test_a_nonce_cannot_be_moved_from_one_seat_to_the_next() -> None:
    assert mix(b"seed", (b"ab", b"c")) != mix(b"seed", (b"a", b"bc"))


@given(st.binary(max_size=80), st.text(max_size=8), st.integers(1, 1000), st.text(max_size=8))
def test_a_draw_is_the_plain_computation(key: bytes, match: str, bound: int, purpose: str) -> None:
    result, after = Luck(key, match, counter=5).draw(purpose, bound)

    assert result == plain_number(key, match, 5, purpose) % bound
    assert after == Luck(key, match, 6, (Draw(5, purpose, bound, result),))


def test_a_number_past_the_last_whole_multiple_is_rejected_and_the_next_counter_tried() -> None:
    bound = 2**63 + 1  # only one multiple fits, so almost every second number is rejected
    numbers = [plain_number(b"k", "m", counter, "p") for counter in range(60)]
    fitting = [(counter, number) for counter, number in enumerate(numbers) if number < bound]

    luck = Luck(b"k", "m")
    for _ in fitting:
        _, luck = luck.draw("p", bound)

    assert [(draw.counter, draw.result) for draw in luck.made] == fitting
    assert 15 < len(fitting) < 45


def test_a_bound_that_divides_the_span_rejects_nothing() -> None:
    luck = Luck(b"k", "m")
    for _ in range(40):
        _, luck = luck.draw("p", 2**63)

    assert luck.counter == 40


def test_a_shuffle_is_fisher_yates_from_the_end() -> None:
    cards = list("abcde")
    for counter, last in enumerate((4, 3, 2, 1)):
        other = plain_number(b"k", "m", counter, "deck") % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]

    made, luck = Luck(b"k", "m").shuffle("deck", "abcde")

    assert made == tuple(cards)
    assert [(draw.bound, draw.hidden) for draw in luck.made] == [(n, True) for n in (5, 4, 3, 2)]


def test_every_order_of_three_cards_is_about_equally_likely() -> None:
    luck, seen = Luck(b"fair", "m"), Counter[tuple[int, ...]]()
    for _ in range(1200):
        cards, luck = luck.shuffle("deck", range(3))
        luck = luck.settled()
        seen[cards] += 1

    # 200 each; chi squared with 5 degrees of freedom passes 20.5 once in a thousand.
    assert len(seen) == 6
    assert sum((count - 200) ** 2 / 200 for count in seen.values()) < 20.5


@pytest.mark.parametrize("items", [(), ("only",)])
def test_nothing_to_shuffle_draws_nothing(items: tuple[str, ...]) -> None:
    luck = Luck(b"k", "m")

    assert luck.shuffle("deck", items) == (items, luck)


def test_luck_is_settled_once_its_draws_stand_in_an_entry() -> None:
    _, luck = Luck(b"k", "m").draw("die", 6)

    assert luck.settled() == Luck(b"k", "m", 1)
    assert luck.settled().settled() is not luck


def test_a_salt_is_the_first_sixteen_bytes_under_a_purpose_of_its_own() -> None:
    message = b"\0\0\0\x01m" + (7).to_bytes(8, "big") + b"salt:entry"

    assert Luck(b"k", "m").salt("entry", 7) == plain_hmac(b"k", message)[:16]
