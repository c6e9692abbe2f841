"""Migrations lead to exactly the schema that the models describe, and back."""

import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import create_engine, inspect

from service.store import database
from service.store.migrate import migrate, register
from service.store.models import MODELS
from tests.parts.site import PATIENCE, process


def test_a_migrated_database_is_what_the_models_say(database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        difference = compare_metadata(context, MODELS[0].metadata)
    engine.dispose()

    assert difference == []


def test_migrating_twice_changes_nothing(database_url: str) -> None:
    migrate(database_url)

    assert tables(database_url) == {"alembic_version", *(model.__tablename__ for model in MODELS)}


def test_two_processes_may_migrate_at_once(empty_database_url: str, tmp_path: Path) -> None:
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "DATABASE_URL": empty_database_url,
    }
    command = [sys.executable, "-m", "service.store.migrate"]
    with (
        process(command, environment, tmp_path / "one") as one,
        process(command, environment, tmp_path / "two") as two,
    ):
        codes = (one.wait(PATIENCE), two.wait(PATIENCE))

    assert codes == (0, 0), (tmp_path / "one").read_text() + (tmp_path / "two").read_text()
    assert "heartbeat" in tables(empty_database_url)


def test_every_migration_leads_back(database_url: str) -> None:
    app = Flask("back")
    database.attach(app, database_url)
    register(app)
    with app.app_context():
        downgrade(revision="base")
        database.db.engine.dispose()

    assert tables(database_url) == {"alembic_version"}


@pytest.mark.parametrize("kind", [model.__tablename__ for model in MODELS])
def test_an_empty_database_gets_every_table(empty_database_url: str, kind: str) -> None:
    assert tables(empty_database_url) == set()

    migrate(empty_database_url)

    assert kind in tables(empty_database_url)


def tables(url: str) -> set[str]:
    engine = create_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names
