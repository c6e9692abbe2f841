"""The package as it is installed elsewhere: a wheel with the rules in it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.parts.site import ROOT

BUILD = "import sys, hatchling.build as build; print(build.build_wheel(sys.argv[1]))"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as pip builds it, and unpacked as pip unpacks it."""
    there = tmp_path_factory.mktemp("wheel")
    subprocess.run(  # noqa: S603  # the project's own package
        [sys.executable, "-c", BUILD, there], cwd=ROOT / "client", check=True, capture_output=True
    )
    with zipfile.ZipFile(next(there.glob("moaipost-*.whl"))) as wheel:
        wheel.extractall(there / "site")
    return there / "site"


def test_the_wheel_holds_the_client_and_the_rules(installed: Path) -> None:
    found = {path.name for path in installed.iterdir() if path.suffix != ".dist-info"}

    assert found == {"engine", "moaipost"}
    assert (installed / "moaipost" / "py.typed").exists()


def test_the_installed_command_verifies_a_record_by_itself(installed: Path) -> None:
    """It needs no service, and its rules are those of the wheel."""
    book = ROOT / "tests" / "engine" / "giants" / "records" / "three-bases.json"
    entry = (installed / "moaipost-0.1.0.dist-info" / "entry_points.txt").read_text()

    done = subprocess.run(  # noqa: S603  # as above
        [sys.executable, "-m", "moaipost", "verify", book],
        cwd=installed,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "The match is over." in done.stdout
    assert "moaipost = moaipost.__main__:run" in entry
