"""Migrations lead to exactly the schema that the models describe, and back."""

import sys
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import create_engine, inspect, text

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


def test_every_migration_leads_back(empty_database_url: str) -> None:
    migrate(empty_database_url)
    app = Flask("back")
    database.attach(app, empty_database_url)
    register(app)
    with app.app_context():
        downgrade(revision="base")
        database.db.engine.dispose()

    assert tables(empty_database_url) == {"alembic_version"}


def test_an_empty_database_gets_every_table(empty_database_url: str) -> None:
    assert tables(empty_database_url) == set()

    migrate(empty_database_url)

    assert tables(empty_database_url) >= {model.__tablename__ for model in MODELS}


def test_a_migration_keeps_the_rows_that_others_point_to(empty_database_url: str) -> None:
    """SQLite makes a changed table anew: what points to its rows must find them again."""
    migrate(empty_database_url, "0004")
    engine = create_engine(empty_database_url)
    with engine.begin() as connection:
        for name, row in OLD_ROWS.items():
            places = ", ".join(f":{column}" for column in row)
            insert = f"INSERT INTO {name} ({', '.join(row)}) VALUES ({places})"  # noqa: S608  # of our own
            connection.execute(text(insert), row)

    migrate(empty_database_url)

    with engine.connect() as connection:
        letter = text(
            "SELECT letter.message_id, letter.handle FROM notice "
            "JOIN letter ON letter.id = notice.letter_id"
        )
        found = connection.execute(letter).one()
        key = connection.execute(text("SELECT key_hash, fingerprint FROM match")).one()
    engine.dispose()
    assert tuple(found) == ("<m1.1@moai.example>", None)
    assert tuple(key) == (None, None)


WHEN = "2026-03-01 12:00:00"
OLD_ROWS: dict[str, dict[str, object]] = {
    "player": {
        "id": "p1",
        "name": "Ann",
        "language": "en",
        "time_zone": "UTC",
        "policy": "{}",
        "generation": 1,
        "created_at": WHEN,
    },
    "match": {
        "id": "m1",
        "game": "giants",
        "options": "{}",
        "seats": 3,
        "status": "gathering",
        "public": False,
        "starts_alone": True,
        "pace": "{}",
        "cooling": 0,
        "host_id": "p1",
        "host_generation": 1,
        "seed": b"",
        "seed_hash": "",
        "key_hash": "0" * 64,
        "fingerprint": "1" * 64,
        "turn": 0,
        "number": 0,
        "sealed": False,
        "awaited": "[]",
        "submitted": "[]",
        "submissions": 0,
        "helped": "[]",
        "restless": False,
        "attempts": 0,
        "revision": 1,
        "created_at": WHEN,
    },
    "letter": {
        "id": 1,
        "match_id": "m1",
        "player_id": "p1",
        "kind": "ready",
        "message_id": "<m1.1@moai.example>",
        "status": "ready",
        "attempts": 0,
        "unsure": 0,
        "told": 0,
        "created_at": WHEN,
    },
    "notice": {
        "match_id": "m1",
        "player_id": "p1",
        "kind": "ready",
        "cause": "ready:1",
        "facts": "{}",
        "status": "posted",
        "letter_id": 1,
        "after": WHEN,
        "created_at": WHEN,
    },
}


def tables(url: str) -> set[str]:
    engine = create_engine(url)
    names = set(inspect(engine).get_table_names())
    engine.dispose()
    return names
