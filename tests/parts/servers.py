"""A real broker and a real mail server, each test's own."""

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message
from ipaddress import ip_address
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Collector
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from typing_extensions import override

from service import embedded

# A busy machine may take its time to start a thread.
PATIENCE = 60.0


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


@dataclass(frozen=True)
class Certificate:
    """A certificate for 127.0.0.1 and its key, in files."""

    path: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(self.path, self.key)
        return made


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    """Signed by itself, and trusted for this test alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    alternative = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(alternative, critical=False)
        .sign(key, hashes.SHA256())
    )
    made = Certificate(tmp_path / "certificate.pem", tmp_path / "key.pem")
    made.path.write_bytes(signed.public_bytes(Encoding.PEM))
    made.key.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    monkeypatch.setenv("SSL_CERT_FILE", str(made.path))
    return made


class Door:
    """Lets in whoever knows the word, and remembers who came."""

    def __init__(self) -> None:
        self.came: list[bytes] = []

    def __call__(
        self, _server: object, _session: object, _envelope: object, _mechanism: str, data: object
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.came.append(data.login)
        return AuthResult(success=data.password == b"word", handled=False)


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer(free_port())
    controller = Controller(
        server.inbox, hostname="127.0.0.1", port=server.port, ready_timeout=PATIENCE
    )
    controller.start()
    yield server
    controller.stop()
