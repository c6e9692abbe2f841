"""A person over all matches: what is known of oneself, and where one is awaited."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from moaipost.answers import Me, MyMatch, Renewal
from moaipost.seat import fresh_key
from moaipost.wire import Wire


@dataclass(frozen=True)
class Player:
    """Whoever holds a player's token."""

    wire: Wire

    def me(self) -> Me:
        found: Me = self.wire.get("/me").body
        return found

    def matches(self) -> Iterator[MyMatch]:
        """All my matches, the newest first, page by page."""
        after, more = None, True
        while more:
            page = self.wire.get("/me/matches", after=after).body
            yield from page["items"]
            after = page["next"]
            more = after is not None

    def new_links(self, *, keep_programs: bool = False) -> Renewal:
        """All my links die at once, this token too, and a letter brings the new ones."""
        body = {"keep_programs": keep_programs}
        found: Renewal = self.wire.send("POST", "/me/links", body, fresh_key()).body
        return found

    def data(self) -> dict[str, Any]:
        """All that is kept about me."""
        found: dict[str, Any] = self.wire.get("/me/data").body
        return found

    def erase(self) -> None:
        """At once and for good; this token is dead afterwards, and so are my seats'."""
        self.wire.send("DELETE", "/me")
