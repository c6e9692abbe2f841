"""Processes of the project, forked from one that has imported what all of them import.

Each is a process of its own with its own session, environment and log, and runs the module that
the Procfile names. Only the seconds that every start would spend on importing it are saved.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path

FIGURES = "PROMETHEUS_MULTIPROC_DIR"
_server = multiprocessing.get_context("forkserver")
_server.set_forkserver_preload(["tests.parts.preload"])


class Child:
    """A forked process with the few methods of `subprocess.Popen` that tests use."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process
        process.start()
        assert process.pid is not None
        self.pid = process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def start(arguments: list[str], environment: dict[str, str], log: Path, there: Path) -> Child:
    """Run `python -m` with these arguments; its words go to the log."""
    log.touch()
    made = _server.Process(target=_run, args=(arguments, environment, log, there))
    return Child(made)


def _run(arguments: list[str], environment: dict[str, str], log: Path, there: Path) -> None:
    os.setsid()
    out = os.open(log, os.O_WRONLY | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(there)
    figures = os.environ[FIGURES]  # see tests/parts/preload.py
    os.environ.clear()
    os.environ.update({FIGURES: figures} | environment)
    sys.argv = list(arguments)
    runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
