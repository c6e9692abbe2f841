"""What anyone can hold a match against: hashes and commitments, and what opens them in the end."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy.orm import Session

from service import lobby, vault
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


def of_entry(entry: LogEntry, *, over: bool) -> Iterator[Opened]:
    """What a resolution opened; of hidden parts only when the match is over."""
    actions = entry.public.get("actions", [])
    veiled = {one["seat"]: one["salt"] for one in entry.private.get("actions", []) if over}
    for one in actions:
        yield Opened(one["seat"], one["commitment"], one["salt"])
        if one["seat"] in veiled:
            salt = veiled[one["seat"]]
            yield Opened(one["seat"], one["hidden_commitment"], salt, hidden=True)
