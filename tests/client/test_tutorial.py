"""docs/tutorial.md says the truth: its commands are run in order, and say what stands there."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.parts import postman
from tests.parts.house import House
from tests.parts.site import ROOT

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(sh|python|text|json)\n(.*?)```", PAGE, re.DOTALL)
WRITTEN = "http://127.0.0.1:8000"  # the service's address on the page
GAP = re.compile(r"^(\w+)=….*$", re.MULTILINE)
UUIDGEN = "import uuid; print(uuid.uuid4())"
KEPT = ("API", "JSON", "SEAT", "MATCH", "BRUNO", "MOAIPOST_URL")


@dataclass
class Reader:
    """Somebody who does what the page says, with letters to read."""

    house: House
    folder: Path
    known: dict[str, str] = field(default_factory=dict)
    last: str = ""

    def run(self, kind: str, text: str) -> None:
        text = GAP.sub(lambda found: f"{found[1]}='{self._looked_up(found[1])}'", text)
        text = text.replace(WRITTEN, self.house.site.url)
        script = text if kind == "python" else f"set -aeu\n{text}\nexport -p > variables"
        command = [sys.executable, "-c"] if kind == "python" else ["bash", "-c"]
        done = subprocess.run(  # noqa: S603  # the page's own commands
            [*command, script],
            cwd=self.folder,
            env=self._environment() | self.known,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), (text, done.stdout, done.stderr)
        self.last = done.stdout
        self.known |= {name: value for name, value in self._exported() if name in KEPT}

    def _environment(self) -> dict[str, str]:
        here = [str(self.folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
        return {"PATH": os.pathsep.join(here), "XDG_CONFIG_HOME": str(self.folder), "HOME": "/"}

    def _exported(self) -> list[tuple[str, str]]:
        path = self.folder / "variables"
        if not path.exists():
            return []
        return re.findall(r'^declare -x (\w+)="(.*)"$', path.read_text(), re.MULTILINE)

    def _looked_up(self, name: str) -> str:
        """What a person would copy from a letter or an answer."""
        mail = self.house.post
        ways: dict[str, Callable[[], str]] = {
            "ANN_LETTER": lambda: self.house.local(mail.await_link("ann@moai.example", "c")),
            "INVITATION": lambda: postman.token(mail.await_link("bruno@moai.example", "i")),
            "MATCH": lambda: self._logins()["current"],
            "BRUNO": lambda: str(json.loads(self.last)["seat_token"]),
            "TAG": lambda: str(re.findall(r"(?i)etag: (\S+)", self.last)[0]),
            "ANN": lambda: self._logins()["matches"][self.known["MATCH"]]["tokens"]["seat"],
        }
        return ways[name]()

    def _logins(self) -> dict[str, Any]:
        kept: dict[str, Any] = json.loads((self.folder / "moaipost" / "logins.json").read_text())
        return kept


def fits(expected: str, said: str) -> bool:
    """Word for word, but for white space and what the page leaves open."""
    pattern = re.escape("".join(expected.split())).replace("…", ".*")
    return re.fullmatch(pattern, "".join(said.split()), re.DOTALL) is not None


@pytest.mark.parametrize("house", ["sqlite"], indirect=True)
def test_the_tutorial_can_be_followed_to_the_end(house: House, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    # The second is on most machines, and not on all.
    for name, module in (("moaipost", "-m moaipost"), ("uuidgen", f"-c '{UUIDGEN}'")):
        command = tmp_path / "bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        command.chmod(0o755)
    (tmp_path / "client").symlink_to(ROOT / "client")
    reader = Reader(house, tmp_path)

    for kind, text in BLOCKS:
        if kind in ("sh", "python"):
            reader.run(kind, text)
        else:
            assert fits(text, reader.last), (text, reader.last)


def test_control_another_answer_does_not_fit() -> None:
    assert fits('{"turn": …, "seat": 1}', '{"turn":0,"seat":1}\n')
    assert not fits('{"turn": …, "seat": 1}', '{"turn":0,"seat":2}\n')
