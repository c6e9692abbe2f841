"""Connections of the web server: one thread talks to all of them, others only answer.

A client may take its time with a request, or with reading the answer: it holds a few bytes and none
of the threads that answer, and not for long.
"""

import io
import json
import selectors
import socket
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from http import HTTPStatus
from typing import Any, ClassVar

import structlog
from gunicorn.errors import ConfigError
from gunicorn.http import RequestParser, wsgi
from gunicorn.http.errors import (
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.workers.gthread import ThreadWorker
from typing_extensions import override

from service.framing import Arriving, RefusedError

PIECE = 65_536
LOOK_EVERY = 0.25  # seconds between two looks at whose time is over
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
# What no database and no table can hold up, and what asks them.
PROBES = ({b"/healthz"}, {b"/readyz", b"/metrics"})
STATUSES = {
    LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Limits:
    """Seconds for the whole of each, however it trickles."""

    head: float = 15.0
    body: float = 60.0
    answer: float = 60.0
    farewell: float = 2.0  # until a client has read an answer that ends its connection


class State(Enum):
    IDLE = auto()  # nothing of a request is there
    HEAD = auto()
    BODY = auto()
    ANSWERED = auto()  # in a thread
    WRITING = auto()
    LEAVING = auto()


class Answer:
    """Where the server's parts write an answer, in place of a socket."""

    def __init__(self) -> None:
        self.written = bytearray()

    def sendall(self, data: bytes) -> None:
        self.written += data


class Connection:
    def __init__(self, sock: socket.socket, client: Any, largest: int) -> None:
        self.sock = sock
        self.client = client
        self.server = sock.getsockname()
        self.largest = largest
        self.arriving = Arriving(b"", largest)
        self.state = State.IDLE
        self.due = 0.0
        self.request = b""
        self.answer = bytearray()
        self.keep = False

    def take_request(self, end: int) -> None:
        held = self.arriving.held
        self.request = bytes(held[:end])
        self.keep = not self.arriving.last
        self.arriving = Arriving(bytes(held[end:]), self.largest)

    def send(self) -> None:
        """As much of the answer as the client takes at once."""
        while self.answer:
            try:
                sent = self.sock.send(memoryview(self.answer)[:PIECE])
            except BlockingIOError:
                return
            del self.answer[:sent]


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn is untyped
    """gunicorn's threads, but a thread gets whole requests and leaves whole answers."""

    limits: ClassVar[Limits] = Limits()
    largest: ClassVar[int] = 1_048_576  # no more is read of a body
    base_url: ClassVar[str] = ""

    @classmethod
    @override
    def check_config(cls, cfg: Any, log: Any) -> None:
        if cfg.is_ssl:
            raise ConfigError("TLS is for a proxy in front")

    @override
    def init_process(self) -> None:
        self.held: dict[Connection, None] = {}  # what the poller watches, longest first
        self.keepalived_conns = self.idle = set[Connection]()  # what no stop waits for
        self.next_look = 0.0
        self.probes = {
            path: pool for paths in PROBES for pool in [ThreadPoolExecutor(1)] for path in paths
        }
        super().init_process()

    @override
    def get_thread_pool(self) -> ThreadPoolExecutor:
        self.answering = ThreadPoolExecutor(self.cfg.threads)
        return self.answering

    @override
    def accept(self, listener: socket.socket) -> None:
        try:
            sock, client = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        sock.settimeout(0)
        self.nr_conns += 1
        if self.nr_conns >= self.worker_connections and self.held:
            # Who has taken longest makes room: an honest request is there in a moment.
            self._drop(next(iter(self.held)))
        connection = Connection(sock, client, self.largest)
        self._watch(connection, State.IDLE, self.limits.head)

    @override
    def murder_keepalived(self, force: bool = False) -> None:
        """What gunicorn calls after each round: whose time is over goes."""
        now = time.monotonic()
        if not force and now < self.next_look:
            return
        self.next_look = now + LOOK_EVERY
        for connection in [one for one in self.held if force or one.due <= now]:
            if force or connection.state not in {State.HEAD, State.BODY}:
                self._drop(connection)
            else:
                self._refuse(connection, HTTPStatus.REQUEST_TIMEOUT)

    def _watch(self, connection: Connection, state: State, seconds: float) -> None:
        wanted = selectors.EVENT_WRITE if state is State.WRITING else selectors.EVENT_READ
        act = self._writable if state is State.WRITING else self._readable
        self.held[connection] = None
        self.poller.register(connection.sock, wanted, partial(act, connection))
        self._enter(connection, state, seconds)

    def _enter(self, connection: Connection, state: State, seconds: float) -> None:
        connection.state = state
        connection.due = time.monotonic() + seconds
        (self.idle.add if state is State.IDLE else self.idle.discard)(connection)

    def _release(self, connection: Connection) -> None:
        del self.held[connection]
        self.idle.discard(connection)
        self.poller.unregister(connection.sock)

    def _drop(self, connection: Connection) -> None:
        self._release(connection)
        self._close(connection)

    def _close(self, connection: Connection) -> None:
        self.nr_conns -= 1
        connection.sock.close()

    def _readable(self, connection: Connection, sock: socket.socket) -> None:
        if connection not in self.held:
            return  # it had to make room in this same round
        try:
            data = sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(connection)
        elif connection.state is not State.LEAVING:
            connection.arriving.held += data
            self._look(connection)

    def _look(self, connection: Connection) -> None:
        arriving = connection.arriving
        try:
            end = arriving.end()
        except RefusedError as refused:
            self._refuse(connection, refused.status)
            return
        if end is not None:
            self._hand_over(connection, end)
        elif arriving.head and connection.state is not State.BODY:
            self._enter(connection, State.BODY, self.limits.body)
            self._invite_body(connection)
        elif connection.state is State.IDLE:
            self._enter(connection, State.HEAD, self.limits.head)

    @staticmethod
    def _invite_body(connection: Connection) -> None:
        if connection.arriving.expects:
            try:
                connection.sock.send(CONTINUE)
            except OSError:
                return  # the poller will find it closed

    def _hand_over(self, connection: Connection, end: int) -> None:
        pool = self.probes.get(connection.arriving.path(), self.answering)
        connection.take_request(end)
        self._release(connection)
        connection.state = State.ANSWERED
        pool.submit(self._serve, connection)

    def _refuse(self, connection: Connection, status: HTTPStatus) -> None:
        connection.answer, connection.keep = self._refusal(status), False
        self._release(connection)
        self._deliver(connection)

    def _refusal(self, status: HTTPStatus, **facts: object) -> bytearray:
        """A problem document, as the app's refusals are."""
        from service.api import problems  # noqa: PLC0415  # the master need not load the app

        request_id = uuid.uuid4().hex
        log.info("request_refused", status=status.value, request_id=request_id, **facts)
        body = json.dumps(problems.unheard(status, self.base_url, request_id))
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\n"
            f"Content-Type: {problems.CONTENT_TYPE}\r\nCache-Control: no-store\r\n"
            f"X-Request-ID: {request_id}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return bytearray(head.encode() + body.encode())

    def _deliver(self, connection: Connection) -> None:
        try:
            connection.send()
        except OSError:
            self._close(connection)
            return
        if connection.answer:
            self._watch(connection, State.WRITING, self.limits.answer)
        else:
            self._delivered(connection)

    def _writable(self, connection: Connection, _sock: socket.socket) -> None:
        if connection not in self.held:
            return
        try:
            connection.send()
        except OSError:
            self._drop(connection)
            return
        if not connection.answer:
            self._release(connection)
            self._delivered(connection)

    def _delivered(self, connection: Connection) -> None:
        if connection.keep and self.alive:
            self._watch(connection, State.IDLE, self.cfg.keepalive)
            if connection.arriving.held:
                self._look(connection)
            return
        try:
            connection.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(connection)
            return
        # Closed with bytes unread, a socket takes back what it has sent.
        self._watch(connection, State.LEAVING, self.limits.farewell)

    def _serve(self, connection: Connection) -> None:
        """In a thread, which no client can hold up."""
        answer = Answer()
        try:
            request = self._read(connection)
        except (ParseException, OSError) as fault:
            status = STATUSES.get(type(fault), HTTPStatus.BAD_REQUEST)
            answer.written = self._refusal(status, fault=type(fault).__name__)
            connection.keep = False
        else:
            connection.keep = self._answer(connection, request, answer)
        connection.answer = answer.written
        self.method_queue.defer(self._deliver, connection)

    def _read(self, connection: Connection) -> Any:
        """The request as gunicorn reads it; its word is the last on what is well formed."""
        parser = RequestParser(self.cfg, [connection.request], connection.client)
        request = next(parser)
        request._expected_100_continue = False  # noqa: SLF001  # the body is here, or nobody reads it
        if connection.keep:
            request.body = io.BytesIO(request.body.read())
            # Had we and gunicorn seen another end, nothing behind it could be believed.
            connection.keep = not parser.unreader.take_buffered()
        return request

    def _answer(self, connection: Connection, request: Any, answer: Answer) -> bool:
        """Whether another request may follow on the connection."""
        try:
            response, environ = wsgi.create(
                request, answer, connection.client, connection.server, self.cfg
            )
            environ["wsgi.multithread"] = True
            if not connection.keep or not self.alive:
                response.force_close()
            _run(self.wsgi, environ, response)
        except Exception:  # the app answers its own; no client is left waiting
            log.exception("answer_failed")
            answer.written = self._refusal(HTTPStatus.INTERNAL_SERVER_ERROR)
            return False
        return not response.should_close()


def _run(app: Callable[..., Any], environ: dict[str, Any], response: Any) -> None:
    parts = app(environ, response.start_response)
    try:
        for part in parts:
            response.write(part)
        response.close()
    finally:
        if hasattr(parts, "close"):
            parts.close()
