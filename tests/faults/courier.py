"""A process that delivers what is due, up to its crash point; with a defence off, if asked.

`WITHOUT` names the defence, `MINUTE` the time after noon.
"""

import os
from collections.abc import Callable
from typing import Any

from service import app as service_app, settings
from service.mail.outcomes import Sent
from service.post import delivery, marking
from service.store import outbox
from service.store.database import reading
from tests.parts.tables import at

CLOCK = at(float(os.environ.get("MINUTE", "1")))


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


def main() -> None:
    without = os.environ.get("WITHOUT")
    if without == "claims":
        without_claims()
    with service_app.create(settings.read(os.environ)).app_context():
        if without == "single_rows":
            without_single_rows(CLOCK)
        else:
            delivery.deliver(CLOCK)


if __name__ == "__main__":
    main()
