"""A match of the toy in which seats sign: keys come and go, and every sort of action is signed."""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine import match, signing
from engine.game import Setup
from engine.match import Done
from engine.record import Record, export
from engine.signing import COVERED, Proof
from tests.engine.scripted import NONCES, SEED, bid
from tests.engine.toy import SHELLS

CREATED = 1772366400
OLD, NEW, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2, 3))


def public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def params_of(key: Ed25519PrivateKey, covered: Iterable[str] = COVERED) -> str:
    listed = " ".join(f'"{name}"' for name in covered)
    keyid = signing.thumbprint(public(key))
    return f'({listed});created={CREATED};keyid="{keyid}";tag="{signing.TAG}"'


def proof_of(
    key: Ed25519PrivateKey,
    submission: int,
    body: bytes,
    *,
    params: str | None = None,
    covered: Iterable[str] = COVERED,
    door: str = "table-1/turns",
) -> Proof:
    """A request as a client would sign it; what it says of itself may be made up."""
    text = params_of(key, covered) if params is None else params
    sha = base64.b64encode(hashlib.sha256(body).digest()).decode()
    path, digest = f"/api/v1/matches/{door}", f"sha-256=:{sha}:"
    made = Proof(submission, "POST", "moai.example", path, digest, "one", text, b"", body)
    read = signing.read_params(text)
    values = dict(zip(COVERED, ("POST", "moai.example", path, digest, "one"), strict=True))
    base = signing.base(read, values | {"date": ""}) if read else b""
    return replace(made, signature=key.sign(base))


def body(turn: int, **said: Any) -> bytes:
    return json.dumps({"turn": turn, **said}).encode()


def _steps() -> Iterator[tuple[Done[Any], tuple[Proof, ...]]]:
    done: Done[Any] = match.start(SHELLS, "table-1", Setup(2, {"rounds": 1}), SEED, NONCES)
    yield done, ()

    def keys(seat: int, *keys: Ed25519PrivateKey, only: bool = False) -> Done[Any]:
        found = [public(key) for key in keys]
        return match.sign_with(done.match, seat, found, signed_only=only)

    def play(seat: int, text: str, number: int, key: Ed25519PrivateKey) -> Done[Any]:
        action = SHELLS.parse(done.match.state, seat, text)
        return match.play(done.match, seat, action, "person", number, public(key))

    done = keys(0, OLD)
    yield done, ()  # 2
    turn = done.match.turn
    done = play(0, "take 2", 10, OLD)
    yield done, (proof_of(OLD, 10, body(turn, text="take 2")),)  # 3
    done = keys(0, OLD, NEW, only=True)
    yield done, ()  # 4
    turn = done.match.turn
    done = match.undo(done.match, 0, "person", 11, public(NEW))
    yield done, (proof_of(NEW, 11, body(turn), door="table-1/undo"),)  # 5
    turn = done.match.turn
    done = play(0, "take 1", 12, NEW)
    said = {"kind": "take", "count": 1}
    yield done, (proof_of(NEW, 12, body(turn, action=said)),)  # 6
    turn = done.match.turn
    done = play(0, "end", 13, OLD)
    yield done, (proof_of(OLD, 13, body(turn, text="end")),)  # 7
    done = keys(1, OTHER)
    yield done, ()  # 8
    turn = done.match.turn
    done = play(1, "look", 14, OTHER)
    yield done, (proof_of(OTHER, 14, body(turn, text="look"), door="table-1/peek"),)  # 9
    done = match.reseat(done.match, 1, "person")
    yield done, ()  # 10
    done = match.default(done.match, 1)
    yield done, ()  # 11
    done = keys(0, NEW, only=True)
    yield done, ()  # 12, in the sealed phase: what OLD signed before it counts
    turn = done.match.turn
    sealed = {0: replace(bid(1, 1, 16), key=public(OLD)), 1: bid(0, 2, 17)}
    done = match.resolve(done.match, sealed)
    yield done, (proof_of(OLD, 16, body(turn, text="bid 1 mark 1")),)  # 13


@cache
def steps() -> tuple[tuple[Done[Any], tuple[Proof, ...]], ...]:
    return tuple(_steps())


def finished() -> Record:
    """The record with every signature."""
    outcome = SHELLS.outcome(steps()[-1][0].match.state)
    proofs = [proof for _, made in steps() for proof in made]
    return export([done.entry for done, _ in steps()], SEED, outcome, proofs)


def running() -> Record:
    """Before the last entry, as all may see it: the first signature is withheld."""
    proofs = [proof for _, made in steps()[:-1] for proof in made]
    return export([done.entry for done, _ in steps()[:-1]], None, None, proofs[1:])
