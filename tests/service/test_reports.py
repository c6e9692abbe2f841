"""What comes back is read as RFC 3464 says, and as mail systems write that never read it."""

import base64

import pytest

from service.mail import reports
from service.mail.reports import Delayed, Returned, Unrelated
from tests.parts.inbox import QMAIL, VACATION, report, words

TO = "bounces+1.0@bounce.moai.example"
REJECTED = "550 5.1.1 Recipient address rejected: User unknown"
PLAIN = """\
From: {sender}
Subject: {subject}
{more}
{body}
"""


def plain(sender: str, subject: str, body: str = "", more: str = "") -> bytes:
    return words(PLAIN.format(sender=sender, subject=subject, body=body, more=more))


def test_a_failure_for_good_blames_the_address_in_words_without_it() -> None:
    assert reports.read(report(TO), nameless=True) == Returned(REJECTED, address=True)


def test_a_report_counts_whatever_its_sender_and_says_auto_replied_itself() -> None:
    """Postfix and Exim write so; a holiday note that says it too is no report."""
    assert reports.read(report(TO), nameless=False) == Returned(REJECTED, address=True)


def test_a_delay_is_a_delay() -> None:
    late = report(TO, "delayed", "4.4.1", "connect to store.players.example: timed out")

    found = reports.read(late, nameless=True)

    assert found == Delayed("4.4.1 connect to store.players.example: timed out")


def test_a_letter_given_up_after_days_came_back_and_the_address_is_not_to_blame() -> None:
    expired = report(TO, "failed", "4.4.7", "delivery time expired")

    assert reports.read(expired, nameless=True) == Returned(
        "4.4.7 delivery time expired", address=False
    )


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded", "nonsense", ""])
def test_what_has_not_failed_is_no_failure(action: str) -> None:
    found = reports.read(report(TO, action, "2.0.0", "fine"), nameless=True)

    assert found == Unrelated("no failure")


def test_a_failure_without_a_status_is_still_one() -> None:
    found = reports.read(report(TO, "failed", "", "unknown"), nameless=True)

    assert found == Returned("unknown", address=True)


@pytest.mark.parametrize("how", ["base64", "quoted-printable"])
def test_a_report_may_be_encoded(how: str) -> None:
    text = report(TO).decode()
    head, mark, rest = text.partition("Content-Type: message/delivery-status\r\n\r\n")
    status, cut, tail = rest.partition("\r\n--B1")
    encoded = (
        base64.encodebytes(status.encode()).decode().replace("\n", "\r\n")
        if how == "base64"
        else status.replace("5.1.1", "5.1=2E1", 1).replace("failed", "f=61iled")
    )
    kind = f"Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: {how}\r\n\r\n"
    found = reports.read((head + kind + encoded + cut + tail).encode(), nameless=True)

    assert mark
    assert found == Returned(REJECTED, address=True)


def test_bare_line_feeds_are_read_too() -> None:
    found = reports.read(report(TO).replace(b"\r\n", b"\n"), nameless=True)

    assert found == Returned(REJECTED, address=True)


def test_a_bounce_in_plain_words_counts_where_a_mail_system_sent_it_without_a_name() -> None:
    assert reports.read(words(QMAIL), nameless=True) == Returned("5.1.1", address=True)
    assert reports.read(words(QMAIL), nameless=False) == Unrelated("a letter")


def test_a_bounce_without_any_reason_counts_and_says_so() -> None:
    silent = plain("postmaster@players.example", "Nicht zustellbar", "Leider nein.")

    found = reports.read(silent, nameless=True)

    assert found == Returned("returned without a reason", address=True)


def test_exims_older_form_is_known_by_its_own_header() -> None:
    more = "Auto-Submitted: auto-replied\nX-Failed-Recipients: bruno.m1@players.example\n"
    exim = plain("Mail Delivery System <x@players.example>", "Mail delivery failed", more=more)

    assert isinstance(reports.read(exim, nameless=True), Returned)


@pytest.mark.parametrize(
    ("subject", "body", "more"),
    [
        ("Warning: message 1abc delayed 24 hours", "It has not been delivered.", ""),
        ("Could not send message for past 4 hours", "", "Auto-Submitted: auto-generated (warning)"),
        ("Mail delivery problem", "451 4.2.1 mailbox busy, will try again", ""),
    ],
)
def test_a_warning_in_plain_words_is_a_delay(subject: str, body: str, more: str) -> None:
    late = plain("MAILER-DAEMON@players.example", subject, body, f"{more}\n" if more else "")

    assert isinstance(reports.read(late, nameless=True), Delayed)


@pytest.mark.parametrize(
    "more",
    [
        "Auto-Submitted: auto-replied (vacation)",
        "Precedence: bulk",
        "X-Autoreply: yes",
        "List-Id: <people.players.example>",
    ],
)
def test_automatic_replies_say_nothing(more: str) -> None:
    reply = plain("postmaster@players.example", "Away", "5.1.1", f"{more}\n")

    assert reports.read(reply, nameless=True) == Unrelated("an automatic reply")


def test_a_holiday_note_says_nothing_whoever_sends_it() -> None:
    assert isinstance(reports.read(words(VACATION), nameless=True), Unrelated)
    assert isinstance(reports.read(words(VACATION), nameless=False), Unrelated)


def test_somebody_who_writes_without_a_name_is_no_mail_system() -> None:
    found = reports.read(plain("Bruno <b@players.example>", "Hello", "5.1.1"), nameless=True)

    assert found == Unrelated("a letter")


@pytest.mark.parametrize("kind", ["disposition-notification", "feedback-report", ""])
def test_other_reports_say_nothing(kind: str) -> None:
    text = report(TO).replace(b"report-type=delivery-status", f"report-type={kind}".encode())

    assert reports.read(text, nameless=True) == Unrelated("another report")


NEST = "Content-Type: multipart/mixed; boundary=b{0}\r\n\r\n--b{0}\r\n"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\r\n",
        b"\0" * 100_000,
        bytes(range(256)) * 400,
        b"Content-Type: multipart/report; report-type=delivery-status\r\n\r\n",
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=\r\n\r\n--\r\n",
        b"Content-Type: " + b"a;" * 50_000,
        b"Content-Type: multipart/report" + b"; x=1" * 9_000 + b"\r\n\r\n",
        b"Subject: " + b"=?utf-8?q?" * 20_000 + b"\r\n\r\n",
        b"X: y\r\n" * 100_000,
        b"\r\n \r\n" * 100_000,
        "".join(NEST.format(number) for number in range(9_000)).encode(),
        report(TO).replace(b"Final-Recipient", b"\r\nFinal-Recipient" * 50_000),
        report(TO).replace(b"\r\n--B1", b"\r\n--B1.mx.players.example\r\n" * 20_000 + b"--B1"),
    ],
    ids=range(14),
)
def test_hostile_texts_are_read_at_once_and_blame_nobody_by_accident(text: bytes) -> None:
    """Nothing is raised, nothing is deep, and no test here takes a second."""
    found = reports.read(text, nameless=True)

    assert isinstance(found, Unrelated | Returned)


def test_a_reason_holds_no_address_no_link_and_no_second_line() -> None:
    said = "550 no such user bruno@players.example,\n see https://evil.example/x \x07now"

    found = reports.read(report(TO, said=said), nameless=True)

    assert found == Returned("5.1.1 550 no such user see now", address=True)
