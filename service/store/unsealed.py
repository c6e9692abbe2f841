"""Matches dealt before each had a key: finding them, and leaving no trace of them as they were."""

from sqlalchemy import Connection, delete, func, select, text
from sqlalchemy.orm import Session

from service.store.database import db
from service.store.holds import STARTING, Hold
from service.store.matches import UNSEALED, Match
from service.store.rows import ensure
from service.store.submissions import Submission

CHANGED = ("match", "entry", "submission")


def count(session: Session) -> int:
    return session.scalar(select(func.count(Match.id)).where(UNSEALED)) or 0


def after(session: Session, match_id: str, limit: int) -> list[str]:
    query = select(Match.id).where(Match.id > match_id, UNSEALED)
    return list(session.scalars(query.order_by(Match.id).limit(limit)))


def submissions_of(session: Session, match_id: str) -> list[Submission]:
    query = select(Submission).where(Submission.match_id == match_id)
    return list(session.scalars(query.order_by(Submission.number)))


def any_in(connection: Connection) -> bool:
    """Whether there is one, by an index of these alone, or sealing them is not through."""
    match = text("SELECT 1 FROM match WHERE state IS NOT NULL AND sealing_key IS NULL LIMIT 1")
    hold = select(Hold.duty).where(Hold.duty == STARTING)
    return any(connection.execute(query).first() is not None for query in (match, hold))


def begin(session: Session) -> None:
    """From here on a run that is killed is known: its traces must be cleaned by the next one."""
    ensure(session, Hold, duty=STARTING, reason="matches are being sealed")


def has_begun(session: Session) -> bool:
    return session.get(Hold, STARTING) is not None


def end(session: Session) -> None:
    session.execute(delete(Hold).where(Hold.duty == STARTING))


def clean() -> None:
    """Write the tables anew: a database keeps what was deleted or replaced in its free space."""
    with db.engine.connect() as connection:
        raw = connection.connection.driver_connection
        if connection.dialect.name == "sqlite":
            raw.execute("VACUUM")  # type: ignore[union-attr]  # sqlite3's own
            return
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("SET statement_timeout = 0")
        for table in CHANGED:
            connection.exec_driver_sql(f'VACUUM FULL "{table}"')


def wipe_replaced(session: Session) -> None:
    """Overwrite with zeros, from here to the end of the connection, what makes way for new."""
    if session.get_bind().dialect.name == "sqlite":
        session.execute(text("PRAGMA secure_delete = ON"))
