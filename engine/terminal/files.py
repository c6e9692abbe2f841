"""Match files: a record with everything opened, and the sealed actions that wait to be opened.

A file on a disk is no secret place: whoever reads it knows the seed and every sealed action.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import codec, record
from engine.canonical import canonical, loads
from engine.errors import Malformed
from engine.game import Game
from engine.match import Done
from engine.record import By, Entry, Record
from engine.replay import latest

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sealed action until all are in."""

    action: Mapping[str, Any]
    by: By


@dataclass(frozen=True, slots=True)
class Stored:
    """What a match file holds."""

    record: Record
    sealed: Mapping[int, Waiting] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Opened:
    """A match file in use: its log, what the last entry led to, and the seed."""

    path: Path
    seed: bytes
    entries: tuple[Entry, ...]
    done: Done[Any]
    sealed: Mapping[int, Waiting]


def fresh_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def read(path: str) -> Stored:
    """A match file, or a record by itself."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise Malformed("no_such_file", file=path) from None
    value = loads(text)
    if isinstance(value, dict) and "record" in value:
        stored: Stored = codec.read(Stored, value)
        return stored
    return Stored(codec.read(Record, value))


def reopen(path: str, stored: Stored, game: Game[Any, Any]) -> Opened:
    """The match that a file holds, driven again from its deal."""
    entries = logged(stored.record)
    seed = stored.record.seed or b""
    return Opened(Path(path), seed, entries, latest(game, seed, entries), stored.sealed)


def logged(book: Record) -> tuple[Entry, ...]:
    """The entries of a record that is wholly open."""
    entries = tuple(found for page in book.entries if (found := record.entry(page)) is not None)
    if book.seed is None or len(entries) < len(book.entries):
        raise Malformed("no_seed")
    return entries


def write(
    path: Path,
    seed: bytes,
    entries: tuple[Entry, ...],
    done: Done[Any],
    waiting: Mapping[int, Waiting],
) -> None:
    """Keep a match: beside the old file first, then in its place, so that none is ever half."""
    outcome = done.match.game.outcome(done.match.state)
    book = record.text(record.export(entries, seed, outcome)).rstrip()
    sealed = canonical(codec.write(Mapping[int, Waiting], waiting)).decode()
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(f'{{"sealed": {sealed}, "record":\n{book}\n}}\n', encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise Malformed("file_not_written", file=str(path), why=str(error.strerror)) from None


def create(path: str, seed: bytes, done: Done[Any]) -> None:
    if Path(path).exists():
        raise Malformed("file_exists", file=path)
    write(Path(path), seed, (done.entry,), done, {})


def append(opened: Opened, done: Done[Any]) -> None:
    write(opened.path, opened.seed, (*opened.entries, done.entry), done, {})


def keep_sealed(opened: Opened, sealed: Mapping[int, Waiting]) -> None:
    write(opened.path, opened.seed, opened.entries, opened.done, sealed)


def keep(folder: str, seed: bytes, entries: tuple[Entry, ...], done: Done[Any]) -> None:
    """One match of a contest, named by its id."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Malformed("file_not_written", file=folder, why=str(error.strerror)) from None
    write(Path(folder) / f"{done.match.id}.json", seed, entries, done, {})
