"""A name server that hears every question and answers none, as whoever owns a name may run one."""

import fcntl
import json
import socket
import struct
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SIOCSIFFLAGS, UP = 0x8914, 0x49
HEAD = """\
import json, sys, time
from tests.parts import resolvers
silent = resolvers.listen()
from service.hooks import lookups
"""


def listen() -> socket.socket:
    """In the network that this process has for itself."""
    with socket.socket() as any_:
        fcntl.ioctl(any_, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", UP))
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.bind(("127.0.0.1", 53))
    return made


def beside_a_silent_server(there: Path, script: str) -> Any:
    """What the script prints, as JSON, where every name is asked of that server.

    It runs in a network and with a list of name servers of its own.
    """
    (there / "resolv.conf").write_text("nameserver 127.0.0.1\n")
    alone = ["unshare", "--map-root-user", "--mount", "--net"]
    inside = f"mount --bind {there}/resolv.conf /etc/resolv.conf && exec {sys.executable} -c"
    try:
        subprocess.run([*alone, "true"], check=True, capture_output=True)  # noqa: S603  # our own words
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this machine gives no process a network of its own")
    whole = HEAD + textwrap.dedent(script)
    done = subprocess.run(  # noqa: S603  # as above
        [*alone, "sh", "-c", f'{inside} "$0"', whole],
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
        timeout=60,
    )
    return json.loads(done.stdout)
