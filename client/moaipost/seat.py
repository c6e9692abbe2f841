"""A seat at a match: look, act, plan, talk, and wait until it is one's turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias
from uuid import uuid4

from moaipost import polling
from moaipost.answers import (
    Action,
    Checked,
    Entry,
    Keyring,
    Message,
    Offered,
    OwnSealed,
    Plan,
    Played,
    Receipt,
    Renewal,
    Sight,
    Standing,
    Step,
)
from moaipost.keys import Key
from moaipost.wire import Wire

Act: TypeAlias = str | Action  # in words, or as JSON by its kind
LIVE = ("unconfirmed", "gathering", "running")


def fresh_key() -> str:
    """An Idempotency-Key that no other request has."""
    return uuid4().hex


@dataclass(frozen=True)
class Seat:
    """One seat, for whoever holds its token; without a token, a stranger's look at the match."""

    wire: Wire
    match: str
    number: int | None

    def _path(self, path: str = "") -> str:
        return f"/matches/{self.match}{path}"

    # --- looking

    def standing(self) -> Standing:
        found: Standing = self.wire.get(self._path()).body
        return found

    def view(self) -> Sight:
        found: Sight = self.wire.get(self._path("/view")).body
        return found

    def choices(self) -> Offered:
        found: Offered = self.wire.get(self._path("/choices")).body
        return found

    def log(self, after: int = 0) -> Iterator[Entry]:
        """Every entry after a number, page by page."""
        following: int | None = after
        while following is not None:
            page = self.wire.get(self._path("/log"), after=following).body
            yield from page["items"]
            following = page["next"]

    # --- acting

    def check(self, act: Act, turn: int | None = None) -> Checked:
        """What it would do; nothing is recorded."""
        body = self._asked(act, turn)
        found: Checked = self.wire.send("POST", self._path("/check"), body).body
        return found

    def play(self, act: Act, turn: int | None = None, key: str | None = None) -> Played | Receipt:
        """An open action is played, a sealed one kept: `"commitment" in answer` tells them apart.

        Without a turn it is meant for the present one. Sent again with the same key and the same
        turn it is the same submission.
        """
        found: Played | Receipt = self._submit("POST", "/turns", act, turn, key)
        return found

    def seal(self, act: Act, turn: int | None = None, key: str | None = None) -> Receipt:
        """As `play`, but refused where the phase is an open one."""
        found: Receipt = self._submit("PUT", "/sealed", act, turn, key)
        return found

    def peek(self, act: Act, turn: int | None = None, key: str | None = None) -> Played:
        """What may be done out of turn."""
        found: Played = self._submit("POST", "/peek", act, turn, key)
        return found

    def undo(self, turn: int | None = None, key: str | None = None) -> Played:
        """Take my own last step back, while nothing was revealed by it."""
        body = {"turn": self._turn(turn)}
        found: Played = self.wire.send("POST", self._path("/undo"), body, key or fresh_key()).body
        return found

    def sealed(self) -> OwnSealed:
        found: OwnSealed = self.wire.get(self._path("/sealed")).body
        return found

    def withdraw(self) -> None:
        """Take my sealed action back."""
        self.wire.send("DELETE", self._path("/sealed"), key=fresh_key())

    def _submit(self, method: str, path: str, act: Act, turn: int | None, key: str | None) -> Any:
        body = self._asked(act, turn)
        return self.wire.send(method, self._path(path), body, key or fresh_key()).body

    def _asked(self, act: Act, turn: int | None) -> dict[str, Any]:
        said = {"text": act} if isinstance(act, str) else {"action": act}
        return {"turn": self._turn(turn), **said}

    def _turn(self, given: int | None) -> int:
        return self.standing()["turn"] if given is None else given

    # --- planning

    def plan(self) -> Plan:
        found: Plan = self.wire.get(self._path("/plan")).body
        return found

    def lay_plan(self, steps: list[Step], revision: int | None = None) -> Plan:
        """What to play when my turn comes, in place of the plan of that revision, or of any."""
        body = {"steps": steps} | ({} if revision is None else {"revision": revision})
        found: Plan = self.wire.send("PUT", self._path("/plan"), body, fresh_key()).body
        return found

    def drop_plan(self) -> None:
        self.wire.send("DELETE", self._path("/plan"), key=fresh_key())

    # --- talking

    def messages(self, after: str | None = None) -> Iterator[Message]:
        """What was said to all, to this seat and by it, page by page."""
        more = True
        while more:
            page = self.wire.get(self._path("/messages"), after=after).body
            yield from page["items"]
            after = page["next"]
            more = after is not None

    def say(self, text: str, to: int | None = None, key: str | None = None) -> Message:
        """To all, or to one seat alone."""
        path, body = self._path("/messages"), {"text": text, "to": to}
        found: Message = self.wire.send("POST", path, body, key or fresh_key()).body
        return found

    # --- keys

    def keys(self) -> Keyring:
        found: Keyring = self.wire.get(self._path("/keys")).body
        return found

    def register(self, key: Key) -> Keyring:
        """Let this key sign for the seat."""
        found: Keyring = self.wire.send("POST", self._path("/keys"), {"jwk": key.jwk}).body
        return found

    def revoke(self, keyid: str) -> None:
        self.wire.send("DELETE", self._path(f"/keys/{keyid}"))

    # --- links

    def send_player_link(self) -> None:
        """By letter to the stored address: the link of the person's own page."""
        self.wire.send("POST", self._path("/player-link"))

    def new_links(self, *, keep_programs: bool = False) -> Renewal:
        """The seat's links die at once, this token too, and a letter brings the new ones.

        Its signing keys and webhooks go as well, unless they are to be kept.
        """
        body = {"keep_programs": keep_programs}
        found: Renewal = self.wire.send("POST", self._path("/links"), body, fresh_key()).body
        return found

    # --- waiting

    def standings(self, pause: float | None = None) -> Iterator[Standing]:
        """Where the match stands, now and at each change, until it is over."""
        for found in polling.versions(self.wire, self._path(), pause):
            yield found
            if found["status"] not in LIVE:
                return

    def wait(self, pause: float | None = None) -> Standing:
        """Until it is my turn, or the match is over."""
        for found in self.standings(pause):
            if self.may_act(found):
                break
        return found

    def may_act(self, standing: Standing) -> bool:
        stopped = standing["paused_at"] is not None or standing["quarantined"]
        mine = self.number in standing["awaited"] and self.number not in standing["submitted"]
        return standing["status"] == "running" and mine and not stopped

    def follow(self, after: int | None = None, pause: float | None = None) -> Iterator[Entry]:
        """What happens, entry by entry, until the match is over; from now on, unless told."""
        for found in self.standings(pause):
            newest = found["entries"]
            after = newest if after is None else after
            if newest > after:
                yield from self.log(after)
                after = newest
