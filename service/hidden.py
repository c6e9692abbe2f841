"""What is hidden of a match, column by column: sealed as it is kept, opened as it is read.

A column of bytes holds them sealed; one of JSON holds a string, which is them in base64.
"""

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from typing import Any

from service import match_keys, vault
from service.store.entries import LogEntry
from service.store.held import AnyMatch, Made
from service.store.matches import Match
from service.store.submissions import Submission
from service.vault import VaultError

FEW = 256  # of few bytes all are padded to this
SALT = 32

# --- the match


def state(row: AnyMatch) -> bytes | None:
    """Its snapshot; None before it is dealt."""
    return None if row.state is None else match_keys.unseal(row, "match.state", row.state)


def keep_state(row: Match, snapshot: bytes) -> None:
    row.state = match_keys.seal(row, "match.state", snapshot, vault.LEAST)


def back(row: Match) -> Sequence[dict[str, Any]]:
    """What `keep_back` was given last."""
    found: list[dict[str, Any]] = _read(row, "match.back", row.back) if row.back else []
    return found


def keep_back(row: Match, steps: Sequence[dict[str, Any]]) -> None:
    row.back = _written(row, "match.back", list(steps)) if steps else []


# --- an entry


def entry_parts(
    row: Match,
    number: int,
    private: Mapping[str, Any],
    salt: bytes,
    told: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """An entry's hidden columns, sealed."""
    return {
        "private": _written(row, f"entry.private {number}", dict(private)),
        "salt": match_keys.seal(row, f"entry.salt {number}", salt, SALT),
        "told": _written(row, f"entry.told {number}", list(told)),
    }


def private(row: Match, entry: LogEntry) -> dict[str, Any]:
    found: dict[str, Any] = _read(row, f"entry.private {entry.number}", entry.private)
    return found


def salt(row: Match, entry: LogEntry) -> bytes:
    return match_keys.unseal(row, f"entry.salt {entry.number}", entry.salt)


def told(row: Match, entry: LogEntry) -> list[dict[str, Any]]:
    """What single seats alone were told of it."""
    found: list[dict[str, Any]] = _read(row, f"entry.told {entry.number}", entry.told)
    return found


def keep_told(row: Match, entry: LogEntry, told: Sequence[dict[str, Any]]) -> None:
    entry.told = _written(row, f"entry.told {entry.number}", list(told))


# --- a submission: all of them, so that nobody sees which have something to hide


def body(row: AnyMatch, made: Submission) -> bytes:
    """As it came; nothing, where it was destroyed."""
    if not made.body:
        return b""
    return match_keys.unseal(row, f"submission.body {made.number}", made.body)


def keep_body(row: AnyMatch, made: Submission | Made, data: bytes) -> None:
    made.body = match_keys.seal(row, f"submission.body {made.number}", data, vault.LEAST)


def action(row: AnyMatch, made: Submission) -> bytes:
    if made.action is None:
        raise VaultError("a sealed submission without an action")
    return match_keys.unseal(row, f"submission.action {made.number}", made.action)


def keep_action(row: AnyMatch, made: Submission | Made, data: bytes) -> None:
    made.action = match_keys.seal(row, f"submission.action {made.number}", data, vault.LEAST)


def proof(row: AnyMatch, made: Submission) -> dict[str, Any] | None:
    if made.proof is None:
        return None
    found: dict[str, Any] = _read(row, f"submission.proof {made.number}", made.proof)
    return found


def written_proof(row: AnyMatch, number: int, proof: Mapping[str, Any]) -> str:
    """A signature of this submission, sealed."""
    return _written(row, f"submission.proof {number}", dict(proof), vault.LEAST)


def standing(row: AnyMatch, made: Submission | Made) -> dict[str, Any] | None:
    if made.standing is None:
        return None
    found: dict[str, Any] = _read(row, f"submission.standing {made.number}", made.standing)
    return found


def keep_standing(row: AnyMatch, made: Submission | Made, standing: Mapping[str, Any]) -> None:
    made.standing = _written(row, f"submission.standing {made.number}", dict(standing))


# --- JSON


def _written(row: AnyMatch, place: str, value: Any, least: int = FEW) -> str:
    data = json.dumps(value, separators=(",", ":")).encode()
    return base64.b64encode(match_keys.seal(row, place, data, least)).decode()


def _read(row: AnyMatch, place: str, text: str) -> Any:
    try:
        sealed = base64.b64decode(text, validate=True)
    except (TypeError, binascii.Error) as fault:
        raise VaultError(f"{place} of match {row.id} is not sealed") from fault
    return json.loads(match_keys.unseal(row, place, sealed))
