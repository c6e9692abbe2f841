"""Places in a list of letters, the newest first: what a page's `next` says, and how it is read."""

from collections.abc import Callable, Sequence

from sqlalchemy.orm import Session

from engine.words import N_
from service import players
from service.store import letters
from service.store.letters import Letter


def after(found: Sequence[Letter], limit: int) -> str | None:
    """One letter more than wanted was asked for: it shows whether there is a next page."""
    return found[limit - 1].called if len(found) > limit else None


def read(session: Session, text: str | None, listed: Callable[[Letter], bool]) -> int | None:
    """The number of the letter that a page ended with; of no letter that is not in this list."""
    if text is None:
        return None
    found = letters.named(session, text)
    if found is None or not listed(found):
        players.wrong("after", "bad_key", N_("after should be the next of an earlier page."))
    return found.id
