"""What was measured, as a table for a terminal, as Markdown and as JSON."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from os import cpu_count
from typing import Any, TypeAlias

from bench.harness import Result
from bench.waits import Amount, Waited

Row: TypeAlias = tuple[str, ...]

RATES: Row = ("bench", "ours /s", "beside", "its /s", "ratio", "range", "by CPU", "aim", "pairs")
WAITS: Row = ("wait", "p50 ms", "p95", "p99", "most", "beside", "its p50", "p95", "ratio", "events")
AMOUNTS: Row = ("amount", "ours", "unit", "beside", "its", "ratio")


@dataclass
class Group:
    """All that one module measured."""

    name: str
    title: str
    rates: list[Result] = field(default_factory=list)
    waits: list[Waited] = field(default_factory=list)
    amounts: list[Amount] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, one: Result | Waited | Amount) -> None:
        if isinstance(one, Result):
            self.rates.append(one)
        elif isinstance(one, Waited):
            self.waits.append(one)
        else:
            self.amounts.append(one)

    def tables(self) -> list[list[Row]]:
        """Those that have a row, each with its head."""
        made = (
            [RATES, *map(rate_row, self.rates)],
            [WAITS, *map(wait_row, self.waits)],
            [AMOUNTS, *map(amount_row, self.amounts)],
        )
        return [rows for rows in made if len(rows) > 1]


def rate_row(one: Result) -> Row:
    return (
        one.name,
        number(one.ours.median),
        one.beside,
        number(one.baseline.median),
        ratio(one.ratio.median),
        f"{ratio(one.ratio.least)} to {ratio(one.ratio.most)}",
        ratio(one.cpu.median) if one.cpu else "",
        f"{one.aim:.2f}, {_verdict(one)}" if one.aim else "",
        f"{one.kept} kept, {one.dropped} dropped{', NOISY' if one.noisy else ''}",
    )


def _verdict(one: Result) -> str:
    return "reached" if one.ratio.median >= (one.aim or 0) else "MISSED"


def wait_row(one: Waited) -> Row:
    ours, its = one.ours, one.baseline
    return (
        one.name,
        *(number(value) for value in (ours.p50, ours.p95, ours.p99, ours.most)),
        one.beside,
        number(its.p50),
        number(its.p95),
        f"{one.ratio:.1f}",
        f"{one.events}, {one.dropped} batches dropped{', NOISY' if one.noisy else ''}",
    )


def amount_row(one: Amount) -> Row:
    ours, its = number(one.ours), number(one.baseline)
    return one.name, ours, one.unit, one.beside, its, ratio(one.ratio)


def ratio(value: float) -> str:
    return f"{value:.2f}" if value >= 0.1 else f"{value:.1g}"  # noqa: PLR2004  # else all are 0.00


def number(value: float) -> str:
    """Three figures where there are no more."""
    for least, form in ((100, ",.0f"), (10, ".1f"), (1, ".2f")):
        if value >= least:
            return format(value, form)
    return format(value, ".3f")


def text(groups: Sequence[Group]) -> str:
    parts = [
        "\n\n".join((f"{group.title} ({group.seconds:.0f} s)", *map(_ruled, group.tables())))
        for group in groups
    ]
    return "\n\n".join(parts)


def _ruled(rows: Sequence[Row]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join((lines[0], "-" * len(lines[0]), *lines[1:]))


def markdown(groups: Sequence[Group], about: dict[str, Any]) -> str:
    head = "# Figures of the last whole run\n\n[bench.md](bench.md) says how they are found.\n"
    said = ", ".join(f"{name} {value}" for name, value in about.items())
    parts = [f"## {group.title}\n\n" + "\n\n".join(map(_piped, group.tables())) for group in groups]
    return "\n".join((head, f"{said}.\n", "![Ratios](figures/bench.svg)\n", "\n\n".join(parts), ""))


def _piped(rows: Sequence[Row]) -> str:
    head, *rest = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join((head, "|" + " --- |" * len(rows[0]), *rest))


def as_json(groups: Sequence[Group], about: dict[str, Any]) -> str:
    return json.dumps({"about": about, "groups": [asdict(one) for one in groups]}, indent=2) + "\n"


def about() -> dict[str, Any]:
    """Where and when; figures of different machines are not to be compared, ratios perhaps."""
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": cpu_count(),
    }
