"""What this code needs of a database: its schema, and that no match lies open in it."""

import sys
from collections.abc import Callable

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask

from service.store import unsealed
from service.store.database import Unavailable, db
from service.store.migrate import MIGRATIONS

UNLOADABLE = 4  # gunicorn then ends, where after another code it would try again for ever


class OldSchemaError(RuntimeError):
    """The database waits for a migration."""


class UnsealedError(RuntimeError):
    """The database holds matches from before each had a key."""


def demand(app: Flask) -> None:
    """Refuse a schema from before this code; a newer one is fine, for migrations only add.

    A database that is away now is not judged: it may be back before the first request.
    """
    scripts = ScriptDirectory(str(MIGRATIONS))
    try:
        with app.app_context(), db.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except Unavailable:
        return
    known = {one.revision for one in scripts.walk_revisions()}
    newest = scripts.get_current_head()
    if found != newest and (found is None or found in known):
        raise OldSchemaError(
            f"the database has schema {found or 'none'} and this code needs {newest}: "
            "run `make migrate`, then start again"
        )


def demand_sealed(app: Flask) -> None:
    """Refuse matches that lie open: nothing here reads them, and nothing would seal them.

    Nor does it start where sealing was broken off: copies of rows may lie in the free space.
    """
    try:
        with app.app_context(), db.engine.connect() as connection:
            found = unsealed.any_in(connection)
    except Unavailable:
        return
    if found:
        raise UnsealedError("matches lie open in the database: run `make seal`, then start again")


def demand_or_exit(app: Flask) -> None:
    """For the processes' entry points: a sentence, not a traceback."""
    demand_newest_or_exit(app)
    _or_exit(demand_sealed, app)


def demand_newest_or_exit(app: Flask) -> None:
    """The schema alone: for the command that seals."""
    _or_exit(demand, app)


def _or_exit(demand: Callable[[Flask], None], app: Flask) -> None:
    try:
        demand(app)
    except (OldSchemaError, UnsealedError) as fault:
        sys.stderr.write(f"Moai Post cannot start: {fault}\n")
        sys.exit(UNLOADABLE)
