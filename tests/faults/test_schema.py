"""New code and old schemas: it refuses what it cannot use, and yesterday's code can use today's."""

import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import downgrade
from sqlalchemy import Inspector, create_engine, inspect

from service import tokens
from service.store import database
from service.store.migrate import MIGRATIONS, migrate, register
from tests.parts import calling, tables
from tests.parts.site import PATIENCE, MakeApp, process, web

HEAD, BEFORE = [one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()][:2]
# 0017 counts a seat's new links: without that is the newest schema that today's code fails on.
LACKING = "0016"
BID = {"turn": 0, "text": "bid nothing"}
COMMANDS = {
    "web": ["-m", "gunicorn", "--config", "python:service.server", "wsgi:app"],
    "worker": ["-m", "celery", "--app", "workers.app", "worker"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_on_the_schema_one_migration_back_it_says_what_to_do_and_ends(
    empty_database_url: str, tmp_path: Path, command: str
) -> None:
    migrate(empty_database_url, BEFORE)
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "data"),
        "DATABASE_URL": empty_database_url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
    }
    log = tmp_path / "log"
    with process([sys.executable, *COMMANDS[command]], environment, log) as started:
        code = started.wait(PATIENCE)

    assert code != 0
    assert f"the database has schema {BEFORE} and this code needs {HEAD}" in log.read_text()


def test_control_without_the_refusal_it_starts_and_fails_its_players(
    make_app: MakeApp, tmp_path: Path
) -> None:
    """It says that all is well, and takes no bid before the schema is the one it needs."""
    url = f"sqlite:///{tmp_path}/moai.sqlite3"
    migrate(url)
    made = make_app(DATABASE_URL=url)
    with made.app_context():
        tables.lay()
        token = tokens.sign(tokens.Seat("m1", 0, 1))
        set_back(url)
    environment = {
        "MODE": "development",
        "DATA": str(tmp_path / "site"),
        "SECRET_KEY": made.extensions["settings"].secret_key,
        "DATABASE_URL": url,
        "REDIS_URL": f"redis+socket://{tmp_path}/none.sock",
        "WEB_WORKERS": "1",
    }
    with web(environment, tmp_path / "log", "tests.faults.heedless:app") as site:
        turns = f"{site.url}/api/v1/matches/m1/turns"
        on_old = calling.send(turns, BID, token)
        migrate(url)
        on_new = calling.send(turns, BID, token)

    assert (on_old.status, on_new.status) == (503, 202)


def set_back(url: str) -> None:
    """To the schema before this one."""
    old = Flask("old")
    database.attach(old, url)
    register(old)
    with old.app_context():
        downgrade(revision=LACKING)
        database.db.engine.dispose()


def shape(inspector: Inspector) -> dict[tuple[str, str], tuple[str, bool]]:
    """Each column with its type and whether a row may come without it."""
    return {
        (table, column["name"]): (
            str(column["type"]),
            bool(
                column["nullable"]
                or column["default"] is not None
                or column.get("autoincrement") is True
            ),
        )
        for table in inspector.get_table_names()
        for column in inspector.get_columns(table)
    }


def test_the_newest_migration_only_adds_so_that_yesterdays_code_runs_on(
    empty_database_url: str,
) -> None:
    """What was there stays as it was, and what is new is filled in where nobody names it."""
    migrate(empty_database_url, BEFORE)
    engine = create_engine(empty_database_url)
    before = shape(inspect(engine))
    migrate(empty_database_url)
    after = shape(inspect(engine))
    engine.dispose()
    old_tables = {table for table, _ in before}

    assert {place: after.get(place) for place in before} == before
    assert [
        place
        for place, (_, optional) in after.items()
        if place not in before and place[0] in old_tables and not optional
    ] == []
