"""Mutants of a toy: a fault that a test notices, one that none does, and one that never ends."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from mutants import figures, trial
from mutants.changes import mutants
from mutants.nursery import KILLED, SURVIVED
from mutants.targets import Target

TOY = '''"""A toy."""


def well(a, b):
    return a < b


def badly(a, b):
    return a < b


def endless(a):
    while a > 0:
        a -= 1
    return a
'''
TESTS = """from toy.sums import badly, endless, well


def test_well():
    assert well(1, 2) is True
    assert well(2, 2) is False
    assert well(3, 2) is False


def test_badly():
    assert badly(1, 2)


def test_endless():
    assert endless(1) == 0
"""
TARGET = Target("toy", "toy/sums.py", ("tests/test_sums.py",))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in {
        "toy/__init__.py": "",
        "toy/sums.py": TOY,
        "tests/test_sums.py": TESTS,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_survivors_are_found_where_tests_are_bad_and_none_where_they_are_good(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "AT_LEAST", 1)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    said: list[str] = []

    found = trial.trial(root, TARGET, said.append)

    assert [one.name for one in found.survived] == ["badly: a < b → a <= b"]
    assert [one.name for one in found.timed_out] == ["endless: a -= 1 → pass"]
    assert found.mutants == found.killed + 2 == len(said) - 1
    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


class Red:
    """A nursery in which tests fail whatever is tried."""

    output = "1 failed"

    def tried(self, *_: object) -> tuple[str, float]:
        return KILLED, 0.1


def test_tests_that_are_not_green_are_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "nursery", lambda *_: nullcontext(Red()))

    with pytest.raises(SystemExit, match="toy: its tests fail without a fault"):
        trial.trial(root, TARGET, print)


# --- what is said of them


def verdict(source: str) -> trial.Verdict:
    """Of three mutants, the first survives."""
    first, *others = mutants(source)
    found = trial.Verdict()
    found.add(first, SURVIVED)
    for one in others:
        found.add(one, KILLED)
    return found


THREE = "def f():\n    return 1 + 1 == 2\n"


def test_a_survivor_needs_a_reason_and_a_reason_a_survivor() -> None:
    found = verdict(THREE)
    name = found.survived[0].name

    assert figures.wrong(TARGET, found, {name: "it is the same"}) == [
        "toy: fewer than 85 % are noticed"
    ]
    assert figures.wrong(TARGET, found, {"other": "it is the same"}) == [
        "toy: fewer than 85 % are noticed",
        f"toy: survives without a reason: {name}",
        "toy: has a reason and does not survive: other",
    ]


def test_figures_of_a_target_are_kept_beside_those_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Target("other", "toy/other.py", ())
    monkeypatch.setattr(figures, "TARGETS", (TARGET, other))

    for target in (TARGET, other):
        figures.keep(tmp_path, target, verdict(THREE))

    page = (tmp_path / figures.PAGE).read_text()
    assert "| `toy/sums.py` | 6 | 5 | 0 | 1 | 83.3 % |" in page
    assert "| `toy/other.py` | 6 | 5 | 0 | 1 | 83.3 % |" in page
    assert "- `f: return 1 + 1 == 2 → return None`: " in page


def test_who_was_killed_need_not_be_tried_again_while_the_module_is_as_it_was(root: Path) -> None:
    (root / "docs").mkdir()
    (root / "toy/sums.py").write_text(THREE)
    found = verdict(THREE)
    figures.keep(root / "docs", TARGET, found)

    known = figures.killed(root, TARGET)
    (root / "toy/sums.py").write_text(TOY)

    assert len(known) == 5
    assert found.survived[0].name not in known
    assert figures.killed(root, TARGET) == frozenset()
