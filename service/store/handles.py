"""Handles: what rows are called outside, drawn by chance, so that one tells nothing of another.

A row's own number counts the whole service, and one that a restored database gives again would
mean something else.
"""

import secrets

DIGITS = 32  # hexadecimal: 128 bits


def new() -> str:
    return secrets.token_hex(DIGITS // 2)
