"""CONTRIBUTING.md is followed in a copy of the tree; what would take too long is read by make."""

import filecmp
from pathlib import Path

from tests.docs import pages
from tests.docs.stage import Stage, clone
from tests.docs.told import CONTRIBUTING, LONG
from tests.parts.site import ROOT

WRITTEN = ("openapi.yaml", "docs/settings.md", "service/catalogues/de.po")


def test_what_contributing_says_works_as_it_is_written(tmp_path: Path) -> None:
    """What is made anew is as it stands in the tree; a migration is begun, and none is needed."""
    stage = Stage(clone(tmp_path), tmp_path / "bin", {})
    stage.known = {"MODE": "development"}
    for command in CONTRIBUTING[:-1]:
        stage.type(command)
    (made,) = (stage.clone / "service/store/migrations/versions").glob("0099_*.py")

    assert "\n    pass\n" in made.read_text()
    assert [name for name in WRITTEN if not filecmp.cmp(ROOT / name, stage.clone / name)] == []


def test_the_terminal_explains_each_command_of_its_table(tmp_path: Path) -> None:
    for name in sorted(pages.tabled("docs/terminal.md")):
        stage = Stage(ROOT, Path(".venv/bin"), {"COMMAND": name})

        assert f"usage: python -m engine {name}" in stage.type(CONTRIBUTING[-1])


def test_make_knows_all_that_takes_too_long_here_and_each_module_in_it_is_there() -> None:
    """One is narrowed to a part as the page narrows it."""
    stage = Stage(ROOT, ROOT / ".venv" / "bin", {"make": "make -n", "ONLY=name": "ONLY=rules"})
    for command in LONG:
        said = stage.type(command)
        words = said.replace("@", " ").split()

        assert [
            one for one in words if one.startswith("tools/") and not (ROOT / one).exists()
        ] == []
        assert {"pytest", "mutants", "bench", "tools/lock", "mypy", "ruff"} & {
            *words,
            *_ends(words),
        }


def _ends(words: list[str]) -> set[str]:
    return {one.rpartition("/")[2] for one in words}
