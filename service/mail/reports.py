"""What comes back, read: a report of non-delivery (RFC 3464), a bounce in plain words, or neither.

Whoever may write here may be hostile. So nothing is parsed deeper than one level, nothing is
decoded that need not be, and each look is bounded.
"""

import binascii
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import HeaderParser
from typing import TypeAlias

from service.mail import reasons

MOST_HEAD = 32_768
MOST_PARTS = 16
MOST_BLOCKS = 32
MOST_WORDS = 8_192  # of a bounce without a status, where its reason stands
STATUS_PARTS = ("message/delivery-status", "message/global-delivery-status")
WORDLESS = "returned without a reason"

_BLANK = re.compile(rb"\r?\n[ \t]*\r?\n")
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_DELAY = re.compile(r"delay|warning|not yet|still being", re.IGNORECASE)
_MACHINE = re.compile(r"(?:^|[<\s\"])(?:mailer-daemon|postmaster)(?:@|>|\s|$)", re.IGNORECASE)
_ENCODED = (binascii.Error, ValueError)


@dataclass(frozen=True)
class Returned:
    """It will not arrive; `address` says whether the address is to blame."""

    reason: str
    address: bool


@dataclass(frozen=True)
class Delayed:
    """It may still arrive."""

    reason: str


@dataclass(frozen=True)
class Unrelated:
    """It says nothing of a letter's fate."""

    what: str


Report: TypeAlias = Returned | Delayed | Unrelated


def read(text: bytes, *, nameless: bool) -> Report:
    """What it says of the letter; a bounce is nameless: its envelope has no sender."""
    head, body = _parted(text)
    kind, what = _typed(head)
    if kind == "multipart/report":
        if what.get("report-type", "").lower() != "delivery-status":
            return Unrelated("another report")
        return _judged(list(_statuses(body, what.get("boundary", ""))))
    if not nameless:
        return Unrelated("a letter")
    return _in_words(head, body)


# --- a report by RFC 3464


def _statuses(body: bytes, boundary: str) -> Iterator[Message]:
    """What is reported of each recipient."""
    for part in _parts(body, boundary):
        head, content = _parted(part)
        if _typed(head)[0] not in STATUS_PARTS:
            continue
        blocks = _BLANK.split(_decoded(head, content).strip(), MOST_BLOCKS)[:MOST_BLOCKS]
        yield from (_head(block) for block in blocks)


def _parts(body: bytes, boundary: str) -> list[bytes]:
    if not boundary:
        return []
    line = rb"(?m)^--" + re.escape(boundary.encode("utf-8", "replace")) + rb"(?:--)?[ \t]*\r?$\n?"
    return re.split(line, body, maxsplit=MOST_PARTS)[1 : MOST_PARTS + 1]


def _decoded(head: Message, content: bytes) -> bytes:
    how = _field(head, "Content-Transfer-Encoding").lower()
    try:
        if how == "base64":
            return binascii.a2b_base64(content)
        return quopri.decodestring(content) if how == "quoted-printable" else content
    except _ENCODED:
        return b""


def _judged(blocks: list[Message]) -> Report:
    """The worst that is said: a letter has one recipient, whatever lists it may pass."""
    failed = [one for one in blocks if _action(one) == "failed"]
    permanent = next((one for one in failed if _class(one) in ("5", "")), None)
    if permanent is not None:
        return Returned(_reason(permanent), address=True)
    expired = next((one for one in failed if _class(one) == "4"), None)
    if expired is not None:
        return Returned(_reason(expired), address=False)
    delayed = next((one for one in blocks if _action(one) == "delayed"), None)
    return Unrelated("no failure") if delayed is None else Delayed(_reason(delayed))


def _action(block: Message) -> str:
    return _field(block, "Action").partition("(")[0].strip().lower()


def _status(block: Message) -> str:
    found = _STATUS.search(_field(block, "Status"))
    return "" if found is None else found.group()


def _class(block: Message) -> str:
    return _status(block)[:1]


def _reason(block: Message) -> str:
    status = _status(block)
    said = _field(block, "Diagnostic-Code")
    diagnosis = said.partition(";")[2] if ";" in said else said
    words = diagnosis if status in diagnosis else f"{status} {diagnosis}"
    return reasons.plain(words) or WORDLESS


# --- a bounce in plain words


def _in_words(head: Message, body: bytes) -> Report:
    """Without a status: only where a mail system itself says that it could not be delivered."""
    named = "X-Failed-Recipients" in head
    if not named and _replies(head):
        return Unrelated("an automatic reply")
    if not named and _MACHINE.search(_field(head, "From")) is None:
        return Unrelated("a letter")
    found = _STATUS.search(body[:MOST_WORDS].decode("ascii", "replace"))
    status = "" if found is None else found.group()
    if _delays(head) or status.startswith("4"):
        return Delayed(status or "delayed")
    return Returned(status or WORDLESS, address=True)


def _replies(head: Message) -> bool:
    """Somebody is away, a list answers, a program has read it."""
    submitted = _field(head, "Auto-Submitted").lower()
    precedence = _field(head, "Precedence").lower()
    marks = ("X-Autoreply", "X-Autorespond", "List-Id", "List-Unsubscribe")
    return (
        submitted.startswith(("auto-replied", "auto-notified"))
        or precedence in ("bulk", "junk", "list", "auto_reply")
        or any(mark in head for mark in marks)
    )


def _delays(head: Message) -> bool:
    said = f"{_field(head, 'Auto-Submitted')} {_field(head, 'Subject')}"
    return _DELAY.search(said) is not None


# --- heads


def _parted(text: bytes) -> tuple[Message, bytes]:
    """The head of a mail or of a part, and what follows it."""
    if text.startswith((b"\r\n", b"\n")):
        return Message(), text
    head, *rest = _BLANK.split(text, 1)
    return _head(head), rest[0] if rest else b""


def _head(text: bytes) -> Message:
    # Without bytes that are no letters: such a field would be no text.
    return HeaderParser().parsestr(text[:MOST_HEAD].decode("ascii", "replace"))


def _field(head: Message, name: str) -> str:
    return " ".join(str(head.get(name, "")).split())


_PARAMETER = re.compile(r";\s*([a-z-]+)\s*=\s*(?:\"([^\"]*)\"|([^\s;\"]+))", re.IGNORECASE)


def _typed(head: Message) -> tuple[str, dict[str, str]]:
    """The content's type and its parameters."""
    said = _field(head, "Content-Type")
    found = {name.lower(): quoted or bare for name, quoted, bare in _PARAMETER.findall(said)}
    return said.partition(";")[0].strip().lower(), found
