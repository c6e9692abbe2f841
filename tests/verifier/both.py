"""One record for both verifiers: the engine's, and the page's under Node."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine import record
from engine.errors import Malformed
from engine.game import Game
from engine.verify import verify
from service.pages.verify_door import STATIC, VERIFIER
from tests.parts import node
from tests.parts.site import ROOT

RUN = ROOT / "tests" / "verifier" / "run.js"
Answer: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A record's text; `off` turns one of the page's checks off, as a control."""

    name: str
    text: str
    head: str | None = None
    off: tuple[str, ...] = ()


def by_page(cases: Iterable[Case]) -> list[Answer]:
    """All in one process."""
    lines = [{"text": one.text, "head": one.head, "off": one.off or None} for one in cases]
    given = "\n".join(map(json.dumps, lines))
    said = node.script(str(RUN), str(STATIC), *VERIFIER, given=given)
    return [json.loads(line) for line in said.splitlines()]


def by_engine(case: Case, game: Game[Any, Any] | None = None) -> Answer:
    try:
        book = record.parse(case.text)
    except Malformed as why:
        return {"refusal": why.code, "facts": _told(why)}
    report = verify(book, game, case.head)
    fault = report.fault
    return {
        "fault": fault and {"entry": fault.entry, "code": fault.code, "facts": {**fault.facts}},
        "entries": report.entries,
        "head": book.head,
        "match": book.match,
        "finished": report.finished,
        "unchecked": list(report.unchecked),
        "signatures": report.signatures,
        "covered": list(report.covered),
    }


def _told(why: Malformed) -> Answer:
    return {name: why.facts[name] for name in ("path", "wanted") if name in why.facts}


def plain(answer: Answer) -> Answer:
    """Without what each tells in its own way: where JSON breaks, and which names are known."""
    facts = answer.get("facts")
    if facts is None:
        return answer
    return {**answer, "facts": {name: facts[name] for name in facts if name in ("path", "wanted")}}


def found(answer: Answer) -> tuple[int, str] | str | None:
    """The first thing that is wrong, in short."""
    if "refusal" in answer:
        return str(answer["refusal"])
    fault = answer["fault"]
    return fault and (fault["entry"], fault["code"])


def demand_same(cases: list[Case]) -> list[Answer]:
    """Both say the same of each; what they say."""
    said = by_page(cases)
    told = [by_engine(case) for case in cases]
    assert len(said) == len(cases)
    unlike = [
        (case.name, mine, other)
        for case, mine, other in zip(cases, told, said, strict=True)
        if mine != plain(other)
    ]
    assert unlike == []
    return said
