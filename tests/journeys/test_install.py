"""Installing without uv on PATH: by pip, and nothing whose hash was not locked."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.parts.site import ROOT

LISTS = {"run": None, "dev": "dev", "bench": "bench", "uv": "uv"}
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ ;\\]+)")
HASH = re.compile(r"--hash=(sha256:[0-9a-f]{64})(?: \\)?$")
WRONG = "sha256:" + "0" * 64


# --- the lists


def pinned(name: str) -> dict[tuple[str, str], set[str]]:
    """What a list lets pip install, and the hashes that it may have."""
    found: dict[tuple[str, str], set[str]] = {}
    for line in (ROOT / "requirements" / f"{name}.txt").read_text().splitlines():
        if pin := PIN.match(line):
            hashes = found.setdefault((pin["name"], pin["version"]), set())
        else:
            hash_ = HASH.search(line)
            assert hash_, line
            hashes.add(hash_[1])
    return found


@pytest.mark.parametrize("name", LISTS)
def test_every_package_that_pip_installs_has_all_hashes_of_the_lock(name: str) -> None:
    """Read here without uv, which `make check` needs in order to compare them."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    locked = {
        (one["name"], one.get("version", "")): {
            file["hash"] for file in (*one.get("wheels", ()), *filter(None, [one.get("sdist")]))
        }
        for one in lock["package"]
    }
    found = pinned(name)

    assert found
    assert {one: locked[one] for one in found} == found


def test_the_uv_that_pip_fetches_is_one_version() -> None:
    assert [name for name, _ in pinned("uv")] == ["uv"]


def test_no_list_names_a_registry() -> None:
    words = "".join(path.read_text() for path in (ROOT / "requirements").iterdir())

    assert not re.search(r"https?:|--index|--extra|--find", words)


# --- the installing


@dataclass
class Checkout:
    """A copy of what the installer reads, wheels for it alone, and a machine without uv."""

    there: Path

    def wheel(self, name: str, script: str = "") -> str:
        """A package made here; its hash."""
        path = self.there / "wheels" / f"{name}-1.0-py3-none-any.whl"
        path.parent.mkdir(exist_ok=True)
        info = f"{name}-1.0.dist-info"
        with zipfile.ZipFile(path, "w") as made:
            made.writestr(f"{name}_made_here.py", "")
            made.writestr(
                f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
            )
            made.writestr(
                f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            )
            if script:
                program = zipfile.ZipInfo(f"{name}-1.0.data/scripts/{name}")
                program.external_attr = 0o100755 << 16  # a file that may be run
                made.writestr(program, script)
            made.writestr(f"{info}/RECORD", "")
        return "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()

    def asks(self, file: str, name: str, hash_: str | None) -> None:
        end = "" if hash_ is None else f" --hash={hash_}"
        (self.there / "requirements" / f"{file}.txt").write_text(f"{name}==1.0{end}\n")

    def install(self) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": "/usr/bin:/bin",
            "PYTHON": sys.executable,
            "HOME": str(self.there),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.there / "wheels"),
            "PIP_CONFIG_FILE": os.devnull,
        }
        return subprocess.run(  # noqa: S603  # our own program
            [self.there / "tools" / "install"],
            env=environment,
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )

    def has(self, name: str) -> bool:
        return bool(list((self.there / ".venv").glob(f"lib/*/site-packages/{name}_made_here.py")))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With pip in it, as the installer makes one: that takes longer than all the rest."""
    there = tmp_path_factory.mktemp("environment") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", there], check=True)  # noqa: S603  # our own words
    return there


@pytest.fixture
def checkout(tmp_path: Path, environment: Path) -> Checkout:
    made = Checkout(tmp_path)
    shutil.copytree(environment, tmp_path / ".venv", symlinks=True)
    (tmp_path / "tools").mkdir()
    (tmp_path / "requirements").mkdir()
    shutil.copy(ROOT / "tools" / "install", tmp_path / "tools" / "install")
    made.asks("uv", "uv", WRONG)
    return made


def test_without_uv_pip_installs_what_has_its_locked_hash(checkout: Checkout) -> None:
    checkout.asks("run", "islet", checkout.wheel("islet"))
    done = checkout.install()

    assert done.returncode == 0, done.stderr
    assert checkout.has("islet")


@pytest.mark.parametrize("hash_", [WRONG, None])
def test_another_hash_or_none_is_refused_and_nothing_is_installed(
    checkout: Checkout, hash_: str | None
) -> None:
    checkout.wheel("islet")
    checkout.asks("run", "islet", hash_)
    done = checkout.install()

    assert done.returncode != 0
    assert "HASH" in done.stderr.upper()
    assert not checkout.has("islet")


def test_control_a_pip_that_asks_for_no_hashes_installs_it(checkout: Checkout) -> None:
    checkout.wheel("islet")
    checkout.asks("run", "islet", None)
    program = checkout.there / "tools" / "install"
    program.write_text(program.read_text().replace("--require-hashes ", ""))

    assert checkout.install().returncode == 0
    assert checkout.has("islet")


def test_a_uv_that_is_not_the_locked_one_is_never_run(checkout: Checkout) -> None:
    ran = checkout.there / "ran"
    checkout.wheel("uv", f"#!/bin/sh\ntouch {ran}\n")
    checkout.asks("run", "islet", checkout.wheel("islet"))
    done = checkout.install()

    assert done.returncode == 0, done.stderr
    assert not ran.exists()
    assert not checkout.has("uv")


def test_control_the_locked_uv_is_run(checkout: Checkout) -> None:
    ran = checkout.there / "ran"
    checkout.asks("uv", "uv", checkout.wheel("uv", f"#!/bin/sh\ntouch {ran}\n"))
    done = checkout.install()

    assert done.returncode == 0, done.stderr
    assert ran.exists()
