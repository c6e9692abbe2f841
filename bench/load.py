"""A load in a process of its own: twenty connections that ask as fast as they are answered."""

import asyncio
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

from typing_extensions import override

from bench.machine import HELPERS

CONNECTIONS = 20
END_OF_HEAD = b"\r\n\r\n"


class LoadError(RuntimeError):
    """A request was answered otherwise than it should: what was measured is not what was meant."""


def request(
    method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + END_OF_HEAD + body


class Asker(asyncio.Protocol):
    """One connection: sends the next request when the last is answered."""

    def __init__(self, left: Iterator[bytes], statuses: Counter[int], waits: list[float]) -> None:
        self.left, self.statuses, self.waits = left, statuses, waits
        self.got = b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  # what TCP gives
        self.transport = transport
        self._next()

    @override
    def data_received(self, data: bytes) -> None:
        self.got += data
        head, end, rest = self.got.partition(END_OF_HEAD)
        if not end or len(rest) < _length(head):
            return
        self.got = b""
        self.waits.append(time.perf_counter() - self.asked_at)
        self.statuses[int(head[9:12])] += 1
        self._next()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(LoadError(f"the server hung up: {exc}"))

    def _next(self) -> None:
        asked = next(self.left, None)
        if asked is not None:
            self.asked_at = time.perf_counter()
            self.transport.write(asked)
            return
        self.done.set_result(None)
        self.transport.close()


def _length(head: bytes) -> int:
    if head[9:12] in (b"304", b"204"):
        return 0
    _, _, after = head.lower().partition(b"content-length:")
    return int(after.split(b"\r\n", 1)[0])


async def _pour(
    port: int, requests: Sequence[bytes], connections: int
) -> tuple[Counter[int], list[float]]:
    loop, left = asyncio.get_running_loop(), iter(requests)
    statuses, waits = Counter[int](), list[float]()
    pairs = [
        await loop.create_connection(lambda: Asker(left, statuses, waits), "127.0.0.1", port)
        for _ in range(min(connections, len(requests)))
    ]
    await asyncio.gather(*(asker.done for _, asker in pairs))
    return statuses, waits


def _serve(pipe: Connection) -> None:
    """Pour whatever comes through the pipe, until nothing does."""
    while (order := pipe.recv()) is not None:
        try:
            pipe.send(asyncio.run(_pour(*order)))
        except (OSError, LoadError) as fault:
            pipe.send((fault, []))


@dataclass(frozen=True)
class Load:
    pipe: Connection

    def pour(self, port: int, requests: Sequence[bytes], status: int) -> list[float]:
        """Ask all of these, twenty at a time; the seconds until each was answered, as wanted."""
        self.pipe.send((port, requests, CONNECTIONS))
        answered, waits = self.pipe.recv()
        if answered != {status: len(requests)}:
            raise LoadError(f"wanted {status} from each of {len(requests)}: {answered!r}")
        return list(waits)


@contextmanager
def generator() -> Iterator[Load]:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    HELPERS.add(process.pid or 0)
    try:
        yield Load(ours)
    finally:
        HELPERS.discard(process.pid or 0)
        ours.send(None)
        process.join(10)
