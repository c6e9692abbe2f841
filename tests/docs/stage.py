"""A machine as an operator has it: a clone, its parts, and a shell in which a page is followed.

Only what a page could not know is put in place of its words: ports, directories, the parts.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.docs import pages
from tests.parts.site import PATIENCE, ROOT, Site, process, wait_for

KEPT_OUT = shutil.ignore_patterns(".*", "var", "gallery", "node_modules", "dist")
STAMPS = (".run", ".dev", ".bench")
# As an operator would call it; who has none is given one that does the same.
NETCAT = """
import socket, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=30) as line:
    line.sendall(sys.stdin.buffer.read())
    while heard := line.recv(4096):
        sys.stdout.buffer.write(heard)
"""


def clone(there: Path) -> Path:
    """The tree without what is made of it; installed, with libraries that are used as they are."""
    made = Path(shutil.copytree(ROOT, there / "clone", ignore=KEPT_OUT))
    (made / ".venv").mkdir()
    for part in Path(sys.prefix).iterdir():
        if part.name not in STAMPS:
            (made / ".venv" / part.name).symlink_to(part)
    for name in STAMPS:
        (made / ".venv" / name).touch()
    return made


def program(there: Path, name: str, interpreter: str, script: str) -> None:
    there.mkdir(exist_ok=True)
    path = there / name
    path.write_text(f"#!{interpreter}\n{script}")
    path.chmod(0o755)


@dataclass
class Stage:
    """`instead` has what stands for words of the pages, `known` what the shell has exported."""

    clone: Path
    bin: Path
    instead: dict[str, str]
    known: dict[str, str] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)

    def type(self, command: str, answers: str = "", code: int = 0) -> str:
        """Run it in the shell; what it says."""
        return self._run(self.meant(command), answers, code)

    def export(self, command: str) -> None:
        """What it sets is known to all that follows."""
        shown = self._run(f"{self.meant(command)}; env -0", "", 0)
        names = re.findall(r"\b([A-Z_]+)=", command)
        pairs = (one.partition("=") for one in shown.split("\0"))
        self.known |= {name: value for name, _, value in pairs if name in names}

    @contextmanager
    def running(self, command: str, port: int) -> Iterator[Site]:
        """What goes on until it is told to stop."""
        log = self.clone / f"log-{port}-{len(self.typed)}"
        words = ["bash", "-c", self.meant(command)]
        with process(words, self.environment(), log, self.clone) as started:
            site = Site(f"http://127.0.0.1:{port}", started, log)
            wait_for(site.answers, f"{command}: the front door answers")
            wait_for(lambda: site.part("worker") == "ok", f"{command}: a worker is there")
            yield site
            said = log.read_text()
        assert ": not found" not in said
        assert "Traceback" not in said

    def meant(self, command: str) -> str:
        assert any(command in pages.commands(page) for page in pages.PAGES), f"not told: {command}"
        self.typed.add(command)
        for words, ours in self.instead.items():
            command = command.replace(words, ours)
        return command

    def environment(self) -> dict[str, str]:
        path = os.pathsep.join((str(self.bin), os.environ["PATH"]))
        return {"PATH": path, "HOME": os.environ["HOME"]} | self.known

    def _run(self, script: str, answers: str, code: int) -> str:
        done = subprocess.run(  # noqa: S603  # the pages' own commands
            ["bash", "-c", script],  # noqa: S607  # whichever bash there is
            cwd=self.clone,
            env=self.environment(),
            input=answers,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            start_new_session=True,  # no terminal: a password is asked for on standard input
        )
        assert done.returncode == code, (script, done.stdout, done.stderr)
        return done.stdout + done.stderr
