"""Places in a list of letters, the newest first: what a page's `next` says, and how it is read."""

from collections.abc import Sequence

from engine.words import N_
from service import players
from service.store.letters import Letter

LONGEST = 18  # digits that every database holds


def after(found: Sequence[Letter], limit: int) -> str | None:
    """One letter more than wanted was asked for: it shows whether there is a next page."""
    return str(found[limit - 1].id) if len(found) > limit else None


def read(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST):
        players.wrong("after", "bad_key", N_("after should be the next of an earlier page."))
    return int(text)
