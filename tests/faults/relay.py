"""A process that forks one courier after the other, until nothing is left to carry.

Each begins two minutes after the one before, by when the leases of the dead are over.
"""

import os

from flask import Flask

from service import app as service_app, settings
from service.post import delivery, sweeping
from service.store import outbox
from service.store.database import db, reading
from tests.parts.tables import at

MINUTES = 2
LEFT = {outbox.READY, outbox.SENDING}


def carry(app: Flask, number: int) -> bool:
    """One courier's round; whether nothing is left, not even in somebody's hands or for later."""
    clock = at(number * MINUTES)
    with app.app_context():
        db.engine.dispose(close=False)
        sweeping.recover(clock())
        while delivery.deliver(clock):
            """A call takes only so much."""
        with reading() as session:
            counts = outbox.counts(session)
            return not (counts.keys() & LEFT or outbox.matches_waiting(session, clock(), 1))


def main() -> None:
    app = service_app.create(settings.read(os.environ))
    ended, number = -1, 0
    while ended != os.EX_OK:
        number += 1
        courier = os.fork()
        if courier == 0:
            os._exit(os.EX_OK if carry(app, number) else os.EX_TEMPFAIL)
        _, ended = os.waitpid(courier, 0)


if __name__ == "__main__":
    main()
