"""The log's form: entries chained by their hashes, commitments, and the record that is exported.

The bytes never change. hash = SHA-256 over the canonical JSON of {"public": the public part,
"sealed": the hex of SHA-256(salt, canonical JSON of the private part)}. The public part names the
hash before it.
A commitment is SHA-256(salt, canonical JSON of [match, phase, seat, part]).
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine.chance import Draw
from engine.codec import Json, canonical
from engine.game import Outcome, Phase, Seat

FORMAT = 1
START = "0" * 64  # what the first entry names as the hash before it

By: TypeAlias = Literal["person", "plan", "default", "bot"]
Kind: TypeAlias = Literal["deal", "play", "resolve", "peek", "default", "undo", "seat"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One link: what all may know, what is hidden until it opens, and the hash over both."""

    public: Mapping[str, Any]
    private: Mapping[str, Any]
    salt: bytes
    sealed: str
    hash: str

    @property
    def number(self) -> int:
        return int(self.public["number"])

    @property
    def kind(self) -> Kind:
        kind: Kind = self.public["kind"]
        return kind


@dataclass(frozen=True, slots=True)
class Page:
    """An entry as a record shows it: while the match runs, salt and private part are withheld."""

    public: Mapping[str, Any]
    sealed: str
    hash: str
    salt: bytes | None = None
    private: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match, to be checked by anyone; the seed is there once the match is over."""

    format: int
    match: str
    game: str
    rules: str
    head: str
    entries: tuple[Page, ...]
    seed: bytes | None = None
    outcome: Outcome | None = None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def seal(salt: bytes, private: Json) -> str:
    """What stands in the chain for a private part."""
    return _sha256(salt + canonical(private))


def digest(public: Json, sealed: str) -> str:
    """The hash of an entry."""
    return _sha256(canonical({"public": public, "sealed": sealed}))


def link(public: dict[str, Any], private: dict[str, Any], salt: bytes) -> Entry:
    sealed = seal(salt, private)
    return Entry(public, private, salt, sealed, digest(public, sealed))


def commit(salt: bytes, match: str, phase: Phase, seat: Seat, part: Json) -> str:
    """What is published of a sealed action, or of its hidden part, while it is sealed."""
    return _sha256(salt + canonical([match, str(phase), seat, part]))


def drawn(draws: Iterable[Draw], *, hidden: bool) -> list[dict[str, Any]]:
    """The draws of one sort, as entries hold them."""
    return [
        {"counter": d.counter, "purpose": d.purpose, "bound": d.bound, "result": d.result}
        for d in draws
        if d.hidden == hidden
    ]


def page(entry: Entry, *, opened: bool) -> Page:
    if opened:
        return Page(entry.public, entry.sealed, entry.hash, entry.salt, entry.private)
    return Page(entry.public, entry.sealed, entry.hash)
