"""Sealing everything anew under the newest secret key, so that an old one can be dropped."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service import keys, vault
from service.store import sealed_columns
from service.store.database import Declared, reading, writing
from service.store.kept_keys import HASHING, KeptKey
from service.store.rows import ensure

BATCH = 100


@dataclass
class Tally:
    """Rows looked at, values sealed anew, and values that no key at hand opens."""

    rows: int = 0
    resealed: int = 0
    lost: int = 0


def count() -> int:
    with reading() as session:
        return sealed_columns.count(session)


def rekey(now: datetime) -> Iterator[Tally]:
    """All of it, a batch at a time beside whatever else is written; again does no harm."""
    keep_hashing(now)
    tally = Tally()
    for kind in sealed_columns.COLUMNS:
        after: tuple[Any, ...] | None = None
        while (after := _reseal_batch(kind, after, tally)) is not None:
            yield tally
    yield tally


def keep_hashing(now: datetime) -> None:
    """Blocks and counts are known by hashes: their key must outlive the secret it came from."""
    with writing() as session:
        sealed = vault.seal(keys.hashing())
        ensure(session, KeptKey, name=HASHING, sealed=sealed, created_at=now)


def _reseal_batch(
    kind: type[Declared], after: tuple[Any, ...] | None, tally: Tally
) -> tuple[Any, ...] | None:
    """Where to go on; None at the end."""
    with writing() as session:
        rows = sealed_columns.batch(session, kind, after, BATCH)
        for row in rows:
            _reseal(row, sealed_columns.COLUMNS[kind], tally)
        return sealed_columns.key_of(rows[-1]) if rows else None


def _reseal(row: Any, columns: tuple[str, ...], tally: Tally) -> None:
    tally.rows += 1
    for name in columns:
        made = _resealed(getattr(row, name), tally)
        if made is not None:
            setattr(row, name, made)


def _resealed(value: bytes | None, tally: Tally) -> bytes | None:
    if value is None:
        return None
    try:
        made = vault.resealed(value)
    except vault.VaultError:
        tally.lost += 1
        return None
    tally.resealed += made is not None
    return made
