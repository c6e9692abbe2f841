"""Mailboxes: one person's address has many spellings, and some of them lead to one place.

A letter goes to the address that was typed. What is counted, and who is never to be written to
again, is known by the mailbox. See docs/adr/mailboxes.md.
"""

from collections.abc import Collection, Iterable

GMAIL = "gmail.com"
OF_GMAIL = (GMAIL, "googlemail.com")
TAG = "+"


def of(address: str) -> str:
    """The one spelling, where its provider says which are alike; for an address as we keep them."""
    local, _, domain = address.rpartition("@")
    if domain not in OF_GMAIL:
        return address
    plain = _untagged(local).replace(".", "")
    return f"{plain or local}@{GMAIL}"


def counted(address: str) -> str:
    """For counts, whose end is near: nearly everywhere ann+one@, ann+two@ … arrive in one place."""
    local, _, domain = of(address).rpartition("@")
    return f"{_untagged(local)}@{domain}"


def crowded(addresses: Iterable[str], most: int) -> Collection[int]:
    """Which of them, by place, lead where so many others of them have led already."""
    seen: dict[str, int] = {}
    over = []
    for place, address in enumerate(addresses):
        mailbox = counted(address)
        seen[mailbox] = seen.get(mailbox, 0) + 1
        if seen[mailbox] > most:
            over.append(place)
    return over


def _untagged(local: str) -> str:
    """Without what follows a plus; a tag alone is a name."""
    return local.partition(TAG)[0] or local
