"""The mail server is asked whether it would take letters."""

import smtplib

import pytest

from service.mail import smtp
from tests.parts.servers import MailServer, free_port


def test_a_server_that_is_there_greets_and_gets_no_letter(mail_server: MailServer) -> None:
    assert smtp.greets(mail_server.url)
    assert mail_server.inbox.letters == []


def test_a_server_that_is_not_there_does_not_greet() -> None:
    assert not smtp.greets(f"smtp://127.0.0.1:{free_port()}")


def test_a_password_is_never_sent_without_tls(mail_server: MailServer) -> None:
    with pytest.raises(smtplib.SMTPNotSupportedError, match="the password stays here"):
        smtp.connect(f"smtp://user:canary@127.0.0.1:{mail_server.port}")
