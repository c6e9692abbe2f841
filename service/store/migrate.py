"""Brings a database to the newest schema: `python -m service.store.migrate`."""

import os
import sys
from pathlib import Path

from flask import Flask
from flask_migrate import Migrate, upgrade

from service import settings as settings_
from service.store import database, sqlite
from service.store.times import Moment

MIGRATIONS = Path(__file__).parent / "migrations"


def register(app: Flask) -> None:
    """Also gives `flask --app wsgi db …` its commands."""
    Migrate(
        app,
        database.db,
        directory=str(MIGRATIONS),
        render_as_batch=True,
        render_item=_render,
        compare_type=True,
    )


def _render(kind: str, thing: object, context: object) -> str | bool:
    if kind == "type" and isinstance(thing, Moment):
        context.imports.add("from service.store.times import Moment")  # type: ignore[attr-defined]  # alembic's context is not public
        return "Moment()"
    return False


def migrate(url: str, revision: str = "head") -> None:
    app = Flask("service")
    database.attach(app, url, sqlite.MIGRATING_MILLISECONDS)
    register(app)
    with app.app_context():
        upgrade(revision=revision)
        database.db.engine.dispose()


def main() -> None:
    settings = settings_.read_or_exit(os.environ)
    settings_.data_or_exit(settings)
    try:
        migrate(settings.database_url)
    except database.Unavailable as fault:
        sys.exit(f"Moai Post cannot use its database: {database.said(fault)}")


if __name__ == "__main__":
    main()
