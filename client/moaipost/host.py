"""The host's tools."""

from dataclasses import dataclass
from typing import Any

from moaipost.answers import Renewal, SeatAsked, Standing
from moaipost.seat import fresh_key
from moaipost.wire import Wire


@dataclass(frozen=True)
class Host:
    """Whoever holds a host's token."""

    wire: Wire
    match: str

    def start(self) -> Standing:
        return self._do("POST", "/start")

    def cancel(self) -> Standing:
        return self._do("POST", "/cancel")

    def pause(self) -> Standing:
        return self._do("POST", "/pause")

    def resume(self) -> Standing:
        return self._do("POST", "/resume")

    def extend(self, hours: int) -> Standing:
        return self._do("POST", "/extend", {"hours": hours})

    def invite(self, seat: int) -> Standing:
        """Remind who has not answered, or is awaited."""
        return self._do("POST", f"/seats/{seat}/invite")

    def replace(self, seat: int, holder: SeatAsked) -> Standing:
        return self._do("POST", f"/seats/{seat}/replace", {"holder": holder})

    def change(self, **changes: Any) -> Standing:
        return self._do("PATCH", "", changes)

    def send_player_link(self) -> None:
        """By letter to the stored address: the link of the person's own page."""
        self.wire.send("POST", f"/matches/{self.match}/player-link")

    def new_links(self, *, keep_programs: bool = False) -> Renewal:
        """The host's links die at once, this token too, with those of the host's own seat.

        A letter brings the new ones. That seat's keys and webhooks go unless they are to be kept.
        """
        body = {"keep_programs": keep_programs}
        path = f"/matches/{self.match}/links"
        found: Renewal = self.wire.send("POST", path, body, fresh_key()).body
        return found

    def _do(self, method: str, path: str, body: Any = None) -> Standing:
        found: Standing = self.wire.send(method, f"/matches/{self.match}{path}", body).body
        return found
