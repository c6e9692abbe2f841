"""The schema that this code needs, held against the one that the database has."""

import sys

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask

from service.store.database import Unavailable, db
from service.store.migrate import MIGRATIONS

UNLOADABLE = 4  # gunicorn then ends, where after another code it would try again for ever


class OldSchemaError(RuntimeError):
    """The database waits for a migration."""


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


def demand_or_exit(app: Flask) -> None:
    """For the processes' entry points: a sentence, not a traceback."""
    try:
        demand(app)
    except OldSchemaError as fault:
        sys.stderr.write(f"Moai Post cannot start: {fault}\n")
        sys.exit(UNLOADABLE)
