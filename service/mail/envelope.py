"""A letter as a mail: its headers, its parts, and the refusal of whatever could add a line.

The library decodes what it is given as a header and writes out what it decoded. So it is given
none: the headers that say who, what and when are written here, the parts below them by it.
"""

import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256

# A long name of a picture stays whole, or the HTML would call it in vain.
WHOLE_LINES = SMTP.clone(max_line_length=990)
SENDER_NAME = "Moai Post"
# What a reader may be shown as it is; anything else travels as encoded words of ours.
PLAIN_NAME = re.compile(r"[A-Za-z0-9 '-]*")
ENCODED_WORD = "=?"
# Of an encoded word's text: with its frame and a header's name it fits RFC 2047's 76 characters.
WORD_BYTES = 36
BETWEEN_WORDS, FOLDED = "?= =?", "?=\r\n =?"
# What breaks a line, what is no character, and what turns the order of others around.
_BREAKING = {"Cc", "Zl", "Zp", "Cs"}
_TURNING = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}


class UnsafeHeaderError(ValueError):
    """A header held what could end its line."""


@dataclass(frozen=True)
class Envelope:
    """All that a letter's headers are made of."""

    sender: str
    recipient: str
    name: str
    subject: str
    message_id: str
    date: datetime
    thread: tuple[str, ...]  # earlier Message-IDs, the last one answered
    unsubscribe: str
    language: str


@dataclass(frozen=True)
class Content:
    """What a letter says, in two forms, and the picture that the second one shows."""

    text: str
    html: str
    picture: bytes | None = None  # a PNG
    content_id: str = ""  # which the HTML calls it by


def build(envelope: Envelope, content: Content) -> bytes:
    parts = _parts(content)
    _bound(parts, envelope.message_id)
    parts["Content-Language"] = _checked("Content-Language", envelope.language)
    lines = (f"{name}: {_checked(name, value)}" for name, value in _headers(envelope))
    head = "".join(f"{line.replace(BETWEEN_WORDS, FOLDED)}\r\n" for line in lines)
    return head.encode("ascii") + parts.as_bytes(policy=WHOLE_LINES)


def _parts(content: Content) -> EmailMessage:
    """What is below the headers: nothing in it comes from a person but what is encoded whole."""
    parts = EmailMessage()
    parts.set_content(content.text, cte="quoted-printable")
    parts.add_alternative(content.html, subtype="html", cte="quoted-printable")
    if content.picture is not None:
        _illustrate(parts, content.picture, content.content_id)
    return parts


def _illustrate(message: EmailMessage, picture: bytes, called: str) -> None:
    """The picture lies beside the HTML that shows it: nothing is fetched from anywhere."""
    page = message.get_body(("html",))
    if page is None:
        raise ValueError("there is no HTML to show the picture in")
    page.add_related(
        picture, "image", "png", cid=f"<{called}>", disposition="inline", filename="board.png"
    )


def _bound(message: EmailMessage, message_id: str) -> None:
    """The same letter is the same bytes: its boundaries come from its name, not from chance.

    No quoted-printable and no base64 can hold `=_` (RFC 2045, 6.7).
    """
    name = sha256(message_id.encode()).hexdigest()[:24]
    whole = [part for part in message.walk() if part.is_multipart()]
    for number, part in enumerate(whole):
        part.set_boundary(f"=_{number}_{name}")


def content_id(message_id: str) -> str:
    """What the picture of this letter, and of no other, is called."""
    return f"board.{message_id.strip('<>')}"


def _headers(envelope: Envelope) -> Iterator[tuple[str, str]]:
    yield "Subject", _written(_checked("Subject", envelope.subject))
    yield "Message-ID", envelope.message_id
    yield "Auto-Submitted", "auto-generated"
    yield "List-Unsubscribe", f"<{envelope.unsubscribe}>"
    yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"
    if envelope.thread:
        yield "In-Reply-To", envelope.thread[-1]
        yield "References", " ".join(envelope.thread)
    yield "Date", format_datetime(envelope.date)
    yield "From", f"{SENDER_NAME} <{envelope.sender}>"
    yield "To", _to(envelope)


def _to(envelope: Envelope) -> str:
    name = one_line(envelope.name)
    shown = name if PLAIN_NAME.fullmatch(name) else _words(name)
    return f"{shown} <{envelope.recipient}>" if name else envelope.recipient


def _written(text: str) -> str:
    """As it is where it is plain ASCII that nobody would decode, else in encoded words."""
    return text if text.isascii() and ENCODED_WORD not in text else _words(text)


def _words(text: str) -> str:
    """Encoded words that hold the text; readers leave out the space between two.

    Some readers decode twice, so that what looks like an encoded word is kept apart inside them.
    """
    chunks = _chunks(text.replace(ENCODED_WORD, "= ?"))
    return " ".join(f"=?utf-8?b?{b64encode(one).decode()}?=" for one in chunks)


def _chunks(text: str) -> Iterator[bytes]:
    """The text's bytes in short runs that split no character."""
    run = b""
    for character in text:
        more = character.encode()
        if len(run + more) > WORD_BYTES:
            yield run
            run = b""
        run += more
    yield run


def _checked(name: str, value: str) -> str:
    if any(breaks(character) for character in value):
        raise UnsafeHeaderError(name)
    return value


def breaks(character: str) -> bool:
    """Whether it would end a line, is no character, or turns the order of others around."""
    return unicodedata.category(character) in _BREAKING or ord(character) in _TURNING


def one_line(text: str) -> str:
    """A person's words on one line, in their own order."""
    return " ".join("".join(" " if breaks(c) else c for c in text).split())
