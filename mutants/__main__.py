"""`make mutants`: tries every target or those that are named, and writes down what survived."""

import os
import signal
import sys
from pathlib import Path

from mutants import figures, targets
from mutants.trial import trial

ROOT = Path()
AGAIN = bool(os.environ.get("AGAIN"))  # only who survived the last time, for who has new tests


def main(*names: str) -> int:
    signal.signal(signal.SIGTERM, _end)
    wrong: list[str] = []
    for target in targets.chosen(names):
        killed = figures.killed(ROOT, target) if AGAIN else frozenset[str]()
        verdict = trial(ROOT, target, progress, killed)
        sys.stdout.write(f"\n{figures.told(target, verdict)}\n")
        wrong += figures.keep(ROOT / "docs", target, verdict)
    sys.stdout.write("\n".join(wrong) + "\n" if wrong else "")
    return 1 if wrong else 0


def _end(_number: int, _frame: object) -> None:
    """So that whoever is ended takes its nursery along."""
    raise SystemExit(128 + signal.SIGTERM)


def progress(words: str) -> None:
    """One line that is rewritten at a terminal, and one a step elsewhere."""
    end = "\r" if sys.stderr.isatty() else "\n"
    sys.stderr.write(words.ljust(78) + end)
    sys.stderr.flush()


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
