"""A program that is told by webhooks: a real HTTP server, which answers as it is told to."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from typing_extensions import override


@dataclass
class Receiver:
    """`answers` are used up one a call, then the last one stays; `drip` never ends one."""

    answers: list[int] = field(default_factory=lambda: [204])
    calls: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    drip: bool = False
    url: str = ""


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.calls.append(({name.lower(): v for name, v in self.headers.items()}, body))
            if receiver.drip:
                return self._drip()
            answer = receiver.answers.pop(0) if len(receiver.answers) > 1 else receiver.answers[0]
            self.send_response(answer)
            self.send_header("Location", receiver.url + "/elsewhere")
            self.end_headers()
            return None

        def _drip(self) -> None:
            self.wfile.write(b"HTTP/1.1 2")
            try:
                for _ in range(200):
                    self.wfile.write(b"0")
                    self.wfile.flush()
                    time.sleep(0.05)
            except OSError:
                return

        @override
        def log_message(self, *_: Any) -> None:
            """Nothing on the screen."""

    return Handler


@contextmanager
def receiving() -> Iterator[Receiver]:
    made = Receiver()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(made))
    made.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made
