"""Trials: every mutant of a target is set before its tests, in a copy of the tree."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mutants.changes import Mutant, mutants
from mutants.nursery import ALL, KILLED, SURVIVED, TIMED_OUT
from mutants.targets import Target

# Databases of tests lie in memory where there is room, as in `make test`.
MEMORY, NEEDED = Path("/dev/shm"), 1 << 30  # noqa: S108  # each run has a directory of its own
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "var", "gallery", "figures", "node_modules")
# pytest reads no plugin that is not named: of the installed ones, tests of targets need none.
QUIETLY = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
BASELINE = 600  # seconds that the tests may take without any fault
TIMES, AT_LEAST = 5, 10  # a mutant may take so many times as long, and so many seconds anyway

Progress = Callable[[str], None]


@dataclass
class Verdict:
    """What became of the mutants of one target."""

    mutants: int = 0
    killed: int = 0
    timed_out: list[Mutant] = field(default_factory=list)
    survived: list[Mutant] = field(default_factory=list)

    @property
    def share(self) -> float:
        return 100 * (1 - len(self.survived) / self.mutants) if self.mutants else 100.0

    def add(self, mutant: Mutant, became: str) -> None:
        self.mutants += 1
        self.killed += became == KILLED
        if became == TIMED_OUT:
            self.timed_out.append(mutant)
        if became == SURVIVED:
            self.survived.append(mutant)


@dataclass
class Nursery:
    """The process that tries them, and the place that it stands in."""

    process: "subprocess.Popen[str]"
    place: Path
    spent: float = 0.0

    def heard(self) -> tuple[str, float]:
        """The next thing that it says, and the processor's seconds since the last."""
        assert self.process.stdout is not None  # noqa: S101  # for mypy
        words, _, total = self.process.stdout.readline().strip().rpartition(" ")
        if not words:
            raise SystemExit("the nursery ended: what it said last stands above")
        took, self.spent = float(total) - self.spent, float(total)
        return words, took

    def tried(self, source: str, seconds: int, where: str = ALL) -> tuple[str, float]:
        file = self.place / "mutant.py"
        file.write_text(source)
        assert self.process.stdin is not None  # noqa: S101  # for mypy
        self.process.stdin.write(f"{seconds} {where} {file}\n")
        self.process.stdin.flush()
        return self.heard()

    @property
    def output(self) -> str:
        return (self.place / "output").read_text()


def trial(
    root: Path, target: Target, progress: Progress, killed: frozenset[str] = frozenset()
) -> Verdict:
    """Refuses where the tests are not green to begin with; who is known as killed is not tried."""
    source = (root / target.path).read_text()
    made = mutants(source)
    verdict = Verdict()
    for mutant in made:
        if mutant.name in killed:
            verdict.add(mutant, KILLED)
    progress(f"{target.name}: getting ready")
    with nursery(root, target) as ours:
        became, took = ours.tried(source, BASELINE)
        if became != SURVIVED:
            raise SystemExit(f"{target.name}: its tests fail without a fault\n{ours.output}")
        limit = max(AT_LEAST, int(took * TIMES))
        tried = [one for one in made if one.name not in killed]
        for number, mutant in enumerate(tried, 1):
            verdict.add(mutant, _became(ours, mutant, limit))
            left = len(verdict.survived)
            progress(f"{target.name}: {number} of {len(tried)}, {left} survived")
    return verdict


def _became(ours: Nursery, mutant: Mutant, limit: int) -> str:
    """First it meets the tests that come by its function; who survives those meets all."""
    if mutant.inside:
        became, _ = ours.tried(mutant.source, limit, mutant.where)
        if became != SURVIVED:
            return became
    return ours.tried(mutant.source, limit)[0]


@contextmanager
def nursery(root: Path, target: Target) -> Iterator[Nursery]:
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > NEEDED
    with tempfile.TemporaryDirectory(
        prefix="moai-mutants-", dir=MEMORY if roomy else None, ignore_cleanup_errors=True
    ) as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(root, tree, ignore=LEFT_OUT, symlinks=True)
        process = subprocess.Popen(  # noqa: S603  # our own module
            [sys.executable, "-m", "mutants.nursery", target.path, *target.tests],
            cwd=tree,
            env=os.environ | QUIETLY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            ours = Nursery(process, Path(folder))
            ours.heard()
            yield ours
        finally:
            process.terminate()
            process.communicate()
