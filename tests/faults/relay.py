"""A process that forks one courier after the other, until one has nothing left to carry.

Each begins two minutes after the one before, by when the leases of the dead are over.
"""

import os

from flask import Flask

from service import app as service_app, settings
from service.post import delivery, sweeping
from service.store.database import db
from tests.parts.tables import at

MINUTES = 2


def carry(app: Flask, number: int) -> None:
    clock = at(number * MINUTES)
    with app.app_context():
        db.engine.dispose(close=False)
        sweeping.recover(clock())
        while delivery.deliver(clock):
            """A call takes only so much."""


def main() -> None:
    app = service_app.create(settings.read(os.environ))
    ended, number = -1, 0
    while ended != 0:
        number += 1
        courier = os.fork()
        if courier == 0:
            carry(app, number)
            os._exit(0)
        _, ended = os.waitpid(courier, 0)


if __name__ == "__main__":
    main()
