"""The last look: nothing leaves but a letter of ours to its reader."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings as hypothesis_settings, strategies as st

from service.mail import envelope, inspection
from service.mail.envelope import Content, Envelope
from service.mail.inspection import UnsafeLetterError
from tests.service.encoded_words import texts

TO = "ann@moai.example"
HELLO = Content("Hello\n", "<p>Hello</p>\n")
PICTURED = Content("Hello\n", "<p>Hello</p>\n", b"\x89PNG", "board.1@moai.example")


def letter(
    name: str = "Ann",
    subject: str = "Giants: your turn",
    content: Content = HELLO,
    thread: tuple[str, ...] = (),
) -> bytes:
    written = Envelope(
        sender="post@moai.example",
        recipient=TO,
        name=name,
        subject=subject,
        message_id="<9@moai.example>",
        date=datetime(2026, 3, 2, 12, tzinfo=UTC),
        thread=thread,
        unsubscribe="https://moai.example/u/x",
        language="en",
    )
    return envelope.build(written, content)


@pytest.mark.parametrize("content", [HELLO, PICTURED])
@pytest.mark.parametrize("thread", [(), ("<1@moai.example>", "<2@moai.example>")])
def test_every_letter_that_we_build_may_leave(content: Content, thread: tuple[str, ...]) -> None:
    inspection.demand_ours(letter(content=content, thread=thread), TO)


@given(texts() | st.text(max_size=60), texts() | st.text(max_size=80))
@hypothesis_settings(max_examples=400, deadline=None)
def test_no_encoded_word_adds_anything_to_a_letter(name: str, subject: str) -> None:
    """Names that were kept before the rule against them are safe too."""
    raw = letter(name, envelope.one_line(subject))

    inspection.demand_ours(raw, TO)


def changed(what: bytes, instead: bytes) -> bytes:
    whole = letter(content=PICTURED)
    assert what in whole
    return whole.replace(what, instead, 1)


SUBJECT = b"Subject: Giants: your turn\r\n"
WITHOUT_SUBJECT = (
    "Message-ID, Auto-Submitted, List-Unsubscribe, List-Unsubscribe-Post, Date, From, To, "
    "MIME-Version, Content-Type, Content-Language"
)


@pytest.mark.parametrize(
    ("what", "instead", "why"),
    [
        (SUBJECT, SUBJECT + b"Reply-To: e@e.io\r\n", "other headers"),
        (SUBJECT, SUBJECT + SUBJECT, "other headers"),
        (SUBJECT, b"Bcc: all@e.io\r\n" + SUBJECT, "other headers"),
        (SUBJECT, b"", "other headers"),
        (SUBJECT, SUBJECT + b"\r\nPay at evil.io/x\r\n", "other headers"),
        (SUBJECT, b"Subject: a\nReply-To: e@e.io\r\n", "printable ASCII"),
        (SUBJECT, b"Subject: a\rReply-To: e@e.io\r\n", "printable ASCII"),
        (SUBJECT, b"Subject: a\x00b\r\n", "printable ASCII"),
        (SUBJECT, b"Subject: \xc3\xa4\r\n", "printable ASCII"),
        (SUBJECT, b"Subject: " + b"x" * 990 + b"\r\n", "printable ASCII"),
        (SUBJECT, b"Subject: =?l1?q?a=0ABcc:x?=\r\n", "decodes to more"),
        (SUBJECT, b"Subject: =?utf-8?q?a=E2=80=AEb?=\r\n", "decodes to more"),
        (SUBJECT, b"Subject: =?utf-8?b?PT91dGYtOD9xP2E/PQ==?=\r\n", "decodes to more"),
        (SUBJECT, b"Subject: =?utf-8\r\n ?q?a=0ABcc:x?=\r\n", "decodes to more"),
        (b"Ann <ann@moai", b"Ann <eve@moai", "somebody else"),
        (b"Hello\r\n", b"Hello\x07\r\n", "printable ASCII"),
        (b"text/plain", b"text/calendar", "other parts"),
        (b"image/png\r\n", b"image/png\r\nX-Evil: 1\r\n", "a part with other headers"),
    ],
)
def test_a_letter_that_is_not_ours_stays_here(what: bytes, instead: bytes, why: str) -> None:
    with pytest.raises(UnsafeLetterError, match=why):
        inspection.demand_ours(changed(what, instead), TO)


@pytest.mark.parametrize(
    ("what", "instead", "why"),
    [
        (SUBJECT, b"Subject: a\x00b\r\n", "a line with more than printable ASCII"),
        (SUBJECT, b"Subject: =?l1?q?a=0Ab?=\r\n", "Subject decodes to more than a line"),
        (b"Ann <ann@moai", b"Ann <eve@moai", "addressed to somebody else"),
        (b"text/plain", b"text/calendar", "other parts than ours"),
        (b"image/png\r\n", b"image/png\r\nX-Evil: 1\r\n", "a part with other headers than ours"),
        (
            SUBJECT,
            b"",
            f"other headers than ours: {WITHOUT_SUBJECT}",
        ),
    ],
)
def test_the_log_is_told_why_in_these_words(what: bytes, instead: bytes, why: str) -> None:
    with pytest.raises(UnsafeLetterError) as caught:
        inspection.demand_ours(changed(what, instead), TO)

    assert str(caught.value) == why


def test_what_the_log_is_told_is_never_long() -> None:
    with pytest.raises(UnsafeLetterError) as caught:
        inspection.demand_ours(changed(SUBJECT, SUBJECT * 50), TO)

    assert len(str(caught.value)) == 200


def test_a_line_may_have_998_characters_and_no_more() -> None:
    """RFC 5322, 2.1.1."""
    longest = b"Subject: " + b"x" * 989 + b"\r\n"

    inspection.demand_ours(changed(SUBJECT, longest), TO)
    with pytest.raises(UnsafeLetterError, match="a line with more"):
        inspection.demand_ours(changed(SUBJECT, b"Subject: x" + longest[9:]), TO)


def test_half_a_thread_is_no_letter_of_ours() -> None:
    raw = letter(thread=("<1@moai.example>",))
    halved = raw.replace(b"In-Reply-To: <1@moai.example>\r\n", b"")

    with pytest.raises(UnsafeLetterError, match="other headers"):
        inspection.demand_ours(halved, TO)
