"""A Moai Post service: its games and matches, and the way to whatever a token opens."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Self

import httpx

from moaipost import links
from moaipost.answers import Admission, Brief, Game, Opening, Standing
from moaipost.credentials import Credential
from moaipost.host import Host
from moaipost.invitation import Invitation
from moaipost.keys import Key
from moaipost.links import Link
from moaipost.player import Player
from moaipost.seat import Seat, fresh_key
from moaipost.wire import SECONDS, Patience, Wire


class Service:
    """Where a service answers; a context manager, so that its connections are let go of."""

    def __init__(
        self,
        url: str,
        *,
        language: str = "en",
        http: httpx.Client | None = None,
        patience: Patience | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._http = http or httpx.Client(timeout=SECONDS)
        self.wire = Wire(
            url.rstrip("/"),
            self._http,
            language=language,
            patience=patience or Patience(),
            sleep=sleep,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    # --- what anyone may ask

    def games(self) -> list[Game]:
        found: list[Game] = self.wire.get("/games").body["items"]
        return found

    def game(self, slug: str) -> Game:
        found: Game = self.wire.get(f"/games/{slug}").body
        return found

    def matches(self, game: str | None = None, status: str | None = None) -> Iterator[Brief]:
        """Public matches, the newest first, page by page."""
        after, more = None, True
        while more:
            page = self.wire.get("/matches", game=game, status=status, after=after).body
            yield from page["items"]
            after = page["next"]
            more = after is not None

    def match(self, match: str) -> Standing:
        found: Standing = self.wire.get(f"/matches/{match}").body
        return found

    def record(self, match: str) -> str:
        """The record to the byte, as `engine.record.parse` reads it."""
        return self.wire.get(f"/matches/{match}/record").text

    def open(self, opening: Opening, key: str | None = None) -> Admission:
        """Open a match; the same key and opening again is the same match, with its tokens.

        So the key is a secret: drawn if none is given.
        """
        found: Admission = self.wire.send("POST", "/matches", opening, key or fresh_key()).body
        return found

    # --- what a token opens

    def seat(self, given: str, key: Key | None = None, authority: str | None = None) -> Seat:
        """With a link out of a letter, or a seat's token; a key signs what is sent."""
        link = self._link(given, "seat", "turn")
        return Seat(self._wire(link, key, authority), _match(link), link.seat)

    def signer(self, match: str, seat: int, key: Key, authority: str | None = None) -> Seat:
        """With a registered key alone: what is sent is signed, and the view is a stranger's."""
        return Seat(replace(self.wire, credential=Credential(None, key, authority)), match, seat)

    def stranger(self, match: str) -> Seat:
        """A look at a match from outside."""
        return Seat(self.wire, match, None)

    def player(self, given: str) -> Player:
        return Player(self._wire(self._link(given, "player")))

    def host(self, given: str) -> Host:
        link = self._link(given, "host")
        return Host(self._wire(link), _match(link))

    def invitation(self, given: str) -> Invitation:
        """With the link of an invitation, or the one that asks a host to confirm."""
        link = self._link(given, "invitation", "confirm")
        return Invitation(self._wire(link), _match(link))

    def _link(self, given: str, *kinds: str) -> Link:
        link = links.read(given)
        if link.kind not in kinds:
            raise ValueError(f"that is for a {link.kind}; wanted: {' or '.join(kinds)}")
        return link

    def _wire(self, link: Link, key: Key | None = None, authority: str | None = None) -> Wire:
        if authority is None and link.url is not None:
            authority = links.authority(link.url)
        return replace(self.wire, credential=Credential(link.token, key, authority))


def _match(link: Link) -> str:
    if link.match is None:
        raise ValueError("that token does not say which match it is for")
    return link.match
