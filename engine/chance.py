"""Luck as a value: a key made of a committed seed and the players' nonces, and a counter.

The bytes are part of every record and never change:

    key  = HMAC-SHA256(seed, for each seat in order: 4-byte length + nonce)
    draw = HMAC-SHA256(key, 4-byte length + match id, 8-byte counter, purpose)

All integers are big-endian, text is UTF-8. The first 8 bytes of a draw are a number; one past the
last whole multiple of the bound is rejected and the next counter is tried, so that each result is
equally likely.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_SPAN = 1 << 64
SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Draw:
    """One number below the bound; a hidden one opens when the match is over."""

    counter: int
    purpose: str
    bound: int
    result: int
    hidden: bool = False


def commitment(seed: bytes) -> str:
    """What is published of the seed before anyone can add a nonce."""
    return hashlib.sha256(seed).hexdigest()


def _prefixed(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def mix(seed: bytes, nonces: Iterable[bytes]) -> bytes:
    """The key: neither the service nor a player alone decides it."""
    return hmac.digest(seed, b"".join(map(_prefixed, nonces)), "sha256")


@dataclass(frozen=True, slots=True)
class Luck:
    """The key, where its counter stands, and the draws made since the last entry."""

    key: bytes
    match: str
    counter: int = 0
    made: tuple[Draw, ...] = ()

    def draw(self, purpose: str, bound: int, *, hidden: bool = False) -> tuple[int, "Luck"]:
        """A number below `bound`, and the luck that is left."""
        counter = self.counter
        while (number := self._number(counter, purpose)) >= _SPAN - _SPAN % bound:
            counter += 1
        made = Draw(counter, purpose, bound, number % bound, hidden)
        return made.result, Luck(self.key, self.match, counter + 1, (*self.made, made))

    def shuffle(
        self, purpose: str, items: Sequence[T], *, hidden: bool = True
    ) -> tuple[tuple[T, ...], "Luck"]:
        """Fisher-Yates from the end."""
        cards, luck = list(items), self
        for last in range(len(cards) - 1, 0, -1):
            other, luck = luck.draw(purpose, last + 1, hidden=hidden)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards), luck

    def settled(self) -> "Luck":
        """The same luck once its draws stand in an entry."""
        return Luck(self.key, self.match, self.counter) if self.made else self

    def salt(self, purpose: str, number: int) -> bytes:
        """A salt that nobody without the key can guess, and that a replay finds again."""
        return self._digest(number, f"salt:{purpose}")[:SALT_BYTES]

    def _number(self, counter: int, purpose: str) -> int:
        return int.from_bytes(self._digest(counter, purpose)[:8], "big")

    def _digest(self, counter: int, purpose: str) -> bytes:
        match = self.match.encode()
        return hmac.digest(
            self.key, _prefixed(match) + counter.to_bytes(8, "big") + purpose.encode(), "sha256"
        )
