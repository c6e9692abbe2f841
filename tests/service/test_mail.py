"""The mail server is asked whether it would take letters."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink

from service.mail import smtp
from tests.parts.servers import PATIENCE, Certificate, Door, MailServer, free_port


def test_a_server_that_is_there_greets_and_gets_no_letter(mail_server: MailServer) -> None:
    assert smtp.greets(mail_server.url)
    assert mail_server.inbox.letters == []


def test_a_server_that_is_not_there_does_not_greet() -> None:
    assert not smtp.greets(f"smtp://127.0.0.1:{free_port()}")


def test_a_password_is_never_sent_without_tls(mail_server: MailServer) -> None:
    with pytest.raises(smtplib.SMTPNotSupportedError, match="the password stays here"):
        smtp.connect(f"smtp://user:canary@127.0.0.1:{mail_server.port}")


@contextmanager
def serving(**options: Any) -> Iterator[int]:
    port = free_port()
    controller = Controller(
        Sink(), hostname="127.0.0.1", port=port, ready_timeout=PATIENCE, **options
    )
    controller.start()
    yield port
    controller.stop()


@pytest.mark.parametrize(("word", "let_in"), [("word", True), ("wrong", False)])
def test_with_starttls_the_right_password_is_let_in(
    certificate: Certificate, word: str, *, let_in: bool
) -> None:
    door = Door()
    with serving(tls_context=certificate.context(), authenticator=door) as port:
        assert smtp.greets(f"smtp://moai%40example:{word}@127.0.0.1:{port}") is let_in

    assert door.came[0] == b"moai@example"


def test_with_smtps_everything_is_encrypted_from_the_start(certificate: Certificate) -> None:
    with serving(ssl_context=certificate.context()) as port:
        assert smtp.greets(f"smtps://127.0.0.1:{port}")


def test_a_server_whose_certificate_nobody_vouches_for_is_not_used(
    certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    with serving(ssl_context=certificate.context()) as port:
        assert not smtp.greets(f"smtps://127.0.0.1:{port}")
