"""Keys that outlive the secrets they were derived from, sealed like everything secret."""

from datetime import datetime

from sqlalchemy import Connection, LargeBinary, String, inspect, select
from sqlalchemy.orm import Mapped, mapped_column

from service.store.database import Row, connection, glancing, open_session

HASHING = "hashing"


class KeptKey(Row):
    __tablename__ = "kept_key"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]


def found(name: str) -> bytes | None:
    """In whatever transaction is open; None too on the schema of before there was such a table."""
    session = open_session()
    if session is not None:
        return _found(connection(session), name)
    with glancing() as looking:
        return _found(looking, name)


def _found(within: Connection, name: str) -> bytes | None:
    if not inspect(within).has_table(KeptKey.__tablename__):
        return None
    return within.scalar(select(KeptKey.sealed).where(KeptKey.name == name))
