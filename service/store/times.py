"""A moment in time as the database keeps it: UTC, never naive."""

from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, TypeDecorator, func, select
from sqlalchemy.orm import Session
from typing_extensions import override


def of_database(session: Session) -> datetime | None:
    """The database's own clock; None where it has none but its host's."""
    if session.get_bind().dialect.name == "sqlite":
        return None
    return session.scalar(select(func.clock_timestamp(type_=Moment())))


class NaiveMomentError(ValueError):
    """A datetime without a time zone was about to be stored or compared."""


class Moment(TypeDecorator[datetime]):
    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise NaiveMomentError(f"{value!r} has no time zone")
        return value.astimezone(UTC)

    @override
    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        # SQLite keeps no offset: what process_bind_param wrote was UTC.
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
