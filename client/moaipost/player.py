"""A person over all matches: what is known of oneself, and where one is awaited."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from moaipost.answers import Me, MyMatch
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

    def data(self) -> dict[str, Any]:
        """All that is kept about me."""
        found: dict[str, Any] = self.wire.get("/me/data").body
        return found

    def erase(self) -> None:
        """At once and for good; this token is dead afterwards, and so are my seats'."""
        self.wire.send("DELETE", "/me")
