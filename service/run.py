"""The development runner behind `make run`: schema, embedded broker, then the Procfile."""

import fcntl
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from honcho.environ import parse_procfile
from honcho.manager import Manager

from service import embedded
from service.settings import Settings, data_or_exit, read_or_exit

PROCFILE = Path(__file__).parents[1] / "Procfile"
FIRST = ("service.store.migrate", "service.seal")


def main() -> None:
    environment = {"MODE": "development", **os.environ}
    settings = read_or_exit(environment)
    with ExitStack() as stack:
        descriptor = stack.enter_context(alone(data_or_exit(settings)))
        refuse_taken_port(settings)
        bring_up_to_date(environment)
        if settings.bounce_domain:
            environment["INBOX_PORT"] = str(free_inbox_port(settings))
        if not environment.get("REDIS_URL"):
            broker = stack.enter_context(
                embedded.running(settings.data / "broker", keep_open=(descriptor,))
            )
            stack.enter_context(embedded.watched(broker))
            environment["REDIS_URL"] = broker.url
        code = run(environment, settings)
    sys.exit(code)


@contextmanager
def alone(data: Path) -> Iterator[int]:
    """Hold the data directory: two brokers on one queue would ruin it.

    The broker inherits the lock, so one that outlived a killed runner still holds it.
    """
    with (data / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"{data}/ is in use by another Moai Post: stop it, or choose another DATA=")
        yield lock.fileno()


def bring_up_to_date(environment: dict[str, str]) -> None:
    """Only now that nobody else uses the database of this directory."""
    for name in FIRST:
        command = [sys.executable, "-m", name]
        done = subprocess.run(command, cwd=PROCFILE.parent, env=environment, check=False)  # noqa: S603  # our own commands
        if done.returncode:
            sys.exit(done.returncode)


def refuse_taken_port(settings: Settings) -> None:
    try:
        bound_port(settings.host, settings.port)
    except OSError as fault:
        sys.exit(
            f"Port {settings.port} on {settings.host} cannot be used ({fault.strerror}): "
            f"choose another, as in `make run PORT={settings.port + 1}`"
        )


def free_inbox_port(settings: Settings) -> int:
    """The one that was asked for, else any: nobody but a mail server has to know it."""
    host = settings.inbox_host
    try:
        return bound_port(host, settings.inbox_port)
    except OSError as fault:
        port = bound_port(host, 0)
        print(  # noqa: T201  # the person at the terminal reads this
            f"\n  Port {settings.inbox_port} on {host} cannot be used ({fault.strerror}): "
            f"the inbox is on port {port} instead.",
            flush=True,
        )
        return port


def bound_port(host: str, port: int) -> int:
    """A port that could be listened on just now; 0 asks for any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        found: int = probe.getsockname()[1]
        return found


def run(environment: dict[str, str], settings: Settings) -> int:
    """Run the Procfile until Ctrl-C or until one of its processes ends."""
    scripts = Path(sys.executable).parent
    environment["PATH"] = f"{scripts}{os.pathsep}{environment.get('PATH', '')}"
    # Lines appear as they are written, not when a buffer is full.
    environment["PYTHONUNBUFFERED"] = "1"
    manager = Manager()
    for name, command in parse_procfile(PROCFILE.read_text()).processes.items():
        manager.add_process(name, command, env=environment, cwd=str(PROCFILE.parent))
    print(f"\n  Moai Post: open {settings.base_url}\n  Ctrl-C stops it.\n", flush=True)  # noqa: T201  # the person at the terminal reads this
    manager.loop()
    return _verdict(manager.returncode)


def _verdict(code: int | None) -> int:
    """Ctrl-C and a request to stop are how this ends well."""
    return 0 if code in {130, 143, None} else int(code)


if __name__ == "__main__":
    main()
