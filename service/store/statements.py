"""Statements that are made once and asked often: of PostgreSQL by its driver itself.

SQLAlchemy's way to the driver costs more than the driver and the server together. Errors are its
own all the same, and SQLite, where the file is what costs, is asked through it.
"""

from typing import Any, TypeAlias

from psycopg import Connection as Driver, Error
from psycopg.types.json import Json
from sqlalchemy import JSON, Connection, Delete, Insert, Select, Update
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

Made: TypeAlias = Select[Any] | Insert | Update | Delete
Row: TypeAlias = tuple[Any, ...]

_DIALECT = psycopg.dialect()  # type: ignore[no-untyped-call]  # left untyped


class Statement:
    """Its columns must be such as the driver reads by itself; what it is bound to has names."""

    def __init__(self, made: Made) -> None:
        compiled = made.compile(dialect=_DIALECT)
        assert isinstance(compiled, SQLCompiler)  # noqa: S101  # what these are compiled to
        self._made, self._text = made, str(compiled)
        bound = compiled.binds.items()
        self._json = [name for name, one in bound if isinstance(one.type, JSON)]

    def first(self, connection: Connection, values: dict[str, Any]) -> Row | None:
        """The first row that it finds."""
        if connection.dialect.name != "postgresql":
            found = connection.execute(self._made, values).first()
            return None if found is None else tuple(found)
        row: Row | None = self._driven(connection, values).fetchone()
        return row

    def run(self, connection: Connection, values: dict[str, Any]) -> None:
        if connection.dialect.name == "postgresql":
            self._driven(connection, values)
        else:
            connection.execute(self._made, values)

    def _driven(self, connection: Connection, values: dict[str, Any]) -> Any:
        driver: Driver[Any] = connection.connection.driver_connection  # type: ignore[assignment]  # psycopg's
        for name in self._json:
            if values[name] is not None:
                values = {**values, name: Json(values[name])}
        try:
            return driver.cursor(binary=True).execute(self._text, values)
        except Error as fault:
            raise self._translated(connection, driver, fault) from fault

    def _translated(self, connection: Connection, driver: Driver[Any], fault: Error) -> Any:
        """As SQLAlchemy would have it: a lost connection does not go back to its pool."""
        if driver.closed:
            connection.invalidate(fault)
        return DBAPIError.instance(
            self._text, None, fault, Error, hide_parameters=True, dialect=connection.dialect
        )
