"""Handles: what rows are called outside, drawn by chance, so that one tells nothing of another.

A row's own number counts the whole service, and one that a restored database gives again would
mean something else. See docs/adr/handles.md.
"""

import secrets

from sqlalchemy.orm import Mapped, mapped_column

DIGITS = 32  # hexadecimal: 128 bits
# A number is looked for in one match alone: 500 million are many there.
LEAST, MOST = 500_000_000, 999_999_999


def new() -> str:
    return secrets.token_hex(DIGITS // 2)


def number() -> int:
    """Fit for what the contract calls an integer, and higher than any row's own."""
    return LEAST + secrets.randbelow(MOST - LEAST + 1)


class Numbered:
    """A row that its table knows by a number; one from before is known by its own."""

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int | None] = mapped_column(default=number)

    @property
    def called(self) -> int:
        return self.number or self.id
