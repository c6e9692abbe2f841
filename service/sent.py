"""What a seat sent: the request to the byte, its row, and finding the same request again."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.words import N_
from service import hidden, keys, proofs
from service.refusals import Refusal
from service.signed import Signed
from service.store import submissions
from service.store.held import AnyMatch
from service.store.submissions import Submission


@dataclass(frozen=True)
class Sent:
    """A request as it came, to the byte: what a signature would cover."""

    body: bytes
    method: str
    authority: str
    path: str
    key: str | None = None  # the Idempotency-Key
    signed: Signed | None = None

    def of(self, holder: int) -> "Sent":
        """With a key that no later holder of the seat can meet."""
        return self if self.key is None else replace(self, key=f"{holder}:{self.key}")


LONGEST_KEY = 255


def demand_key(text: str) -> None:
    if not (0 < len(text) <= LONGEST_KEY and text.isascii() and text.isprintable()):
        raise Refusal(
            "malformed", N_("An Idempotency-Key has 1 to 255 printable ASCII characters.")
        )


@dataclass(frozen=True)
class Asked:
    """What the body says: a turn, and an action as JSON or in words."""

    turn: int
    action: dict[str, Any] | None
    text: str | None


def row_of(row: AnyMatch, seat: int, kind: str, sent: Sent, now: datetime) -> Submission:
    """The next submission of this match; whoever makes it adds its status."""
    made = Submission(**facts_of(row, seat, kind, sent, now))
    hidden.keep_body(row, made, sent.body)
    return made


def facts_of(row: AnyMatch, seat: int, kind: str, sent: Sent, now: datetime) -> dict[str, Any]:
    """What is known of it before it is looked into."""
    row.submissions += 1
    return {
        "match_id": row.id,
        "number": row.submissions,
        "seat": seat,
        "kind": kind,
        "phase": row.phase,
        "turn": row.turn,
        "by": "person",
        "method": sent.method,
        "authority": sent.authority,
        "path": sent.path,
        "key": sent.key,
        "fingerprint": fingerprint(sent) if sent.key else None,
        "proof": proofs.kept(row, sent.signed, row.submissions),
        "created_at": now,
    }


def fingerprint(sent: Sent) -> str:
    """Of operation and body: a key is for one request, not for one text."""
    return keys.fingerprint("submission", sent.path.encode() + b"\0" + sent.body)


def earlier(session: Session, row: AnyMatch, seat: int, sent: Sent) -> Submission | None:
    """The submission that came with the same key, if its body was the same too."""
    if sent.key is None:
        return None
    found = submissions.by_key(session, row.id, seat, sent.key)
    if found is not None and found.method != sent.method:
        raise _reused()
    demand_same(None if found is None else found.fingerprint, sent)
    return found


def demand_same(known: str | None, sent: Sent) -> None:
    """Refuse a key whose first request had another fingerprint."""
    if known is not None and known != fingerprint(sent):
        raise _reused()


def _reused() -> Refusal:
    return Refusal("key_reused", N_("That Idempotency-Key came with another request before."))
