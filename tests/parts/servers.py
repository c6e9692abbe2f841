"""A real broker and a real mail server, each test's own."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Collector
from typing_extensions import override

from service import embedded


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[embedded.Broker]:
    with embedded.running(tmp_path / "broker") as made:
        yield made


class Inbox(Collector):
    """Keeps what arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: list[Message] = []

    @override
    def handle_message(self, message: Message) -> None:
        self.letters.append(message)


@dataclass
class MailServer:
    port: int
    inbox: Inbox = field(default_factory=Inbox)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer(free_port())
    controller = Controller(server.inbox, hostname="127.0.0.1", port=server.port)
    controller.start()
    yield server
    controller.stop()
