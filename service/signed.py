"""Whoever acts by a signature: the seat that its key is in force for, and the proof."""

from dataclasses import dataclass

from engine.signing import Proof


@dataclass(frozen=True)
class Signed:
    """It stands where a token would: a request whose signature holds names its seat itself."""

    match: str
    seat: int
    generation: int
    key: bytes
    keyid: str
    proof: Proof
