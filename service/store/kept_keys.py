"""Keys that outlive the secrets they were derived from, sealed like everything secret."""

from datetime import datetime

from sqlalchemy import Connection, LargeBinary, String, inspect, select
from sqlalchemy.orm import Mapped, mapped_column

from service.store.database import Row, db, glancing

HASHING = "hashing"


class KeptKey(Row):
    __tablename__ = "kept_key"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]


def found(name: str) -> bytes | None:
    """In whatever transaction is open; None too on the schema of before there was such a table."""
    session = db.session()
    if session.in_transaction():
        return _found(session.connection(), name)
    with glancing() as connection:
        return _found(connection, name)


def _found(connection: Connection, name: str) -> bytes | None:
    if not inspect(connection).has_table(KeptKey.__tablename__):
        return None
    return connection.scalar(select(KeptKey.sealed).where(KeptKey.name == name))
