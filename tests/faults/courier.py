"""A process that delivers what is due and is killed at a named point; with a defence off, if asked.

`CRASH` names the point, `WITHOUT` the defence, `MINUTE` the time after noon. Nothing of this is
in the service: the points are found by wrapping its functions here.
"""

import os
import signal
from collections.abc import Callable
from typing import Any, NoReturn

from service import app as service_app, settings
from service.mail.outcomes import Sent
from service.mail.senders import Smtp
from service.post import delivery, marking
from service.store import outbox
from service.store.database import reading
from tests.parts.tables import at

CLOCK = at(float(os.environ.get("MINUTE", "1")))


def die(*_: Any) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def after_claim() -> None:
    """Committed as taken, not a byte sent."""
    delivery.hand = die  # type: ignore[assignment]  # wrapped for this process alone


def after_data() -> None:
    """The whole text is with the server, its answer is not read."""
    Smtp._verdict = _unheard  # type: ignore[assignment,method-assign]  # as above


def _unheard(_self: Smtp, server: Any, text: bytes) -> NoReturn:
    server.send(text + b".\r\n")
    server.sock.recv(1)
    die()


def before_mark() -> None:
    """The server's word is here, the row does not know."""
    marking.mark = die  # type: ignore[assignment]  # as above


def without_claims() -> None:
    """Marked as sent when taken: nothing can come twice, and a letter can be lost."""
    claim = delivery.claim

    def trusting(letter_id: int, now: Any) -> Any:
        claimed = claim(letter_id, now)
        if claimed is not None:
            marking.mark(claimed.letter, claimed.match, claimed.attempt, Sent(), now)
        return claimed

    delivery.claim = trusting


def without_single_rows(clock: Callable[[], Any]) -> None:
    """All are taken, then all sent, then all marked."""
    with reading() as session:
        due = outbox.due(session, clock(), 100)
    claimed = [one for one in (delivery.claim(each, clock()) for each in due) if one]
    outcomes = [delivery.hand(one) for one in claimed]
    for one, outcome in zip(claimed, outcomes, strict=True):
        marking.mark(one.letter, one.match, one.attempt, outcome, clock())


POINTS = {"after_claim": after_claim, "after_data": after_data, "before_mark": before_mark}


def main() -> None:
    without = os.environ.get("WITHOUT")
    if without == "claims":
        without_claims()
    if os.environ.get("CRASH"):
        POINTS[os.environ["CRASH"]]()
    with service_app.create(settings.read(os.environ)).app_context():
        if without == "single_rows":
            without_single_rows(CLOCK)
        else:
            delivery.deliver(CLOCK)


if __name__ == "__main__":
    main()
