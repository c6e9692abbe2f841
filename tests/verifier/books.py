"""Records for both verifiers: all that are kept in the tests, signed ones, and running ones."""

import json
from collections.abc import Iterator
from typing import Any

from engine import record
from tests.engine import scripted, signed
from tests.parts.site import ROOT
from tests.verifier.tampering import Whole, mended

STEPS = ("play", "default", "undo")
KEPT = sorted((ROOT / "tests" / "engine").glob("*/records/*.json"))


def kept(name: str) -> Whole:
    """A recorded match, as `giants/three-rounds`."""
    game, _, match = name.partition("/")
    whole: Whole = json.loads((ROOT / f"tests/engine/{game}/records/{match}.json").read_text())
    return whole


def signed_match() -> Whole:
    whole: Whole = json.loads(record.text(signed.finished()))
    return whole


def signed_so_far() -> Whole:
    whole: Whole = json.loads(record.text(signed.running()))
    return whole


def scripted_match() -> Whole:
    whole: Whole = json.loads(record.text(scripted.finished()))
    return whole


def every() -> Iterator[tuple[str, str]]:
    """Each with its name; recorded matches also as they were before they were opened."""
    for path in KEPT:
        text = path.read_text(encoding="utf-8")
        yield path.stem, text
        yield f"{path.stem}, running", json.dumps(shut(json.loads(text)))
        yield f"{path.stem}, covered", json.dumps(covered(shut(json.loads(text))))
    yield "signed", record.text(signed.finished())
    yield "signed, running", record.text(signed.running())
    yield "scripted", record.text(scripted.finished())
    yield "scripted, running", record.text(scripted.running())


def shut(whole: Whole) -> Whole:
    """With nothing in it but what all may know while a match runs."""
    public = [
        {name: entry[name] for name in ("public", "sealed", "hash")} for entry in whole["entries"]
    ]
    return {**whole, "entries": public, "seed": None, "outcome": None}


def covered(whole: Whole) -> Whole:
    """With some of its steps as links of the chain and no more, as G18 leaves them."""
    steps = [entry for entry in whole["entries"][:-1] if entry["public"]["kind"] in STEPS]
    hidden = steps[len(steps) // 3 : len(steps) // 2]
    links = [_link(entry) if entry in hidden else entry for entry in whole["entries"]]
    return {**whole, "entries": links}


def _link(entry: dict[str, Any]) -> dict[str, Any]:
    public = entry["public"]
    return {"number": public["number"], "previous": public["previous"], "hash": entry["hash"]}


def with_action(action: dict[str, Any]) -> Whole:
    """The scripted match with an action that nobody would think of."""
    whole = scripted_match()
    whole["entries"][1]["public"]["action"] = action
    return mended(whole)
