"""A letter as a mail: its headers, its parts, and the refusal of whatever could add a line."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256

# A long link or Message-ID must stay whole: the library folds by encoding it.
WHOLE_LINES = SMTP.clone(max_line_length=990)
SENDER_NAME = "Moai Post"
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
    message = EmailMessage(policy=SMTP)
    for name, value in _headers(envelope).items():
        message[name] = _checked(name, value)
    message["Date"] = envelope.date
    message["From"] = Address(SENDER_NAME, addr_spec=_checked("From", envelope.sender))
    message["To"] = _to(envelope)
    message.set_content(content.text, cte="quoted-printable")
    message.add_alternative(content.html, subtype="html", cte="quoted-printable")
    if content.picture is not None:
        _illustrate(message, content.picture, content.content_id)
    # After the content, which takes every Content- header with it.
    message["Content-Language"] = _checked("Content-Language", envelope.language)
    _bound(message, envelope.message_id)
    return message.as_bytes(policy=WHOLE_LINES)


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


def _headers(envelope: Envelope) -> dict[str, str]:
    headers = {
        "Subject": envelope.subject,
        "Message-ID": envelope.message_id,
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{envelope.unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if envelope.thread:
        headers["In-Reply-To"] = envelope.thread[-1]
        headers["References"] = " ".join(envelope.thread)
    return headers


def _to(envelope: Envelope) -> Address:
    local, _, domain = _checked("To", envelope.recipient).rpartition("@")
    return Address(one_line(envelope.name), username=local, domain=domain)


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
