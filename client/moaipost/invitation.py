"""An invitation: to take a seat, or to leave it to another; and the host's own first letter."""

from dataclasses import dataclass

from moaipost.answers import Admission, Standing
from moaipost.wire import Wire


@dataclass(frozen=True)
class Invitation:
    """Whoever holds an invitation's token, or the one that confirms a host's address."""

    wire: Wire
    match: str

    def confirm(self) -> Admission:
        """The host's address is right: invitations may leave."""
        found: Admission = self.wire.send("POST", f"/matches/{self.match}/confirm").body
        return found

    def accept(self, nonce: str | None = None, **said: str) -> Admission:
        """Take the seat; `name`, `language` and `time_zone` may be said, the nonce is hex."""
        body = said if nonce is None else {"nonce": nonce, **said}
        path = f"/matches/{self.match}/invitation/accept"
        found: Admission = self.wire.send("POST", path, body).body
        return found

    def decline(self) -> Standing:
        path = f"/matches/{self.match}/invitation/decline"
        found: Standing = self.wire.send("POST", path).body
        return found
