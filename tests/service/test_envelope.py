"""A letter's bytes, written out by hand after RFC 5322, 2045 and 2047."""

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from service.mail import envelope
from service.mail.envelope import Content, Envelope, UnsafeHeaderError

LETTER = Envelope(
    sender="post@moai.example",
    recipient="ann@moai.example",
    name="Ann",
    subject="Giants: your turn",
    message_id="<9@moai.example>",
    date=datetime(2026, 3, 2, 12, tzinfo=UTC),
    thread=("<1@moai.example>", "<2@moai.example>"),
    unsubscribe="https://moai.example/u/x",
    language="en",
)
HELLO = Content("Hello\n", "<p>Hello</p>\n")
PICTURED = Content("Hello\n", "<p>Hello</p>\n", b"\x89PNG", "board.9@moai.example")
LINE = "x\r\nBcc: e@e.example"
NAME = sha256(b"<9@moai.example>").hexdigest()[:24]

WHOLE = f"""\
Subject: Giants: your turn
Message-ID: <9@moai.example>
Auto-Submitted: auto-generated
List-Unsubscribe: <https://moai.example/u/x>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
In-Reply-To: <2@moai.example>
References: <1@moai.example> <2@moai.example>
Date: Mon, 02 Mar 2026 12:00:00 +0000
From: Moai Post <post@moai.example>
To: Ann <ann@moai.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="=_0_{NAME}"
Content-Language: en

--=_0_{NAME}
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

Hello

--=_0_{NAME}
MIME-Version: 1.0
Content-Type: multipart/related; boundary="=_1_{NAME}"

--=_1_{NAME}
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

<p>Hello</p>

--=_1_{NAME}
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Disposition: inline; filename="board.png"
Content-ID: <board.9@moai.example>
MIME-Version: 1.0

iVBORw==

--=_1_{NAME}--

--=_0_{NAME}--
"""


def header(name: str, letter: Envelope) -> str:
    """As it stands in the finished bytes, folds included."""
    head = envelope.build(letter, HELLO).decode("ascii").partition("\r\n\r\n")[0]
    folded = head.replace("\r\n ", "\r ")
    [found] = [line for line in folded.split("\r\n") if line.startswith(f"{name}: ")]
    return found.removeprefix(f"{name}: ").replace("\r ", "\r\n ")


def test_a_letter_with_a_thread_and_a_picture_is_these_bytes() -> None:
    assert envelope.build(LETTER, PICTURED) == WHOLE.replace("\n", "\r\n").encode("ascii")


def test_a_picture_is_called_after_its_letter() -> None:
    assert envelope.content_id("<9@moai.example>") == "board.9@moai.example"


def test_a_long_name_of_a_picture_stays_whole() -> None:
    called = f"board.9@{'x' * 120}.example"
    built = envelope.build(LETTER, replace(PICTURED, content_id=called))

    assert f"\r\nContent-ID: <{called}>\r\n".encode() in built


def test_the_first_letter_of_a_thread_answers_nothing() -> None:
    built = envelope.build(replace(LETTER, thread=()), HELLO)

    assert b"In-Reply-To" not in built
    assert b"References" not in built


@pytest.mark.parametrize(
    ("name", "to"),
    [
        ("Ann O'Hara-Lee 2", "Ann O'Hara-Lee 2 <ann@moai.example>"),
        ("", "ann@moai.example"),
        ("\u202e \n", "ann@moai.example"),
        ("Zoë", "=?utf-8?b?Wm/Dqw==?= <ann@moai.example>"),
        ("a, b", "=?utf-8?b?YSwgYg==?= <ann@moai.example>"),
        ("a\nb\u202ec", "a b c <ann@moai.example>"),
        # "= ?", which nobody decodes a second time
        ("=?", "=?utf-8?b?PSA/?= <ann@moai.example>"),
        # 18 letters of two bytes fill a word; the nineteenth is the next one's first
        ("ö" * 18, f"=?utf-8?b?{'w7bDtsO2' * 6}?= <ann@moai.example>"),
        (
            "," + "x" * 36,
            f"=?utf-8?b?LHh4{'eHh4' * 11}?=\r\n =?utf-8?b?eA==?= <ann@moai.example>",
        ),
        (
            "ö" * 19,
            f"=?utf-8?b?{'w7bDtsO2' * 6}?=\r\n =?utf-8?b?w7Y=?= <ann@moai.example>",
        ),
    ],
)
def test_a_name_stands_before_its_address_as_it_is_or_in_words_of_ours(name: str, to: str) -> None:
    assert header("To", replace(LETTER, name=name)) == to


@pytest.mark.parametrize(
    ("subject", "written"),
    [
        ("Giants (no. 3): 50 %!", "Giants (no. 3): 50 %!"),
        ("Zoë", "=?utf-8?b?Wm/Dqw==?="),
        ("=?", "=?utf-8?b?PSA/?="),
    ],
)
def test_a_subject_is_plain_or_in_words_of_ours(subject: str, written: str) -> None:
    assert header("Subject", replace(LETTER, subject=subject)) == written


@pytest.mark.parametrize(
    "turning",
    [chr(code) for code in (0x202A, 0x202E, 0x2066, 0x2069, 0x0A, 0x2028, 0x2029, 0xD800)],
)
def test_what_ends_a_line_or_turns_it_around_is_refused_in_a_subject(turning: str) -> None:
    with pytest.raises(UnsafeHeaderError, match=r"^Subject$"):
        envelope.build(replace(LETTER, subject=f"a{turning}b"), HELLO)


@pytest.mark.parametrize("harmless", [chr(0x2029 + 6), chr(0x2065), chr(0x206A), chr(0x2030)])
def test_what_only_stands_beside_those_is_written(harmless: str) -> None:
    assert not envelope.breaks(harmless)


@pytest.mark.parametrize(
    ("broken", "header_name"),
    [
        (replace(LETTER, language=LINE), "Content-Language"),
        (replace(LETTER, message_id=LINE), "Message-ID"),
        (replace(LETTER, unsubscribe=LINE), "List-Unsubscribe"),
        (replace(LETTER, sender=LINE), "From"),
        (replace(LETTER, recipient=LINE), "To"),
        (replace(LETTER, thread=(LINE,)), "In-Reply-To"),
    ],
)
def test_no_other_field_can_end_its_line_either(broken: Envelope, header_name: str) -> None:
    with pytest.raises(UnsafeHeaderError, match=f"^{header_name}$"):
        envelope.build(broken, HELLO)


def test_a_line_that_is_shown_ends_nowhere() -> None:
    assert envelope.one_line(" a\r\n\u2028b\u202e  c ") == "a b c"
