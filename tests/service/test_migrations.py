"""Migrations lead to exactly the schema that the models describe, and back."""

import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import Connection, Engine, create_engine, inspect, text

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


def test_a_migration_that_fails_leaves_nothing_of_those_before_it(empty_database_url: str) -> None:
    """All are one transaction: nobody who migrates at the same time sees some of them."""
    app = Flask("half")
    database.attach(app, empty_database_url)
    register(app)
    app.extensions["migrate"].configure_args["on_version_apply"] = fail_at_the_fifth
    with app.app_context(), pytest.raises(TornError):
        try:
            upgrade()
        finally:
            database.db.engine.dispose()

    assert tables(empty_database_url) == set()


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
    engine = aged(empty_database_url)
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


def test_leading_back_leaves_a_holder_with_new_links_what_is_its_own(
    empty_database_url: str,
) -> None:
    """Its keys bore the generation that it sat down with; without `renewals` only one is known."""
    engine = aged(empty_database_url)
    migrate(empty_database_url)
    key = {"match_id": "m1", "keyid": "k", "public": b"", "created_at": WHEN}
    seat = {"match_id": "m1", "name": "Ann", "status": "accepted", "revision": 1, "told": 0}
    seat |= {"invitations": 0, "defaults": 0, "generation": 4}
    with engine.begin() as connection:
        put(connection, "seat", {**seat, "number": 0, "renewals": 2})
        put(connection, "seat", {**seat, "number": 1, "renewals": 0})
        for number, generation in ((0, 1), (0, 2), (1, 3), (1, 4)):
            put(connection, "seat_key", {**key, "seat": number, "generation": generation})
    app = Flask("back")
    database.attach(app, empty_database_url)
    register(app)
    with app.app_context():
        downgrade(revision="0016")
        database.db.engine.dispose()

    with engine.connect() as connection:
        query = "SELECT seat, generation FROM seat_key ORDER BY id"
        found = [tuple(row) for row in connection.execute(text(query))]
    engine.dispose()
    assert found == [(0, 1), (0, 4), (1, 3), (1, 4)]


def aged(url: str) -> Engine:
    """A database of long ago, with rows in it."""
    migrate(url, "0004")
    engine = create_engine(url)
    with engine.begin() as connection:
        for name, row in OLD_ROWS.items():
            put(connection, name, row)
    return engine


def put(connection: Connection, table: str, row: dict[str, object]) -> None:
    places = ", ".join(f":{column}" for column in row)
    insert = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"  # noqa: S608  # of our own
    connection.execute(text(insert), row)


class TornError(Exception):
    """What stops a migration in this test."""


def fail_at_the_fifth(*, step: Any, **_: object) -> None:
    if step.up_revision_id == "0005":
        raise TornError


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
