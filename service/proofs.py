"""Proofs as they are kept beside a submission, and as a record shows them.

A signature and a digest tell a guesser whether the guess is right. So they are as secret as the
body that they cover: sealed like it, and shown only when it may be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import codec
from engine.record import Entry
from engine.signing import Proof
from service import hidden
from service.signed import Signed
from service.store.held import AnyMatch
from service.store.submissions import Submission

PROOF, KEY = "proof", "key"


def kept(row: AnyMatch, signed: Signed | None, number: int) -> str | None:
    """What is stored of a signature; the body stands in a column of its own."""
    if signed is None:
        return None
    return written(row, replace(signed.proof, submission=number), signed.key)


def written(row: AnyMatch, proof: Proof, key: bytes) -> str:
    whole = {KEY: key.hex(), PROOF: codec.write(Proof, replace(proof, body=b""))}
    return hidden.written_proof(row, proof.submission, whole)


def key_of(row: AnyMatch, made: Submission) -> bytes | None:
    """Which key signed it."""
    whole = hidden.proof(row, made)
    return None if whole is None else bytes.fromhex(whole[KEY])


def opened(row: AnyMatch, made: Submission) -> Proof:
    whole: Mapping[str, Any] = hidden.proof(row, made) or {}
    proof: Proof = codec.read(Proof, whole[PROOF])
    return replace(proof, body=hidden.body(row, made))


def shown(
    row: AnyMatch, entries: Sequence[Entry], made: Iterable[Submission], *, over: bool
) -> Iterator[Proof]:
    """Of all that was signed; while the match runs, only where the action has no hidden part."""
    bare = set(_bare(entries))
    for one in made:
        if over or one.number in bare:
            yield opened(row, one)


def _bare(entries: Iterable[Entry]) -> Iterator[int]:
    """The submissions whose body says nothing that the public part does not say."""
    for entry in entries:
        public, private = entry.public, entry.private
        seen = public.get("actions", [public])
        hidden = private.get("actions", [private])
        for part, rest in zip(seen, hidden, strict=True):
            if "key" in part and not rest.get("action"):
                yield part["submission"]
