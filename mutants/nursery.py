"""The nursery: a process that has read all but the module in question, and forks for each mutant.

Reading the service and its tests takes seconds, a mutant's own tests far less. It stands in a copy
of the tree and is asked on its standard input, a line for each mutant: how many seconds of the
processor it may have, which tests it meets, and a file with its source. The first is the module as
it stands: with it is noted which tests come by which functions.
"""

import contextlib
import importlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import FrameType, ModuleType
from typing import TypeAlias

import pytest

KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"
# pytest rewrites these when it reads them itself, and warns of those that it finds read.
OWN = ("tests", "pytest_timeout")
OPTIONS = ("-x", "-q", "-p", "pytest_timeout", "-p", "no:cacheprovider", "--tb=line")
LISTED = "import json, sys, pytest\npytest.main(sys.argv[1:])\nprint(json.dumps([*sys.modules]))"
# Beside the copy of the tree, and gone with it.
OUTPUT, SCRATCH, REACHED = "../output", "../scratch", "../reached"
ALL = "*"  # tests that a mutant meets, where no function is named
PATIENCE = 6  # times the processor's seconds: others may be at work on this machine
TICK = 0.005  # seconds between two looks at a child


class Noting:
    """Notes of each test which functions of a file it comes by."""

    def __init__(self, target: Path) -> None:
        self.file = str(target.resolve())
        self.reached: dict[str, list[str]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        names: set[str] = set()

        def note(frame: FrameType, event: str, _arg: object) -> None:
            if event == "call" and frame.f_code.co_filename == self.file:
                names.add(frame.f_code.co_qualname)

        sys.setprofile(note)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.reached[item.nodeid] = sorted(names)

    def pytest_sessionfinish(self) -> None:
        Path(REACHED).write_text(json.dumps(self.reached))


class Chosen:
    """Leaves the tests that come by one function, and no others."""

    def __init__(self, function: str) -> None:
        reached: dict[str, list[str]] = json.loads(Path(REACHED).read_text())
        self.tests = {
            test
            for test, names in reached.items()
            if any(name == function or name.startswith(f"{function}.") for name in names)
        }

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [one for one in items if one.nodeid in self.tests]


Plugin: TypeAlias = Noting | Chosen | None


class Without:
    """Hides one module, so that all can be read that does without it."""

    def __init__(self, module: str) -> None:
        self.module = module

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == self.module:
            raise ImportError(name)
        return None


def main(path: str, *tests: str) -> None:
    target = Path(path)
    sys.dont_write_bytecode = True
    _warm(".".join(target.with_suffix("").parts), tests)
    signal.signal(signal.SIGTERM, _end)
    _say("ready")
    for line in sys.stdin:
        seconds, where, source = line.split(maxsplit=2)
        target.write_text(Path(source.strip()).read_text())
        for old in target.parent.glob(f"__pycache__/{target.stem}.*"):
            old.unlink()
        _say(_tried(tests, int(seconds), _plugin(target, where)))


def _say(words: str) -> None:
    sys.stdout.write(f"{words} {_spent():.3f}\n")
    sys.stdout.flush()


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _warm(module: str, tests: Sequence[str]) -> None:
    """Read what these tests need, but for the module and all that reads it."""
    listing = [sys.executable, "-c", LISTED, *OPTIONS, "--collect-only", *tests]
    told = subprocess.run(listing, check=True, capture_output=True, text=True)  # noqa: S603  # ours
    hidden = Without(module)
    sys.meta_path.insert(0, hidden)
    for name in json.loads(told.stdout.splitlines()[-1]):
        if name.split(".")[0] not in OWN:
            with contextlib.suppress(ImportError), warnings.catch_warnings(action="ignore"):
                importlib.import_module(name)
    sys.meta_path.remove(hidden)


def _plugin(target: Path, where: str) -> Plugin:
    if not Path(REACHED).exists():
        return Noting(target)
    return None if where == ALL else Chosen(where)


def _tried(tests: Sequence[str], limit: int, plugin: Plugin) -> str:
    """What becomes of the mutant that lies in the tree. All that it started ends with it."""
    if isinstance(plugin, Chosen) and not plugin.tests:
        return SURVIVED
    child = os.fork()
    if child == 0:
        _live(tests, limit, plugin)
    try:
        status = _waited(child, limit)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
        return TIMED_OUT
    if os.WIFSIGNALED(status):
        return TIMED_OUT if os.WTERMSIG(status) == signal.SIGXCPU else KILLED
    return KILLED if os.WEXITSTATUS(status) else SURVIVED


def _live(tests: Sequence[str], limit: int, plugin: Plugin) -> None:
    """The child: a session of its own, so that it can be ended with all that it started."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with Path(OUTPUT).open("w") as output:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
        code = 1
        try:
            options = [*OPTIONS, f"--basetemp={SCRATCH}", *tests]
            code = int(pytest.main(options, plugins=[plugin] if plugin else []))
        finally:
            sys.stdout.flush()
            os._exit(code)


def _waited(child: int, limit: int) -> int | None:
    """How it ended, if it did: a child that sleeps uses no processor, so time is limited too."""
    until = time.monotonic() + limit * PATIENCE
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        time.sleep(TICK)
    return None


def _end(_number: int, _frame: object) -> None:
    """So that whoever is ended takes the child along."""
    raise SystemExit(128 + signal.SIGTERM)


if __name__ == "__main__":
    main(*sys.argv[1:])
