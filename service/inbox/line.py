"""A line to the inbox: SMTP with an end to everything that a caller can make long."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from aiosmtpd.smtp import SMTP
from typing_extensions import override

from service import limits

MOST_LINES = 50  # at once
MOST_LINES_A_PEER = 20  # as many as one mail server opens by itself, and never all there are
MOST_BYTES = 1 << 20  # of one mail: a bounce may bring the whole letter back, picture and all
MOST_BYTES_A_LINE = 8 << 20
SECONDS = 60.0  # from one command to the next, a text included
SECONDS_A_LINE = 600.0  # from its beginning to its end, whatever is said
PER_MINUTE = 300  # mails
CALLS = {"*": 20, "MAIL": 100, "RCPT": 100, "DATA": 100}  # of each command on one line
IDENT = "Moai Post, for what comes back"


class Line(SMTP):
    """Hangs up on who sends more than a line may carry, or has it open for longer than it may be.

    The server that it is made of reads a text to its end, however long, keeps a line that has
    no end in memory, and waits for ever until its last words are taken.
    """

    closed: Callable[[], None]
    _heard = 0
    _end: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._end = self.loop.call_later(SECONDS_A_LINE, self._hang_up)

    @override
    def connection_lost(self, error: Exception | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self.closed()
        super().connection_lost(error)

    @override
    def data_received(self, data: bytes) -> None:
        self._heard += len(data)
        if self._heard <= MOST_BYTES_A_LINE:
            super().data_received(data)
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()


class Busy(asyncio.Protocol):
    """For a caller too many."""

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            transport.write(b"421 4.3.2 Too many lines are open: come again later\r\n")
            transport.close()


class Ringing(asyncio.Protocol):
    """A call before it is answered: only now is it known who calls."""

    def __init__(self, answered: Callable[[str], asyncio.Protocol]) -> None:
        self._answered = answered

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            return
        peer = transport.get_extra_info("peername") or ("",)
        protocol = self._answered(limits.network(str(peer[0])))
        transport.set_protocol(protocol)
        protocol.connection_made(transport)


class Switchboard:
    """Answers each call with a line, while there are some, and the caller has not had its share."""

    def __init__(self, handler: Any, hostname: str) -> None:
        self._handler, self._hostname = handler, hostname
        self._open: Counter[str] = Counter()

    def answer(self) -> asyncio.Protocol:
        return Ringing(self._answered)

    def _answered(self, peer: str) -> asyncio.Protocol:
        if self._open.total() >= MOST_LINES or self._open[peer] >= MOST_LINES_A_PEER:
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
        line.closed = partial(self._closed, peer)
        self._open[peer] += 1
        return line

    def _closed(self, peer: str) -> None:
        self._open[peer] -= 1
        if not self._open[peer]:
            del self._open[peer]


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
