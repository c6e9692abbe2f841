"""The last look at a letter's bytes: what leaves has our headers, our parts and nothing more.

It knows nothing of how a letter is built, so that a fault there cannot hide itself here.
"""

import re
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr

from service.mail.envelope import ENCODED_WORD, breaks

LONGEST_LINE = 998  # RFC 5322, 2.1.1
# Each once and in this order; the two of a thread come together or not at all.
FIRST = ("Subject", "Message-ID", "Auto-Submitted", "List-Unsubscribe", "List-Unsubscribe-Post")
THREAD = ("In-Reply-To", "References")
LAST = ("Date", "From", "To", "MIME-Version", "Content-Type", "Content-Language")
HEADERS = ((*FIRST, *LAST), (*FIRST, *THREAD, *LAST))
OF_A_PART = {
    "Content-Type",
    "Content-Transfer-Encoding",
    "Content-ID",
    "Content-Disposition",
    "MIME-Version",
}
PARTS = (
    ["multipart/alternative", "text/plain", "text/html"],
    ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"],
)
_LINE = re.compile(rb"[\x20-\x7e]*")
_FOLD = re.compile(r"\r\n(?= )")


class UnsafeLetterError(ValueError):
    """A finished letter is not what a letter of ours can be."""


def demand_ours(text: bytes, recipient: str) -> None:
    """Raise unless these bytes are a letter of ours to this one address."""
    _demand_lines(text)
    head = _FOLD.sub("", text.partition(b"\r\n\r\n")[0].decode("ascii"))
    _demand_headers(tuple(line.partition(":")[0] for line in head.split("\r\n")))
    _demand_words(head)
    letter = message_from_bytes(text)
    _demand_recipient(letter, recipient)
    _demand_parts(letter)


def _demand_lines(text: bytes) -> None:
    """All is encoded, so that nothing but printable ASCII is left, in lines of a fair length."""
    for line in text.split(b"\r\n"):
        if not _LINE.fullmatch(line) or len(line) > LONGEST_LINE:
            raise UnsafeLetterError("a line with more than printable ASCII")


def _demand_headers(names: tuple[str, ...]) -> None:
    if names not in HEADERS:
        raise UnsafeLetterError(f"other headers than ours: {', '.join(names)}"[:200])


def _demand_words(head: str) -> None:
    """What a reader decodes holds no line's end, turns nothing around, and decodes no further."""
    for line in head.split("\r\n"):
        shown = str(make_header(decode_header(line)))
        if any(breaks(character) for character in shown) or ENCODED_WORD in shown:
            raise UnsafeLetterError(f"{line.partition(':')[0]} decodes to more than a line")


def _demand_recipient(letter: Message, recipient: str) -> None:
    if parseaddr(letter["To"])[1] != recipient:
        raise UnsafeLetterError("addressed to somebody else")


def _demand_parts(letter: Message) -> None:
    if [part.get_content_type() for part in letter.walk()] not in PARTS:
        raise UnsafeLetterError("other parts than ours")
    for part in letter.walk():
        if part is not letter and not set(part.keys()) <= OF_A_PART:
            raise UnsafeLetterError("a part with other headers than ours")
