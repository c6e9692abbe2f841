"""A start that cannot be: a sentence says why, nothing is changed, nobody sees a traceback."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from service import run
from service.store.migrate import MIGRATIONS, migrate
from tests.parts.servers import free_port
from tests.parts.site import PATIENCE, ROOT

BEFORE = [one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()][1]
MAKE = ["make", "--no-print-directory"]
WEB = [sys.executable, "-m", "gunicorn", "--config", "python:service.server", "wsgi:app"]
MIGRATE = [sys.executable, "-m", "service.store.migrate"]
VERIFY = [sys.executable, "-m", "flask", "--app", "wsgi", "verify"]
PRODUCTION = {
    "SECRET_KEY": "k" * 32,
    "BASE_URL": "https://moai.example",
    "SMTP_URL": "smtp://mail.example",
}
# Root may write anywhere, but for where the kernel says no.
NOWHERE = "/sys/moai"
POWERLESS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []


def refused(command: list[str], environment: dict[str, str], there: Path = ROOT) -> str:
    """What it says before it ends, which it must."""
    done = subprocess.run(  # noqa: S603  # the project's own commands
        command,
        cwd=there,
        env={"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]} | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    said = done.stdout + done.stderr

    assert done.returncode != 0
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("port", ["80x", "0", "70000", "-1"])
def test_a_port_that_is_none_is_named(port: str, tmp_path: Path) -> None:
    said = refused([*MAKE, "run", f"PORT={port}"], {"DATA": str(tmp_path / "data")})

    assert f"PORT: '{port}' is wrong; it should be a number from 1 to 65535" in said


@pytest.mark.parametrize(
    ("command", "environment"),
    [([*MAKE, "run"], {}), (WEB, PRODUCTION), (MIGRATE, PRODUCTION)],
    ids=["run", "web", "migrate"],
)
@pytest.mark.parametrize("data", [NOWHERE, "/dev/null/moai"])
def test_data_that_cannot_be_written_is_named(
    command: list[str], environment: dict[str, str], data: str
) -> None:
    said = refused(command, environment | {"DATA": data})

    assert f"DATA: '{data}' cannot be written (" in said


@pytest.mark.skipif(
    bool(POWERLESS) and shutil.which("setpriv") is None, reason="root may write everywhere"
)
def test_a_clone_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """By a user who may not install there: before anything is fetched."""
    clone = tmp_path / "clone"
    clone.mkdir()
    shutil.copytree(ROOT / "tools", clone / "tools")
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        shutil.copy(ROOT / name, clone)
    clone.chmod(0o555)
    said = refused([*POWERLESS, *MAKE, "run"], {}, clone)
    clone.chmod(0o755)

    assert f"installed into {clone}/.venv, and this user may not write there" in said


@pytest.mark.parametrize("command", [MIGRATE, VERIFY], ids=["migrate", "verify"])
def test_a_database_that_is_not_there_is_named_without_its_password(
    command: list[str], tmp_path: Path
) -> None:
    away = f"postgresql://moai:canary@127.0.0.1:{free_port()}/moai"
    given = PRODUCTION | {"DATA": str(tmp_path)}
    over_there = refused(command, given | {"DATABASE_URL": away})
    nowhere = refused(command, given | {"DATABASE_URL": f"sqlite:///{NOWHERE}/moai.sqlite3"})

    assert "Connection refused" in over_there
    assert "unable to open database file" in nowhere
    assert "canary" not in over_there


def test_a_second_run_on_one_data_says_so_before_it_touches_the_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/moai.sqlite3"
    migrate(url, BEFORE)
    with run.alone(tmp_path):
        said = refused([*MAKE, "run"], {"DATA": str(tmp_path), "PORT": str(free_port())})

    assert f"{tmp_path}/ is in use by another Moai Post" in said
    assert schema(url) == BEFORE


def schema(url: str) -> str:
    engine = create_engine(url)
    with engine.connect() as connection:
        found: str = connection.execute(
            text("SELECT version_num FROM alembic_version")
        ).scalar_one()
    engine.dispose()
    return found
