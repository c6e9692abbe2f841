"""`make bench`: finds every bench in this package, measures it, prints a table, writes JSON."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import bench
from bench import harness

FILE = Path("var") / "bench.json"


def main(only: list[str]) -> None:
    results, timings = [], []
    for module in modules(only):
        results += [harness.measure(one, harness.progress) for one in module.benches()]
        timings += list(module.timings()) if hasattr(module, "timings") else []
    sys.stdout.write(f"\n{harness.table(results)}\n")
    if timings:
        sys.stdout.write(f"\n{harness.timing_table(timings)}\n")
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(harness.as_json(results, timings))
    sys.stdout.write(f"\nwritten to {FILE}\n")


def modules(only: list[str]) -> Iterator[ModuleType]:
    """The modules with `benches()`; some have `timings()` too."""
    for found in pkgutil.iter_modules(bench.__path__):
        if found.name != "__main__" and (not only or found.name in only):
            module = importlib.import_module(f"bench.{found.name}")
            if hasattr(module, "benches"):
                yield module


if __name__ == "__main__":
    main(sys.argv[1:])
