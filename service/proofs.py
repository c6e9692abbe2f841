"""Proofs as they are kept beside a submission, and as a record shows them.

A signature and a digest tell a guesser whether the guess is right. So they are as secret as the
body that they cover: sealed with it, and shown only when it may be.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import codec
from engine.record import Entry
from engine.signing import Proof
from service import vault
from service.signed import Signed
from service.store.submissions import Submission

OPEN, SEALED, KEY = "open", "sealed", "key"


def kept(signed: Signed | None, number: int, *, sealed: bool) -> dict[str, Any] | None:
    """What is stored of a signature; the body stands in a column of its own."""
    if signed is None:
        return None
    proof = replace(signed.proof, submission=number)
    if not sealed:
        return kept_open(proof, signed.key)
    written = codec.write(Proof, replace(proof, body=b""))
    hidden = vault.seal(json.dumps(written).encode()).decode()
    return {KEY: signed.key.hex(), SEALED: hidden}


def kept_open(proof: Proof, key: bytes) -> dict[str, Any]:
    return {KEY: key.hex(), OPEN: codec.write(Proof, replace(proof, body=b""))}


def key_of(made: Submission) -> bytes | None:
    """Which key signed it; that is no secret."""
    return bytes.fromhex(made.proof[KEY]) if made.proof else None


def opened(made: Submission) -> Proof:
    whole: Mapping[str, Any] = made.proof or {}
    if SEALED in whole:
        written = json.loads(vault.unseal(whole[SEALED].encode()))
        body = vault.unseal(made.body)
    else:
        written, body = whole[OPEN], made.body
    proof: Proof = codec.read(Proof, written)
    return replace(proof, body=body)


def shown(entries: Sequence[Entry], made: Iterable[Submission], *, over: bool) -> Iterator[Proof]:
    """Of all that was signed; while the match runs, only where the action has no hidden part."""
    bare = set(_bare(entries))
    for one in made:
        if over or one.number in bare:
            yield opened(one)


def _bare(entries: Iterable[Entry]) -> Iterator[int]:
    """The submissions whose body says nothing that the public part does not say."""
    for entry in entries:
        public, private = entry.public, entry.private
        seen = public.get("actions", [public])
        hidden = private.get("actions", [private])
        for part, rest in zip(seen, hidden, strict=True):
            if "key" in part and not rest.get("action"):
                yield part["submission"]
