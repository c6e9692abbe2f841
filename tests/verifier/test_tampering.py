"""What is done to a record is named by its entry and its code, and by no check but its own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from engine.chance import Luck, commitment, mix
from tests.engine.signed import OLD, OTHER, body, proof_of, public
from tests.engine.test_verify import Where, changed, edit
from tests.verifier import books
from tests.verifier.both import Case, by_page, demand_same, found
from tests.verifier.tampering import Whole, cut, dropped, mended, put, swapped, text

SIGNED = books.signed_match()  # 13 entries; 3, 5, 6, 7, 9 and one bid of 13 are signed
BID: Where = ("entries", 12, "public", "actions", 0)


@dataclass(frozen=True)
class Tampered:
    """A record, what is wrong in it, and the page's check that finds it, for a control."""

    whole: Whole
    entry: int
    code: str
    check: tuple[str, ...] = ()


def edited(*where: str | int) -> Whole:
    made: Whole = changed(SIGNED, where, edit)
    return made


def _more_proofs(*proofs: Whole) -> Whole:
    return {**SIGNED, "proofs": [*SIGNED["proofs"], *proofs]}


CHAIN, END = ("Chain.always", "chain"), ("Chain", "end", "sync")
SEALS, COMMITMENTS = ("Chain.always", "seals"), ("Chain.always", "commitments")
LUCK, SIGNATURES = ("Luck", "luck"), ("Signatures", "signatures", "maker")
TAMPERED: dict[str, Tampered] = {
    "seed": Tampered(put(SIGNED, ("seed",), "00" * 32), 1, "wrong_seed", LUCK),
    "nonce": Tampered(
        mended(put(SIGNED, ("entries", 0, "public", "nonces", 0), "ff")), 1, "wrong_draw", LUCK
    ),
    "a nonce more": Tampered(
        mended(put(SIGNED, ("entries", 0, "public", "nonces"), ["", "", ""])),
        1,
        "wrong_nonces",
        LUCK,
    ),
    "draw": Tampered(
        mended(edited("entries", 0, "private", "draws", 0, "result")), 1, "wrong_draw", LUCK
    ),
    "counter": Tampered(
        mended(put(SIGNED, ("entries", 0, "private", "draws", 0, "counter"), 2**40)),
        1,
        "wrong_draw",
        LUCK,
    ),
    "salt of an entry": Tampered(edited("entries", 2, "salt"), 3, "wrong_seal", SEALS),
    "private part": Tampered(
        put(SIGNED, ("entries", 2, "private", "action"), {"x": 1}), 3, "wrong_seal", SEALS
    ),
    "salt alone": Tampered(put(SIGNED, ("entries", 2, "private"), None), 3, "half_open", SEALS),
    "bid": Tampered(mended(edited(*BID, "action", "shells")), 13, "wrong_commitment", COMMITMENTS),
    "salt of a bid": Tampered(mended(edited(*BID, "salt")), 13, "wrong_commitment", COMMITMENTS),
    "commitment": Tampered(mended(edited(*BID, "commitment")), 13, "wrong_commitment", COMMITMENTS),
    "hidden commitment": Tampered(
        mended(edited(*BID, "hidden_commitment")), 13, "wrong_hidden_commitment", COMMITMENTS
    ),
    "hidden salt": Tampered(
        mended(edited("entries", 12, "private", "actions", 0, "salt")),
        13,
        "wrong_hidden_commitment",
        COMMITMENTS,
    ),
    "phase": Tampered(
        mended(edited("entries", 12, "public", "phase")), 13, "wrong_commitment", COMMITMENTS
    ),
    "public part": Tampered(
        put(SIGNED, ("entries", 2, "public", "by"), "plan"), 3, "wrong_hash", CHAIN
    ),
    "previous": Tampered(
        put(SIGNED, ("entries", 2, "public", "previous"), "00"), 3, "wrong_previous", CHAIN
    ),
    "sealed": Tampered(edited("entries", 2, "sealed"), 3, "wrong_hash"),
    "number": Tampered(
        mended(edited("entries", 2, "public", "number")),
        3,
        "wrong_number",
        ("Chain.always", "numbers"),
    ),
    "turn": Tampered(
        mended(edited("entries", 2, "public", "turn")), 3, "wrong_turn", ("Chain.always", "turns")
    ),
    "undo": Tampered(
        mended(edited("entries", 4, "public", "undoes")), 5, "wrong_undo", ("Chain.always", "undos")
    ),
    "rules": Tampered(edited("rules"), 1, "header", ("Chain.always", "header")),
    "format": Tampered(edited("format"), 1, "unknown_format", ("Chain.always", "header")),
    "key": Tampered(
        mended(put(SIGNED, ("entries", 2, "public", "key"), public(OTHER).hex())),
        3,
        "unknown_key",
        SIGNATURES,
    ),
    "no key": Tampered(mended(put(SIGNED, ("entries", 6, "public", "key"), None)), 7, "unsigned"),
    "signature": Tampered(edited("proofs", 0, "signature"), 3, "wrong_proof", SIGNATURES),
    "signed body": Tampered(edited("proofs", 1, "body"), 5, "wrong_proof", SIGNATURES),
    "signed path": Tampered(edited("proofs", 5, "path"), 13, "wrong_proof", SIGNATURES),
    "signed parameters": Tampered(edited("proofs", 4, "params"), 9, "wrong_proof", SIGNATURES),
    "proof left out": Tampered(
        {**SIGNED, "proofs": SIGNED["proofs"][1:]}, 3, "no_proof", SIGNATURES
    ),
    "proof twice": Tampered(
        _more_proofs(SIGNED["proofs"][-1]), 14, "stray_proof", ("Signatures", "strays")
    ),
    "head": Tampered(edited("head"), 14, "wrong_head", END),
    "seed left out": Tampered({**SIGNED, "seed": None}, 1, "seed_missing", END),
    "last entry": Tampered(cut(SIGNED, 12), 13, "stray_proof"),
    "an entry dropped": Tampered(dropped(SIGNED, 4), 5, "wrong_number"),
    "two entries swapped": Tampered(swapped(SIGNED, 4), 5, "wrong_number"),
    "all entries": Tampered(cut(SIGNED, 0), 1, "no_deal"),
}


def test_both_name_the_entry_and_the_thing() -> None:
    said = demand_same([Case(name, text(one.whole)) for name, one in TAMPERED.items()])

    named = dict(zip(TAMPERED, map(found, said), strict=True))
    assert named == {name: (one.entry, one.code) for name, one in TAMPERED.items()}


def test_control_with_its_check_off_nothing_is_noticed() -> None:
    checked = {name: one for name, one in TAMPERED.items() if one.check}
    cases = [Case(name, text(one.whole), off=one.check) for name, one in checked.items()]
    said = dict(zip(checked, map(found, by_page(cases)), strict=True))

    assert said == dict.fromkeys(checked)
    assert {one.check for one in checked.values()} >= {
        *(("Chain.always", name) for name in ("numbers", "turns", "undos", "header")),
        *(CHAIN, SEALS, COMMITMENTS, LUCK, SIGNATURES, ("Signatures", "strays"), END),
    }


def test_a_browser_without_ed25519_says_so_and_checks_the_rest() -> None:
    off = ("Ed25519", "able")
    names = ("signature", "signed body", "key", "proof left out")
    cases = [Case("sound", text(SIGNED), off=off)]
    cases += [Case(name, text(TAMPERED[name].whole), off=off) for name in names]
    said = by_page(cases)

    assert [one["unchecked"] for one in said[:2]] == [["rules", "ed25519", "outcome", "ending"]] * 2
    assert [found(one) for one in said] == [
        None,
        None,  # the one thing that it cannot see
        (5, "wrong_proof"),
        (3, "unknown_key"),
        (3, "no_proof"),
    ]


def test_without_ed25519_a_record_without_signatures_is_checked_wholly() -> None:
    (said,) = by_page([Case("", text(books.scripted_match()), off=("Ed25519", "able"))])

    assert said["unchecked"] == ["rules", "outcome", "ending"]


@pytest.mark.parametrize(
    "change",
    [{"winners": [77]}, {"winners": [-1]}, {"winners": [0, 0]}, {"totals": [1]}, {"lines": []}],
)
def test_an_outcome_of_other_seats_is_wrong_whatever_the_rules(change: dict[str, Any]) -> None:
    book = books.scripted_match()
    whole: Whole = {**book, "outcome": {**book["outcome"], **change}}
    (said,) = demand_same([Case("", text(whole))])

    assert found(said) == (len(whole["entries"]), "strange_outcome")


# --- signatures and luck on the edge


def params(change: Callable[[str], str]) -> Whole:
    """The first proof signed anew with other parameters, so that the signature itself holds."""
    plain = SIGNED["proofs"][0]["params"]
    made = proof_of(OLD, 10, body(0, text="take 2"), params=change(plain))
    fields = {"params": made.params, "signature": made.signature.hex(), "body": made.body.hex()}
    changes = fields | {"content_digest": made.content_digest}
    return put(SIGNED, ("proofs", 0), SIGNED["proofs"][0] | changes)


HOLDS = {
    "as agreed": lambda text: text,
    "an end": lambda text: f"{text};expires=1",
    "its algorithm": lambda text: f'{text};alg="ed25519"',
    "an early start": lambda text: text.replace("created=", "created=-"),
    "another order": lambda text: text.replace('"@method" "@authority"', '"@authority" "@method"'),
}
FAILS = {
    "another tag": lambda text: text.replace("moai-post", "moai-past"),
    "another algorithm": lambda text: f'{text};alg="rsa"',
    "an unknown one": lambda text: f"{text};nonce=1",
    "one twice": lambda text: f"{text};created=1",
    "a time in words": lambda text: f'{text};expires="1"',
    "less covered": lambda text: text.replace(' "idempotency-key"', ""),
    "one covered twice": lambda text: text.replace('"@path"', '"@path" "@path"'),
    "space": lambda text: text.replace(";tag", "; tag"),
    "a second line": lambda text: f"{text}\n",
    "another key's name": lambda text: text.replace('keyid="', 'keyid="A'),
    "a number for a name": lambda text: text.replace('tag="moai-post"', "tag=1"),
}


def test_parameters_of_a_signature_are_read_alike() -> None:
    cases = [Case(name, text(params(change))) for name, change in {**HOLDS, **FAILS}.items()]
    said = [found(one) for one in demand_same(cases)]

    assert said[: len(HOLDS)] == [None] * len(HOLDS)
    assert said[len(HOLDS) :] == [(3, "wrong_proof")] * len(FAILS)


@pytest.mark.parametrize("key", ["01" + "00" * 31, "00" * 32, "ff" * 32, "02" + "00" * 31, "00"])
def test_a_weak_key_signs_nothing(key: str) -> None:
    """By a key of small order, R = the neutral point and S = 0 would hold for whatever you like."""
    whole = put(SIGNED, ("entries", 1, "public", "keys"), [key])
    whole = mended(put(whole, ("entries", 2, "public", "key"), key))
    proof = {**whole["proofs"][0], "signature": "01" + "00" * 63}
    (said,) = demand_same([Case(key, text(put(whole, ("proofs", 0), proof)))])

    assert found(said) == (3, "wrong_proof")


def test_a_digest_may_be_either_or_both_and_each_must_fit() -> None:
    first = SIGNED["proofs"][0]["content_digest"]
    fields = {"twice": f"{first}, {first}", "none": "", "unknown": f"{first}, md5=::"}
    cases = [
        Case(name, text(put(SIGNED, ("proofs", 0, "content_digest"), field)))
        for name, field in fields.items()
    ]

    assert {found(one) for one in demand_same(cases)} == {(3, "wrong_proof")}


BOUND = -(-(2**64) // 2049)  # nearly every 2,049th number is past the last whole multiple of it


def test_a_rejected_number_is_passed_over_by_both() -> None:
    """A seed whose first number is too large: the draw is that of the next counter."""
    whole = books.scripted_match()
    deal = whole["entries"][0]["public"]
    nonces = [bytes.fromhex(nonce) for nonce in deal["nonces"]]
    seeds = (number.to_bytes(32, "big") for number in range(100_000))
    seed, result = next(
        (seed, drawn.made[0].result)
        for seed in seeds
        if (drawn := Luck(mix(seed, nonces), deal["match"]).draw("die", BOUND)[1]).counter > 1
    )
    draw = {"counter": 1, "purpose": "die", "bound": BOUND, "result": result}
    deal |= {"seed_hash": commitment(seed), "draws": [draw]}
    whole["entries"][0]["private"]["draws"] = []
    alone = mended({**whole, "seed": seed.hex(), "entries": whole["entries"][:1], "outcome": None})
    lie = mended(put(alone, ("entries", 0, "public", "draws", 0, "counter"), 0))
    said = demand_same([Case("", text(alone)), Case("", text(lie))])

    assert list(map(found, said)) == [None, (1, "wrong_draw")]
