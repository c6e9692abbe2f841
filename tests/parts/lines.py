"""Connections to a web server as bytes: many at once, slow ones, and what they are told."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from tests.parts.site import PATIENCE, Site

LARGE = 16_777_216  # more than a kernel keeps for a reader
GET = b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
LAST = b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
POST = b"POST /api/v1/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def call(site: Site, said: bytes = b"", patience: float = PATIENCE) -> socket.socket:
    port = int(site.url.rpartition(":")[2])
    line = socket.create_connection(("127.0.0.1", port), patience)
    line.sendall(said)
    return line


def rest(line: socket.socket) -> bytes:
    """All that comes until the server closes, or takes the connection away."""
    told = bytearray()
    try:
        while piece := line.recv(65536):
            told += piece
    except ConnectionError:
        pass
    return bytes(told)


def told(site: Site, said: bytes) -> bytes:
    with call(site, said) as line:
        return rest(line)


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def problem(answer: bytes) -> Any:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return json.loads(body)


def answered(site: Site, path: str, within: float) -> bool:
    """Whether somebody who comes now is answered, and well, in that time."""
    said = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
    try:
        with call(site, said, within) as line:
            return status(rest(line)) == 200
    except (TimeoutError, IndexError):
        return False


@contextmanager
def many(site: Site, number: int, said: bytes, *, more: bytes = b"") -> Iterator[None]:
    """That many connections that begin so; then a byte of `more` on each, three times a second."""
    with ExitStack() as stack:
        lines = [stack.enter_context(call(site, said)) for _ in range(number)]
        done = threading.Event()
        trickling = threading.Thread(target=_trickle, args=(lines, more, done))
        trickling.start()
        time.sleep(0.5)
        try:
            yield
        finally:
            done.set()
            trickling.join()


def _trickle(lines: list[socket.socket], more: bytes, done: threading.Event) -> None:
    for byte in more:
        for line in lines:
            try:
                line.sendall(bytes([byte]))
            except OSError:
                continue
        if done.wait(0.3):
            return


@contextmanager
def unread(site: Site, said: bytes) -> Iterator[socket.socket]:
    """A connection with hardly any room for answers, which nobody reads."""
    port = int(site.url.rpartition(":")[2])
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.settimeout(PATIENCE)
        writing = threading.Thread(target=_send_all, args=(line, said))
        writing.start()
        try:
            yield line
        finally:
            line.close() if not writing.is_alive() else line.shutdown(socket.SHUT_RDWR)
            writing.join()


def _send_all(line: socket.socket, said: bytes) -> None:
    try:
        line.sendall(said)
    except OSError:
        return
