"""Checks of what was signed: by a key in force for its seat, and meaning what was done.

Entries say which key signed them, and which keys a seat signs with. A sealed action is of its whole
phase: a key that was in force at any time in it may have signed it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine import codec, parts, signing
from engine.canonical import loads
from engine.checks import Check, Fault, Sheet
from engine.errors import Refusal
from engine.game import Game
from engine.match import Match
from engine.record import By, Record
from engine.replay import replay
from engine.signing import Proof


@dataclass(frozen=True, slots=True)
class Claim:
    """That a seat did something, and what it signed that with."""

    seat: int
    by: By
    submission: int | None
    key: bytes | None
    sealed: bool = False


Action: TypeAlias = dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Ring:
    """A seat's keys: those in force, and those that were at any time in this phase."""

    keys: frozenset[bytes] = frozenset()
    lately: frozenset[bytes] = frozenset()
    signed_only: bool = False
    free: bool = True  # at some time in this phase it could act unsigned

    def changed(self, entry: parts.Keys) -> "Ring":
        keys = frozenset(entry.keys)
        free = self.free or not entry.signed_only
        return Ring(keys, self.lately | keys, entry.signed_only, free)

    def turned(self) -> "Ring":
        return replace(self, lately=self.keys, free=not self.signed_only)


def claims(public: parts.Public | parts.Unseen) -> Iterator[Claim]:
    if isinstance(public, parts.Resolve):
        for one in public.actions:
            yield Claim(one.seat, one.by, one.submission, one.key, sealed=True)
    elif isinstance(public, parts.Play | parts.Undo):
        yield Claim(public.seat, public.by, public.submission, public.key)


def signed(sheets: Sequence[Sheet]) -> set[int | None]:
    """The submissions that are said to be signed."""
    made = (claim for sheet in sheets for claim in claims(sheet.public))
    return {claim.submission for claim in made if claim.key is not None}


def by_submission(book: Record) -> dict[int | None, Proof]:
    return {proof.submission: proof for proof in book.proofs}


# --- whose key it is


def signatures(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    rings: dict[int, Ring] = {}
    shown = by_submission(book)
    for number, sheet in enumerate(sheets, 1):
        for claim in claims(sheet.public):
            ring = rings.get(claim.seat, Ring())
            for code in _doubts(book, claim, ring, shown.get(claim.submission)):
                yield Fault(number, code, {"seat": claim.seat})
        rings = _after(rings, sheet.public)


def _after(rings: dict[int, Ring], public: parts.Public | parts.Unseen) -> dict[int, Ring]:
    if isinstance(public, parts.Keys):
        return rings | {public.seat: rings.get(public.seat, Ring()).changed(public)}
    if isinstance(public, parts.Reseat):
        return {seat: ring for seat, ring in rings.items() if seat != public.seat}
    if isinstance(public, parts.Peek):
        return rings
    return {seat: ring.turned() for seat, ring in rings.items()}


def _doubts(book: Record, claim: Claim, ring: Ring, proof: Proof | None) -> Iterator[str]:
    if claim.key is None:
        free = ring.free if claim.sealed else not ring.signed_only
        if claim.by == "person" and not free:
            yield "unsigned"
        return
    if claim.key not in (ring.lately if claim.sealed else ring.keys):
        yield "unknown_key"
    if proof is not None:
        here = f"/matches/{book.match}/" in proof.path
        if not here or signing.objection(proof, claim.key) is not None:
            yield "wrong_proof"
    elif book.seed is not None:
        yield "no_proof"


def strays(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
    """A proof is of something that an entry says was signed, and there is one of each."""
    wanted = signed(sheets)
    for proof in book.proofs:
        if proof.submission not in wanted:
            yield Fault(len(sheets) + 1, "stray_proof", {"submission": proof.submission})
        wanted.discard(proof.submission)


# --- what it means


def meanings(game: Game[Any, Any]) -> Check:
    """What was signed, read at the table as it was, is what the entry says was done."""

    def check(book: Record, sheets: Sequence[Sheet]) -> Iterator[Fault]:
        if not book.proofs:
            return
        shown, before = by_submission(book), None
        opened = [(sheet, sheet.entry) for sheet in sheets if sheet.entry is not None]
        entries = [entry for _, entry in opened]
        for (sheet, _), done in zip(opened, replay(game, book.seed or b"", entries), strict=True):
            for claim, action in _done(sheet):
                proof = shown.get(claim.submission) if claim.key else None
                if proof and before and not _means(before, claim.seat, proof, action):
                    yield Fault(sheet.public.number, "other_meaning", {"seat": claim.seat})
            before = done.match

    return check


def _done(sheet: Sheet) -> Iterator[tuple[Claim, Action]]:
    """What each seat did in an entry, whole; an undo is no action."""
    public, private = sheet.public, sheet.private
    if isinstance(public, parts.Resolve) and isinstance(private, parts.Resolved):
        veiled = {one.seat: one.action for one in private.actions}
        whole: list[Action] = [{**veiled[one.seat], **one.action} for one in public.actions]
    elif isinstance(public, parts.Play) and isinstance(private, parts.Played):
        whole = [{**private.action, **public.action}]
    else:
        whole = [None]
    yield from zip(claims(public), whole, strict=False)


def _means(before: Match[Any], seat: int, proof: Proof, action: Action) -> bool:
    try:
        said = loads(proof.body.decode())
    except (Refusal, UnicodeDecodeError):
        return False
    if not isinstance(said, dict) or said.pop("turn", None) != before.turn:
        return False
    return said == {} if action is None else _read(before, seat, said) == action


def _read(before: Match[Any], seat: int, said: dict[str, Any]) -> Action:
    game = before.game
    try:
        if said.keys() == {"text"} and isinstance(said["text"], str):
            meant = game.parse(before.state, seat, said["text"])
        elif said.keys() == {"action"}:
            meant = codec.read(game.action_type, said["action"])
        else:
            return None
    except Refusal:
        return None
    written: dict[str, Any] = codec.write(type(meant), meant)
    return written
