"""The log's form: entries chained by their hashes, commitments, and the record that is exported.

The bytes never change. hash = SHA-256 over the canonical JSON of {"public": the public part,
"sealed": the hex of SHA-256(salt, canonical JSON of the private part)}. The public part names the
hash before it.
A commitment is SHA-256(salt, canonical JSON of [match, phase, seat, part]).
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from engine import codec
from engine.canonical import Json, canonical, loads
from engine.chance import Draw
from engine.game import Outcome, Phase, Seat
from engine.signing import Proof

FORMAT = 1
START = "0" * 64  # what the first entry names as the hash before it

By: TypeAlias = Literal["person", "plan", "default", "bot"]
Holder: TypeAlias = Literal["person", "bot"]
Kind: TypeAlias = Literal["deal", "play", "resolve", "peek", "default", "undo", "seat", "keys"]


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
class Covered:
    """An entry that a running match may not tell any more: a link in the chain, and no more.

    Its `sealed` is withheld too. Whoever had it could try every public part against the hash.
    """

    number: int
    previous: str
    hash: str

    @property
    def public(self) -> Mapping[str, Any]:
        """What is known of its public part."""
        return {"number": self.number, "previous": self.previous}

    @property
    def private(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match, to be checked by anyone; the seed is there once the match is over.

    A proof stands beside the chain and not in it: entries name the key, and a proof shows itself.
    """

    format: int
    match: str
    game: str
    rules: str
    head: str
    entries: tuple[Page | Covered, ...]
    seed: bytes | None = None
    outcome: Outcome | None = None
    proofs: tuple[Proof, ...] = ()


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


def commit(salt: bytes, match: str, phase: Phase | str, seat: Seat, part: Json) -> str:
    """What is published of a sealed action, or of its hidden part, while it is sealed."""
    return _sha256(salt + canonical([match, str(phase), seat, part]))


def signed(key: bytes | None) -> dict[str, str]:
    """The key that signed an action, where one did; else the bytes are as they always were."""
    return {} if key is None else {"key": key.hex()}


def drawn(draws: Iterable[Draw], *, hidden: bool) -> list[dict[str, Any]]:
    """The draws of one sort, as entries hold them."""
    return [
        {"counter": d.counter, "purpose": d.purpose, "bound": d.bound, "result": d.result}
        for d in draws
        if d.hidden == hidden
    ]


# --- export


def export(
    entries: Sequence[Entry],
    seed: bytes | None = None,
    outcome: Outcome | None = None,
    proofs: Iterable[Proof] = (),
    covered: Collection[int] = (),
) -> Record:
    """The record of a log: with its seed all is opened, without it only what all may know.

    `covered` names the entries that a running match does not tell any more.
    """
    deal, last = entries[0].public, entries[-1]
    return Record(
        format=deal["format"],
        match=deal["match"],
        game=deal["game"],
        rules=deal["rules"],
        head=last.hash,
        entries=tuple(_shown(entry, covered, opened=seed is not None) for entry in entries),
        seed=seed,
        outcome=outcome,
        proofs=tuple(proofs),
    )


def _shown(entry: Entry, covered: Collection[int], *, opened: bool) -> Page | Covered:
    if entry.number in covered and not opened:
        return Covered(entry.number, entry.public["previous"], entry.hash)
    return page(entry, opened=opened)


def page(entry: Entry, *, opened: bool) -> Page:
    if opened:
        return Page(entry.public, entry.sealed, entry.hash, entry.salt, entry.private)
    return Page(entry.public, entry.sealed, entry.hash)


def text(record: Record) -> str:
    """A record as a file holds it: JSON, one entry a line. Without proofs it names none."""
    whole = codec.write(Record, record)
    lists = {name: whole.pop(name) for name in ("entries", "proofs")}
    parts = [f" {_json(name)}: {_json(whole[name])}" for name in whole]
    parts += [_lines(name, lines) for name, lines in lists.items() if lines or name == "entries"]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(name: str, lines: list[Json]) -> str:
    listed = ",\n".join(f"  {_json(line)}" for line in lines)
    return f" {_json(name)}: [\n{listed}\n ]"


def _json(value: Json) -> str:
    return canonical(value).decode()


def parse(text: str) -> Record:
    """The record that a file holds, or a refusal that names where its shape is wrong."""
    record: Record = codec.read(Record, loads(text))
    return record


def entry(page: Page | Covered) -> Entry | None:
    """A page that is open, as the log has it."""
    if isinstance(page, Covered) or page.salt is None or page.private is None:
        return None
    return Entry(page.public, page.private, page.salt, page.sealed, page.hash)
