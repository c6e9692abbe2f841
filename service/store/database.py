"""The database: its engine's options, the class of its rows, and its two transactions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

import structlog
from flask import Flask, current_app, g
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event, make_url
from sqlalchemy.exc import (
    DataError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError as PoolTimeoutError,
)
from sqlalchemy.orm import DeclarativeBase, Session, registry

from service.crash_points import reach
from service.store import postgresql, sqlite
from service.store.times import Moment

# Named constraints, so that a migration can drop what another made.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
CONNECT_SECONDS = 5
STATEMENT_MILLISECONDS = 20_000

# Away, locked, full or shutting down: nothing was kept, and trying again later may help.
Unavailable = (OperationalError, InterfaceError, PoolTimeoutError)
AnyFault = SQLAlchemyError
# A value that no column holds: whoever sent it is told so.
Unfit = (DataError, OverflowError)

log = structlog.get_logger(__name__)


def said(fault: Exception) -> str:
    """By the database itself; what SQLAlchemy adds may hold a statement."""
    return str(getattr(fault, "orig", None) or fault).strip()


class Declared(DeclarativeBase):
    registry = registry(
        metadata=MetaData(naming_convention=NAMES), type_annotation_map={datetime: Moment}
    )


db = SQLAlchemy(model_class=Declared)

if TYPE_CHECKING:
    Row = Declared
else:
    Row = db.Model


class TransactionError(RuntimeError):
    """A transaction was used as its edge forbids."""


def attach(app: Flask, url: str, busy: int = sqlite.BUSY_MILLISECONDS) -> None:
    """Give the app its database, and check at once that SQLite is safe to use."""
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = options(url)
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            sqlite.keep_private(db.engine.url.database)
            sqlite.guard(db.engine, busy=busy)
            db.engine.connect().close()
        else:
            postgresql.guard(db.engine)
        app.extensions["writing"] = db.engine.execution_options(writing=True)
        app.extensions["reading"] = db.engine
        app.extensions["glancing"] = _unbegun(db.engine)


def _unbegun(engine: Engine) -> Engine:
    """The same pool without BEGIN and ROLLBACK; SQLite spends no round trip on them."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def options(url: str) -> dict[str, Any]:
    # Parameters stay out of error messages: they may be what nobody may read.
    shared: dict[str, Any] = {"hide_parameters": True}
    if make_url(url).get_backend_name() == "sqlite":
        return shared | {"connect_args": {"isolation_level": None, "check_same_thread": False}}
    return shared | {
        "isolation_level": "READ COMMITTED",
        "connect_args": {
            "connect_timeout": CONNECT_SECONDS,
            "options": f"-c timezone=UTC -c statement_timeout={STATEMENT_MILLISECONDS}",
        },
    }


@contextmanager
def writing() -> Iterator[Session]:
    """One transaction that may write; what `after_commit` collected runs once it is kept."""
    with _transaction(writes=True) as session:
        yield session
        reach("before-commit")
    reach("after-commit")
    for call in session.info.pop("after_commit", []):
        _call(call)


@contextmanager
def reading() -> Iterator[Session]:
    """One transaction that sees a single moment's state and writes nothing."""
    with _transaction(writes=False) as session:
        yield session


@contextmanager
def glancing() -> Iterator[Connection]:
    """One statement that reads: it sees a single moment by itself, and needs no transaction."""
    engine: Engine = current_app.extensions["glancing"]
    with engine.connect() as connection:
        yield connection


@contextmanager
def _transaction(*, writes: bool) -> Iterator[Session]:
    """The connection's own; a session rides on it, and costs little where it is not used."""
    if open_session() is not None:
        raise TransactionError("a transaction is open already: only its outermost edge commits")
    engine: Engine = current_app.extensions["writing" if writes else "reading"]
    with engine.begin() as connection:
        # Rows are read after their transaction, by those who present them.
        session = Session(connection, expire_on_commit=False)
        session.info.update(writing=writes, after_commit=[], connection=connection)
        g.session = session
        try:
            yield session
            session.flush()
        finally:
            session.close()
            del g.session


def open_session() -> Session | None:
    """That of the transaction which is open, if one is."""
    found: Session | None = g.get("session")
    return found


def connection(session: Session) -> Connection:
    """The transaction's own, for statements that need no ORM."""
    found: Connection = session.info["connection"]
    return found


def after_commit(session: Session, call: Callable[[], object]) -> None:
    """Run `call` once this transaction is kept, and never if it is not."""
    if not session.info.get("writing"):
        raise TransactionError("only a writing transaction can be followed by a call")
    session.info["after_commit"].append(call)


def _call(call: Callable[[], object]) -> None:
    # What happened is kept by now: a call that fails cannot be allowed to look like a refusal.
    try:
        call()
    except Exception:
        log.exception("after_commit_failed")


@event.listens_for(Session, "before_flush")
def _refuse_to_write(session: Session, _context: object, _rows: object) -> None:
    if not session.info.get("writing"):
        raise TransactionError("a reading transaction cannot write")
