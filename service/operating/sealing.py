"""Sealing matches that were dealt before each had a key of its own.

Every match is sealed in a transaction of its own, so that this can be interrupted at any moment and
run again. A process of the service refuses to start before it is through.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from service import hidden, match_keys, proofs, vault
from service.store import entries, matches, unsealed
from service.store.database import reading, writing
from service.store.matches import Match
from service.store.submissions import Submission

BATCH = 200


@dataclass
class Tally:
    """Matches sealed by now, and those of which no secret key at hand opens something."""

    sealed: int = 0
    stuck: list[str] = field(default_factory=list)


def count() -> int:
    with reading() as session:
        return unsealed.count(session)


def seal_all() -> Iterator[Tally]:
    """One match after the other; nothing of them is left in the database's free space.

    That is cleaned first, of what was there before; SQLite is told to wipe what is replaced, and
    PostgreSQL, which cannot, is cleaned once more in the end.
    """
    tally = Tally()
    if not _begun():
        return
    unsealed.clean()
    for match_id in _ids():
        try:
            tally.sealed += seal(match_id)
        except vault.VaultError:
            tally.stuck.append(match_id)
        yield tally
    unsealed.clean()
    with writing() as session:
        unsealed.end(session)


def _begun() -> bool:
    """Whether there is something to do, by this run or by one that was killed."""
    with writing() as session:
        if unsealed.count(session):
            unsealed.begin(session)
        return unsealed.has_begun(session)


def _ids() -> Iterator[str]:
    after = ""
    while found := _batch(after):
        yield from found
        after = found[-1]


def _batch(after: str) -> list[str]:
    with reading() as session:
        return unsealed.after(session, after, BATCH)


def seal(match_id: str) -> bool:
    """Whether it lay open until now."""
    with writing() as session:
        row = matches.locked(session, match_id)
        if row is None or row.state is None or row.sealing_key is not None:
            return False
        unsealed.wipe_replaced(session)
        match_keys.give(row)
        hidden.keep_state(row, row.state)
        hidden.keep_back(row, row.back or [])
        _seal_log(session, row)
        for made in unsealed.submissions_of(session, row.id):
            _seal_submission(row, made)
        return True


def _seal_log(session: Session, row: Match) -> None:
    for one in entries.all_of(session, row.id):
        private: Any = one.private
        told: Any = one.told
        for name, sealed in hidden.entry_parts(row, one.number, private, one.salt, told).items():
            setattr(one, name, sealed)


def _seal_submission(row: Match, made: Submission) -> None:
    if made.body:  # else it was destroyed
        hidden.keep_body(row, made, _plain(made.body))
    if made.action is not None:
        hidden.keep_action(row, made, _plain(made.action))
    if made.proof is not None:
        made.proof = hidden.written_proof(row, made.number, _proof(made.proof))
    if made.standing is not None:
        standing: Any = made.standing
        hidden.keep_standing(row, made, standing)


def _plain(data: bytes) -> bytes:
    """What was sealed, as all sealed actions were, lay in the vault itself."""
    return vault.unseal(data) if vault.is_sealed(data) else data


def _proof(former: Any) -> dict[str, Any]:
    """A proof was open beside an open action, and in the vault beside a sealed one."""
    kept = former.get("open") or json.loads(vault.unseal(former["sealed"].encode()))
    return {proofs.KEY: former[proofs.KEY], proofs.PROOF: kept}
