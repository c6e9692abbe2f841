"""Copies of a match's rows, made inside the database: a hundred thousand take a minute.

PostgreSQL and SQLite differ in a few words: how they count, and write a number.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Connection, LargeBinary, String, Table, text

from bench import resealing
from service.store.database import db
from service.store.entries import LogEntry
from service.store.letters import Notice
from service.store.matches import Match, Seat
from service.store.players import Player
from service.store.seat_keys import SeatKey
from service.store.submissions import Submission

PATTERN = "0sample0"  # the id of the match that is copied; a copy's is as long
KEPT = (Player, Match, Seat, SeatKey, LogEntry, Submission, Notice)
OLD = (LogEntry, Submission, Notice)  # of which an old match has many


@dataclass(frozen=True)
class Dialect:
    series: str  # the numbers n from :first to :last
    fresh: str  # n as a match's id
    later: str  # the moment at which a copy was made
    tidy: str  # so that the planner knows how much there is


DIALECTS = {
    "postgresql": Dialect(
        series="generate_series(CAST(:first AS int), CAST(:last AS int)) AS n",
        fresh="lpad(to_hex(n), 8, '0')",
        later="created_at + n * interval '1 second'",
        tidy="VACUUM ANALYZE",
    ),
    "sqlite": Dialect(
        series="(WITH RECURSIVE c(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM c "
        "WHERE n < :last) SELECT n FROM c)",
        fresh="printf('%08x', n)",
        later="created_at",
        tidy="ANALYZE",
    ),
}


def age(entries: int) -> None:
    """Give the sample so many entries, with a submission and a notice each."""
    if entries == 1:
        return
    with db.engine.begin() as connection:
        for model in OLD:
            _grow(connection, db.metadata.tables[model.__tablename__], entries)
        bound = {"entries": entries, "sample": PATTERN}
        query = "UPDATE match SET number = :entries, submissions = :entries WHERE id = :sample"
        connection.execute(text(query), bound)


def _grow(connection: Connection, rows: Table, entries: int) -> None:
    """Its newest row again, with numbers up to there: small ones, of phases that are over."""
    other = {"number": "n", "cause": "'entry:' || n", "key": "NULL"}
    other |= {"events": "'[]'", "status": "'played'", "phase": "'before'"}
    other |= {"action": "NULL"}
    kept = [one.name for one in rows.columns if one is not rows.autoincrement_column]
    names = ", ".join(f'"{name}"' for name in kept)
    values = ", ".join(other.get(name, f'"{name}"') for name in kept)
    order = "number" if "number" in kept else "id"
    query = f"""
        INSERT INTO "{rows.name}" ({names})
        SELECT {values} FROM (SELECT * FROM "{rows.name}" WHERE match_id = :sample
            ORDER BY {order} DESC LIMIT 1) AS newest, {_dialect(connection).series}"""  # noqa: S608  # names of our own columns
    connection.execute(text(query), {"sample": PATTERN, "first": 2, "last": entries})


def multiply(first: int, count: int) -> None:
    """So many copies of the sample, which is taken away then."""
    sample = resealing.opened(PATTERN)
    with db.engine.begin() as connection, _unchecked(connection):
        # Its letters are long out: only what the measured turns cause is to be sent.
        connection.execute(text("UPDATE notice SET status = 'posted'"))
        for model in KEPT:
            _multiply(connection, db.metadata.tables[model.__tablename__], first, count)
        for model in reversed(KEPT):
            _remove(connection, model.__tablename__)
        resealing.reseal(connection, sample, (f"{n:08x}" for n in range(first, first + count)))
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(_dialect(connection).tidy))


@contextmanager
def _unchecked(connection: Connection) -> Iterator[None]:
    """Copies of rows that fit together fit together: no foreign key is looked up for each."""
    if connection.dialect.name == "postgresql" and _superuser(connection):
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
    yield


def _superuser(connection: Connection) -> bool:
    return bool(connection.execute(text("SELECT current_setting('is_superuser') = 'on'")).scalar())


def _multiply(connection: Connection, rows: Table, first: int, count: int) -> None:
    dialect = _dialect(connection)
    kept = [one for one in rows.columns if one is not rows.autoincrement_column]
    names = ", ".join(f'"{one.name}"' for one in kept)
    values = ", ".join(_renamed(dialect, rows, one.name) for one in kept)
    query = f"""
        INSERT INTO "{rows.name}" ({names})
        SELECT {values} FROM "{rows.name}" AS sample, {dialect.series}
        WHERE {_owned(rows.name)}"""  # noqa: S608  # names of our own columns
    bound = {"first": first, "last": first + count - 1, "sample": PATTERN}
    connection.execute(text(query), bound)


def _renamed(dialect: Dialect, rows: Table, name: str) -> str:
    kind = rows.columns[name].type
    if rows.name == "match" and name == "created_at":
        return dialect.later
    if isinstance(kind, String) and not isinstance(kind, LargeBinary):
        return f"replace(\"{name}\", '{PATTERN}', {dialect.fresh})"
    return f'sample."{name}"'


def _dialect(connection: Connection) -> Dialect:
    return DIALECTS[connection.dialect.name]


def _owned(table_name: str) -> str:
    """By a range, which an index finds: LIKE would look at every row for every copy."""
    owner = "sample.id" if table_name in ("match", "player") else "sample.match_id"
    return f"{owner} >= :sample AND {owner} < :sample || 'z'"


def _remove(connection: Connection, table_name: str) -> None:
    query = f'DELETE FROM "{table_name}" AS sample WHERE {_owned(table_name)}'  # noqa: S608  # as above
    connection.execute(text(query), {"sample": PATTERN})
