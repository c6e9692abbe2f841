"""The development mailbox: letters as they were written, read from their own rows."""

from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.policy import default

from engine.words import N_
from service import vault
from service.refusals import Refusal, say
from service.store import outbox
from service.store.database import reading
from service.store.letters import Letter

MOST = 200


@dataclass(frozen=True)
class Found:
    """A letter in the mailbox."""

    id: int
    to: str
    subject: str
    kind: str
    match: str
    status: str
    reason: str | None
    at: datetime
    text: str


def newest() -> list[Found]:
    with reading() as session:
        return [_found(letter) for letter in outbox.newest(session, MOST)]


def one(letter_id: int) -> Found:
    with reading() as session:
        letter = session.get(Letter, letter_id)
        if letter is None:
            raise Refusal("not_found", say(N_("There is no letter {letter}."), letter=letter_id))
        return _found(letter)


def _found(letter: Letter) -> Found:
    copy = b"" if letter.copy is None else vault.unseal(letter.copy)
    message = message_from_bytes(copy, policy=default)
    body = message.get_body(("plain",)) if copy else None
    return Found(
        id=letter.id,
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or letter.kind),
        kind=letter.kind,
        match=letter.match_id,
        status=letter.status,
        reason=letter.reason,
        at=letter.sent_at or letter.created_at,
        text="" if body is None else body.get_content(),
    )
