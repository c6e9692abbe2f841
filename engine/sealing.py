"""A sealed action: what is published of it while it is sealed, and what an entry says of it."""

from dataclasses import dataclass
from typing import Any

from engine import codec, record
from engine.game import Phase, Seat
from engine.record import By


@dataclass(frozen=True, slots=True)
class Sealed:
    """A sealed action with what its commitments were made of: a salt for each part."""

    action: Any
    by: By
    salt: bytes
    hidden_salt: bytes
    submission: int | None = None
    key: bytes | None = None  # that signed it


def commitments(match: str, phase: Phase, seat: Seat, sealed: Sealed) -> tuple[str, str]:
    """One for the action, one for its hidden part."""
    shown, hidden = codec.split(sealed.action)
    return (
        record.commit(sealed.salt, match, phase, seat, shown),
        record.commit(sealed.hidden_salt, match, phase, seat, hidden),
    )


def opened(
    match: str, phase: Phase, seat: Seat, sealed: Sealed
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What stands of it in the public and in the private part of a resolution."""
    shown, hidden = codec.split(sealed.action)
    commitment, hidden_commitment = commitments(match, phase, seat, sealed)
    return {
        "seat": seat,
        "by": sealed.by,
        "submission": sealed.submission,
        "action": shown,
        "salt": sealed.salt.hex(),
        "commitment": commitment,
        "hidden_commitment": hidden_commitment,
    } | record.signed(sealed.key), {
        "seat": seat,
        "action": hidden,
        "salt": sealed.hidden_salt.hex(),
    }
