"""Figures: what became of the mutants, kept for each target, and every survivor with its reason."""

import json
import platform
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mutants.changes import mutants
from mutants.targets import TARGETS, Target
from mutants.trial import Verdict

LEAST = 85  # of a hundred
REASONS = Path(__file__).with_name("survivors.toml")
KEPT, PAGE = "mutants.json", "mutants-figures.md"
OPENING = """# Mutants: the figures

Written by `make mutants`; [mutants.md](mutants.md) says what it does. Why a survivor may live
stands in `mutants/survivors.toml`.
"""


def reasons(target: Target) -> dict[str, str]:
    told: dict[str, dict[str, str]] = tomllib.loads(REASONS.read_text())
    return told.get(target.name, {})


def killed(root: Path, target: Target) -> frozenset[str]:
    """Who was killed when this module, with as many mutants, was last tried."""
    file = root / "docs" / KEPT
    kept = (json.loads(file.read_text()) if file.exists() else {}).get(target.name, {})
    names = [one.name for one in mutants((root / target.path).read_text())]
    if kept.get("mutants") != len(names):
        return frozenset()
    return frozenset(names) - {*kept["survived"], *kept["timed_out"]}


def told(target: Target, verdict: Verdict) -> str:
    """For whoever waits: the sum, and each survivor."""
    first = (
        f"{target.path}: {verdict.mutants} mutants, {verdict.killed} killed, "
        f"{len(verdict.timed_out)} timed out, {len(verdict.survived)} survived: "
        f"{verdict.share:.1f} %"
    )
    return "\n".join([first, *(f"  {one.line}: {one.name}" for one in verdict.survived)])


def wrong(target: Target, verdict: Verdict, why: dict[str, str]) -> list[str]:
    """What keeps this from being good enough."""
    left = {one.name for one in verdict.survived}
    few = [f"{target.name}: fewer than {LEAST} % are noticed"] if verdict.share < LEAST else []
    unsaid = [f"{target.name}: survives without a reason: {one}" for one in sorted(left - {*why})]
    idle = [f"{target.name}: has a reason and does not survive: {one}" for one in why.keys() - left]
    return few + unsaid + sorted(idle)


def keep(docs: Path, target: Target, verdict: Verdict) -> list[str]:
    """Write them where the others are; what is wrong with them."""
    file, why = docs / KEPT, reasons(target)
    whole = json.loads(file.read_text()) if file.exists() else {}
    whole[target.name] = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": platform.python_version(),
        "mutants": verdict.mutants,
        "killed": verdict.killed,
        "timed_out": [one.name for one in verdict.timed_out],
        "survived": [one.name for one in verdict.survived],
    }
    file.write_text(json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    (docs / PAGE).write_text(page(whole))
    return wrong(target, verdict, why)


def page(whole: dict[str, Any]) -> str:
    there = [(one, whole[one.name]) for one in TARGETS if one.name in whole]
    rows = [
        "| module | mutants | killed | timed out | survived | noticed | on |",
        "|" + " --- |" * 7,
    ]
    rows += [_row(target, kept) for target, kept in there]
    parts = [OPENING, "\n".join(rows) + "\n", "## Survivors\n"]
    parts += [_survivors(target, kept) for target, kept in there if kept["survived"]]
    return "\n".join(parts)


def _row(target: Target, kept: dict[str, Any]) -> str:
    count, slow, left = kept["mutants"], len(kept["timed_out"]), len(kept["survived"])
    share = f"{100 * (1 - left / count):.1f} %"
    cells = (f"`{target.path}`", count, kept["killed"], slow, left, share, kept["date"])
    return f"| {' | '.join(map(str, cells))} |"


def _survivors(target: Target, kept: dict[str, Any]) -> str:
    why = reasons(target)
    lines = [f"- `{name}`: {why.get(name, '')}" for name in kept["survived"]]
    return "\n".join([f"### {target.path}\n", *lines, ""])
