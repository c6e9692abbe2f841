"""What anyone can hold a match against: hashes and commitments, and what opens them in the end."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy.orm import Session

from service import hidden, lobby, vault
from service.lobby import Committed
from service.store.entries import LogEntry
from service.store.matches import Match


@dataclass(frozen=True)
class Fingerprints:
    """`seed` is there once the match is over."""

    seed_hash: str
    seed: str | None
    head: str | None
    commitments: tuple[Committed, ...] = ()


@dataclass(frozen=True)
class Opened:
    """A sealed action's commitment and the salt that opens it; `hidden` is its hidden part's."""

    seat: int
    commitment: str
    salt: str
    hidden: bool = False


def of_match(session: Session, row: Match) -> Fingerprints:
    return Fingerprints(
        seed_hash=row.seed_hash,
        seed=vault.unseal(row.seed).hex() if row.status == "finished" else None,
        head=row.head,
        commitments=tuple(lobby.committed_in(session, row)),
    )


def of_entry(row: Match, entry: LogEntry) -> Iterator[Opened]:
    """What a resolution opened; of hidden parts only when the match is over."""
    actions = entry.public.get("actions", [])
    private = hidden.private(row, entry) if row.status == "finished" else {}
    veiled = {one["seat"]: one["salt"] for one in private.get("actions", [])}
    for one in actions:
        yield Opened(one["seat"], one["commitment"], one["salt"])
        if one["seat"] in veiled:
            salt = veiled[one["seat"]]
            yield Opened(one["seat"], one["hidden_commitment"], salt, hidden=True)
