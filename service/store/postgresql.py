"""How a pooled connection to PostgreSQL is known to be alive without asking the server."""

import select
import time
from typing import Any

from psycopg import Connection, Error
from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

# A server that ended says so on its sockets; a network that swallowed it says nothing.
TRUSTED_SECONDS = 5.0


def guard(engine: Engine) -> None:
    """Look at every connection as it leaves the pool; a lost one is replaced before its use."""

    @event.listens_for(engine, "checkout")
    def _look(connection: Connection[Any], entry: ConnectionPoolEntry, _proxy: object) -> None:
        used = entry.info.get("used")
        if used is None or (time.monotonic() - used < TRUSTED_SECONDS and quiet(connection)):
            return
        try:
            engine.dialect.do_ping(connection)  # type: ignore[arg-type]  # psycopg's own type
        except Error as fault:
            raise DisconnectionError("the server has hung up") from fault

    @event.listens_for(engine, "checkin")
    def _note(_connection: object, entry: ConnectionPoolEntry) -> None:
        entry.info["used"] = time.monotonic()


def quiet(connection: Connection[Any]) -> bool:
    """Whether nothing waits to be read: between transactions only a farewell would."""
    if connection.closed:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
