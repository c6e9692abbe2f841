"""`make bench`: measures every group or those that are named, prints tables, writes the figures."""

import importlib
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench import chart, harness, report, waits
from bench.harness import Bench, Result
from bench.report import Group
from bench.scale import QUICK
from bench.waits import Amount, Wait, Waited
from service import logs

GROUPS = (
    "engine",
    "worst",
    "turns",
    "embedded",
    "rivals",
    "growth",
    "entries",
    "letters",
    "post",
    "requests",
    "pages",
    "pictures",
)
# A whole run writes what the docs show; a part of one, or a quick one, must not.
KEPT, ASIDE = Path("docs"), Path("var")


def main(only: Sequence[str]) -> None:
    signal.signal(signal.SIGTERM, _end)
    logs.configure("error")  # what the service says in this process is no part of the report
    groups: list[Group] = []
    folder = ASIDE if only or QUICK else KEPT
    for name in only or GROUPS:
        groups.append(measured(name))
        write(groups, folder)  # whatever comes, this is there
    sys.stdout.write(f"\n{report.text(groups)}\n\n")
    seconds = sum(group.seconds for group in groups)
    sys.stdout.write(f"{seconds / 60:.1f} minutes; written to {folder}/bench.json\n")


def _end(_number: int, _frame: object) -> None:
    """So that whoever is ended takes its servers along."""
    raise SystemExit(128 + signal.SIGTERM)


def measured(name: str) -> Group:
    if name not in GROUPS:
        raise SystemExit(f"no bench {name!r}: there are {', '.join(GROUPS)}")
    module = importlib.import_module(f"bench.{name}")
    group, began = Group(name, module.TITLE), time.perf_counter()
    progress(f"{name}: getting ready")
    for one in module.benches():
        group.add(_measure(one))
    group.seconds = round(time.perf_counter() - began, 1)
    return group


def _measure(one: Bench | Wait | Amount) -> Result | Waited | Amount:
    if isinstance(one, Bench):
        return harness.measure(one, progress)
    return waits.measure(one, progress) if isinstance(one, Wait) else one


def write(groups: Sequence[Group], folder: Path) -> None:
    about = report.about()
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(report.as_json(groups, about))
    (folder / "bench-figures.md").write_text(report.markdown(groups, about))
    (folder / "figures" / "bench.svg").write_text(chart.svg(groups))


def progress(words: str) -> None:
    """One line that is rewritten at a terminal, and one a step elsewhere."""
    end = "\r" if sys.stderr.isatty() else "\n"
    sys.stderr.write(words.ljust(78) + end)
    sys.stderr.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
