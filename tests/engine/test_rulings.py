"""Each ruling of both games is named by a test, and `make check` says which is not."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import rulings

PAGES = {"giants": "First (G1), then (G2).", "rapa-nui": "One (R1)."}
TESTS = {
    "giants/test_one.py": 'def test_one() -> None:\n    """G1: as it is."""\n',
    "giants/test_two.py": "def test_two_g2() -> None: ...\n",
    "rapanui/test_one.py": 'def test_one() -> None:\n    """As it is.\n\n    R1."""\n',
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for game, page in PAGES.items():
        (tmp_path / f"{game}.md").write_text(page)
    for name, text in TESTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def found(project: Path) -> list[str]:
    return rulings.lacking(project, project)


def test_every_ruling_of_both_games_is_named_by_a_test() -> None:
    assert rulings.lacking(rulings.ROOT / "docs" / "rules", rulings.ROOT / "tests" / "engine") == []


def test_a_ruling_is_named_by_a_tests_name_or_by_its_first_lines(project: Path) -> None:
    assert found(project) == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("giants/test_two.py", "def test_two() -> None: ...", ["G2 is named by no test of giants"]),
        ("giants/test_two.py", "def two_g2() -> None: ...", ["G2 is named by no test of giants"]),
        (
            "giants/test_two.py",
            "def test_two_g21() -> None: ...",
            ["G2 is named by no test of giants"],
        ),
        ("giants/test_two.py", "WHY = 'G2'", ["G2 is named by no test of giants"]),
        ("rapanui/test_one.py", "", ["R1 is named by no test of rapa-nui"]),
    ],
)
def test_a_ruling_that_no_test_names_is_told(
    project: Path, name: str, text: str, said: list[str]
) -> None:
    """A word beside the tests is none of theirs, nor another ruling that begins like it."""
    (project / name).write_text(text)

    assert found(project) == said


def test_a_ruling_that_its_page_skips_is_told(project: Path) -> None:
    (project / "giants.md").write_text("First (G1), then (G3).")

    assert found(project) == [
        "G2 is not told by docs/rules/giants.md",
        "G3 is named by no test of giants",
    ]


def test_the_command_fails_where_one_is_lacking(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulings, "lacking", lambda *_: ["G2 is named by no test of giants"])
    with pytest.raises(SystemExit, match="G2 is named by no test"):
        rulings.main()

    ran = subprocess.run([sys.executable, "-m", "tests.rulings"], cwd=rulings.ROOT, check=False)
    assert ran.returncode == 0
