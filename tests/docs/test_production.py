"""docs/running.md and docs/operating.md are followed on PostgreSQL, from a new role to a restore.

In one go, as an operator would: each step stands on the one before it.
"""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from service import bell, embedded, tokens
from service.store.database import writing
from service.store.matches import Match
from tests.docs.stage import NETCAT, Stage, clone, program
from tests.docs.told import CALL, PRODUCTION
from tests.parts import calling, tables
from tests.parts.databases import OwnPostgres
from tests.parts.post_office import PostOffice
from tests.parts.servers import free_port
from tests.parts.site import MakeApp, Site, let_go, wait_for

FLASK = ".venv/bin/flask --app wsgi"
START = "PORT=8000 .venv/bin/honcho start"
SUDO = """\
shift 2
export PATH="{programs}:$PATH" PGHOST="{host}" PGUSER=postgres
exec "$@"
"""


@dataclass
class Machine:
    """A stage with PostgreSQL, a broker and a mail server."""

    stage: Stage
    port: int
    broker: embedded.Broker
    postgres: OwnPostgres
    make_app: MakeApp

    def flask(self, words: str, answers: str = "", code: int = 0) -> str:
        return self.stage.type(f"{FLASK} {words}", answers, code)

    @contextmanager
    def app(self) -> Iterator[Flask]:
        """The test's own look at the database that is in use now."""
        known = self.stage.known
        made = self.make_app(
            DATABASE_URL=known["DATABASE_URL"],
            SECRET_KEY=known["SECRET_KEY"],
            REDIS_URL=known["REDIS_URL"],
        )
        with made.app_context():
            yield made
        let_go(made)

    @contextmanager
    def started(self) -> Iterator[Site]:
        """By the page's own command, until every part is ready."""
        with self.stage.running(START, self.port) as site:
            bell.make(self.broker.url, time.monotonic).ring("post.greet")
            wait_for(lambda: site.status() == "ok", "every part is ready")
            yield site


@pytest.fixture
def machine(
    tmp_path: Path,
    own_postgres: OwnPostgres,
    broker: embedded.Broker,
    post_office: PostOffice,
    make_app: MakeApp,
) -> Machine:
    server = own_postgres.server
    assert server is not None
    host = re.search(r"host=([^&]+)", own_postgres.url)
    assert host is not None
    place, port, inbox = tmp_path / "bin", free_port(), free_port()
    program(place, "sudo", "/bin/sh", SUDO.format(programs=server.bin_path, host=host[1]))
    program(place, "nc", sys.executable, NETCAT)
    instead = {
        "smtps://user:password@mail.example:465": post_office.url,
        "redis://127.0.0.1:6379/0": broker.url,
        **{
            f"@127.0.0.1/{name}": f"@/{name}?host={host[1]}"
            for name in ("moai_again", "moai_promoted", "moai")  # the longer names first
        },
        "PORT=8000": f"PORT={port}",
        "INBOX_PORT=8025": f"INBOX_PORT={inbox}",
        "127.0.0.1 8025": f"127.0.0.1 {inbox}",
        "/backups/": f"{tmp_path}/",
        "k7m2vq9xw3hjt5na": "m1",
        "k7m2vq9xw3hjt5nc": "m2",
        "ann@moai.example": "anna.m3@players.example",
    }
    return Machine(Stage(clone(tmp_path), place, instead), port, broker, own_postgres, make_app)


@pytest.mark.timeout(600)  # some forty commands, one after the other
def test_what_the_pages_say_of_production_works_as_it_is_written(machine: Machine) -> None:
    made_ready(machine)
    laid(machine)
    repaired(machine)
    forgotten(machine)
    kept(machine)
    bid(machine, 1)  # answered, and in no backup
    restored(machine, "moai_again", "moai-monday.dump")
    assert "Matches checked: 3. Wrong: 0." in machine.flask("verify")
    brought_up_to_date(machine)
    with machine.started() as site:
        watched(machine)
        played_on(machine, site)
        machine.flask("backup /backups/promoted.dump")
    restored(machine, "moai_promoted", "promoted.dump")
    encrypted(machine)

    assert machine.stage.typed == set(PRODUCTION)


def made_ready(machine: Machine) -> None:
    """A role, its database with an extension that the role could not make, settings, schema."""
    stage = machine.stage
    stage.type(PRODUCTION[0], answers="password\npassword\n")
    stage.type(PRODUCTION[1])
    in_it = machine.postgres.address("moai")
    OwnPostgres(in_it).execute("CREATE EXTENSION vector")
    for command in PRODUCTION:
        if command.startswith("export ") and "_again" not in command and "promoted" not in command:
            stage.export(command)
    del stage.known["BACKUP_KEY"]
    stage.known["WEB_WORKERS"] = "1"
    stage.type("make migrate")
    stage.type("make seal")
    stage.type("chmod 700 var")


def laid(machine: Machine) -> None:
    """Three matches; one of them is out of play, and in one a seat has bid."""
    now = datetime.now(UTC)
    with machine.app():
        for name in ("m1", "m2", "m3"):
            tables.lay(name, now=now)
        with writing() as session:
            row = session.get_one(Match, "m2")
            row.quarantined_at, row.fault = now, "its sealed phase could not be resolved"
    bid(machine, 0)


def bid(machine: Machine, seat: int, site: Site | None = None) -> None:
    """Over the API of the running service, or before it runs."""
    with machine.app():
        if site is None:
            tables.Table("m1", ()).submit(seat, "bid nothing", datetime.now(UTC))
            return
        token = tokens.sign(tokens.Seat("m1", seat, 1))
    turn = {"turn": 0, "text": "bid nothing"}
    assert calling.send(f"{site.url}/api/v1/matches/m1/turns", turn, token).status == 202


def watched(machine: Machine) -> None:
    assert "written to: 3." in machine.flask("ask-again")
    machine.flask("outages")
    assert "SECURITY_CONTACT" in machine.flask("cautions", code=1)
    resumed = machine.stage.type(".venv/bin/python -m service.deadlines resume")
    assert "They were not held." in resumed
    assert "\n550 " in machine.stage.type(CALL)


def repaired(machine: Machine) -> None:
    with machine.app(), writing() as session:
        session.get_one(Match, "m1").turn = 40
    said = "turn is 40; by the log it is 0\n"
    assert f"m1: {said}" in machine.flask("verify", code=1)
    assert machine.flask("repair k7m2vq9xw3hjt5na --dry-run") == said
    assert said in machine.flask("repair k7m2vq9xw3hjt5na")
    assert "could not be resolved" in machine.flask("quarantine list")
    assert "It goes on." in machine.flask("quarantine lift k7m2vq9xw3hjt5nc")


def forgotten(machine: Machine) -> None:
    machine.flask("person data ann@moai.example > ann.json")
    assert "anna.m3@players.example" in (machine.stage.clone / "ann.json").read_text()
    assert "Replaced. " in machine.flask("person relink ann@moai.example", answers="y\n")
    assert "Erased." in machine.flask("person erase ann@moai.example", answers="y\n")
    assert "unanswered invitations: 0" in machine.flask("retain")
    assert "Lost: 0." in machine.flask("rekey")


def kept(machine: Machine) -> None:
    assert "var/backups/moai-" in machine.flask("backup")
    machine.flask("backup /backups/moai-monday.dump")


def restored(machine: Machine, database: str, file: str) -> None:
    stage = machine.stage
    for command in PRODUCTION:
        if command.startswith("sudo") and command.endswith(f" {database}"):
            stage.type(command)
        if command.startswith("export") and command.endswith(f"/{database}"):
            stage.export(command)
    filled(machine, file)


def filled(machine: Machine, file: str) -> None:
    """By the service's own role."""
    assert "Restored. Notices held back for good: " in machine.flask(f"restore /backups/{file}")


def brought_up_to_date(machine: Machine) -> None:
    machine.stage.type(".venv/bin/python -m service.store.migrate")
    machine.stage.type(".venv/bin/python -m service.seal")


def played_on(machine: Machine, site: Site) -> None:
    """The first bid was in the backup; the second was not, and is made again."""
    for seat in (1, 2):
        bid(machine, seat, site)
    with machine.app():
        first = tables.Table("m1", ()).row()
        wait_for(lambda: tables.Table("m1", ()).row().phase != first.phase, "the auction opens")


def encrypted(machine: Machine) -> None:
    """Into a database that its superuser made for the role."""
    stage = machine.stage
    stage.export(next(one for one in PRODUCTION if "BACKUP_KEY" in one))
    machine.flask("backup /backups/moai-tuesday.encrypted")
    machine.postgres.execute("CREATE DATABASE moai_third OWNER moai TEMPLATE template0")
    stage.known["DATABASE_URL"] = stage.known["DATABASE_URL"].replace("moai_promoted", "moai_third")
    filled(machine, "moai-tuesday.encrypted")
