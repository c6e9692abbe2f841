"""A line to the inbox: SMTP with an end to everything that a caller can make long."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.smtp import SMTP
from typing_extensions import override

MOST_LINES = 50  # at once
MOST_BYTES = 1 << 20  # of one mail: a bounce may bring the whole letter back, picture and all
MOST_BYTES_A_LINE = 8 << 20
SECONDS = 60.0  # from one command to the next, a text included
PER_MINUTE = 300  # mails
CALLS = {"*": 20, "MAIL": 100, "RCPT": 100, "DATA": 100}  # of each command on one line
IDENT = "Moai Post, for what comes back"


class Line(SMTP):
    """Hangs up on who sends more than a line may carry.

    The server that it is made of reads a text to its end, however long, and keeps a line that has
    no end in memory.
    """

    closed: Callable[[], None]
    _heard = 0

    @override
    def connection_lost(self, error: Exception | None) -> None:
        self.closed()
        super().connection_lost(error)

    @override
    def data_received(self, data: bytes) -> None:
        self._heard += len(data)
        if self._heard <= MOST_BYTES_A_LINE:
            super().data_received(data)
        elif isinstance(self.transport, asyncio.Transport):
            self.transport.abort()


class Busy(asyncio.Protocol):
    """For a caller too many."""

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            transport.write(b"421 4.3.2 Too many lines are open: come again later\r\n")
            transport.close()


class Switchboard:
    """Answers each call with a line, while there are some."""

    def __init__(self, handler: Any, hostname: str) -> None:
        self._handler, self._hostname, self._open = handler, hostname, 0

    def answer(self) -> asyncio.Protocol:
        if self._open >= MOST_LINES:
            return Busy()
        line = Line(
            self._handler,
            data_size_limit=MOST_BYTES,
            hostname=self._hostname,
            ident=IDENT,
            timeout=SECONDS,
            command_call_limit=CALLS,
            loop=asyncio.get_running_loop(),
        )
        line.closed = self._closed
        self._open += 1
        return line

    def _closed(self) -> None:
        self._open -= 1


@dataclass
class Pace:
    """So many a minute, and no more: what is over fills up again as time passes."""

    most: int = PER_MINUTE
    clock: Callable[[], float] = time.monotonic
    _left: float = field(init=False)
    _since: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._since = float(self.most), self.clock()

    def spend(self) -> bool:
        now = self.clock()
        self._left = min(self.most, self._left + (now - self._since) * self.most / 60)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
