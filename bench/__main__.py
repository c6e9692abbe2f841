"""`make bench`: finds every bench in this package, measures it, prints a table, writes JSON."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

import bench
from bench import harness

FILE = Path("var") / "bench.json"
NOT_BENCHES = {"__main__", "harness", "servers", "bare"}


def main(only: list[str]) -> None:
    results = []
    for name in modules(only):
        module = importlib.import_module(f"bench.{name}")
        results += [harness.measure(one, harness.progress) for one in module.benches()]
    sys.stdout.write(f"\n{harness.table(results)}\n")
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(harness.as_json(results))
    sys.stdout.write(f"\nwritten to {FILE}\n")


def modules(only: list[str]) -> Iterator[str]:
    for found in pkgutil.iter_modules(bench.__path__):
        if found.name not in NOT_BENCHES and (not only or found.name in only):
            yield found.name


if __name__ == "__main__":
    main(sys.argv[1:])
