"""Runs a migration inside the app's own engine, one transaction for all steps."""

from alembic import context
from flask import current_app

from service.store import models, sqlite

migrate = current_app.extensions["migrate"]
engine = migrate.db.engine

# A second process that migrates at the same time waits, on SQLite as on PostgreSQL. The transaction
# is begun here: left to itself, Alembic commits after each step on SQLite.
with (
    engine.connect().execution_options(writing=True) as connection,
    sqlite.remaking(connection),
    connection.begin(),
):
    context.configure(
        connection=connection,
        target_metadata=models.MODELS[0].metadata,
        **migrate.configure_args,
    )
    if engine.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7302025)")
    context.run_migrations()
    sqlite.demand_whole(connection)
