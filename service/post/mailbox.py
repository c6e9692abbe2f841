"""The development mailbox: letters as they were written, read from their own rows."""

from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

from engine.words import N_
from service import vault
from service.refusals import Refusal, say
from service.store import outbox
from service.store.database import reading
from service.store.letters import Letter

MOST = 200
PICTURE = "image/png"


@dataclass(frozen=True)
class Found:
    """A letter in the mailbox."""

    id: int
    to: str
    subject: str
    kind: str
    match: str | None  # None: a digest
    status: str
    reason: str | None
    at: datetime


@dataclass(frozen=True)
class Opened:
    """A letter with all that it holds."""

    found: Found
    headers: tuple[tuple[str, str], ...]
    text: str
    html: str  # calls its picture by `picture_name`
    picture: bytes | None
    picture_name: str


def newest() -> list[Found]:
    with reading() as session:
        return [_found(letter) for letter in outbox.newest(session, MOST)]


def one(letter_id: int) -> Opened:
    with reading() as session:
        letter = session.get(Letter, letter_id)
        if letter is None:
            raise Refusal("not_found", say(N_("There is no letter {letter}."), letter=letter_id))
        message = message_from_bytes(_copy(letter), policy=default)
        pictures = [part for part in message.walk() if part.get_content_type() == PICTURE]
        return Opened(
            found=_found(letter),
            headers=tuple((name, str(value)) for name, value in message.items()),
            text=_part(message, "plain"),
            html=_part(message, "html"),
            picture=pictures[0].get_content() if pictures else None,
            picture_name=f"cid:{pictures[0]['Content-ID'].strip('<>')}" if pictures else "",
        )


def _found(letter: Letter) -> Found:
    message = BytesParser(policy=default).parsebytes(_copy(letter), headersonly=True)
    return Found(
        id=letter.id,
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or letter.kind),
        kind=letter.kind,
        match=letter.match_id,
        status=letter.status,
        reason=letter.reason,
        at=letter.sent_at or letter.created_at,
    )


def _copy(letter: Letter) -> bytes:
    """Nothing, of a letter that was never written or has been forgotten."""
    return b"" if letter.copy is None else vault.unseal(letter.copy)


def _part(message: EmailMessage, form: str) -> str:
    part = message.get_body((form,))
    return "" if part is None or not message.keys() else str(part.get_content())
