"""How a row is made sure of and locked, alike on both databases."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from service.store.database import Declared

R = TypeVar("R", bound=Declared)

INSERTS: Mapping[str, Callable[..., postgresql.Insert | sqlite.Insert]] = {
    "postgresql": postgresql.insert,
    "sqlite": sqlite.insert,
}


def ensure(session: Session, model: type[Declared], **values: Any) -> None:
    """Make the row if nobody has; a row that is there stays as it is."""
    insert = INSERTS[session.get_bind().dialect.name]
    session.execute(insert(model).values(**values).on_conflict_do_nothing())


def lock(session: Session, model: type[R], key: object) -> R | None:
    """The row as it is now, held until the transaction ends.

    On PostgreSQL this must be the transaction's first statement, so that what follows sees what
    the row's last holder left; on SQLite BEGIN IMMEDIATE holds the whole file already.
    """
    return session.get(model, key, with_for_update=True, populate_existing=True)


def hold(session: Session, model: type[R], key: object) -> R | None:
    """The same for a row whose key stays: others may point new rows to it meanwhile."""
    gently = {"key_share": True}
    return session.get(model, key, with_for_update=gently, populate_existing=True)
