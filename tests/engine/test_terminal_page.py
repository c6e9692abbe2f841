"""docs/terminal.md says the truth: its commands are run, and say what stands there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```\n(\$ .*?)```", PAGE, re.DOTALL)


def said(command: str, folder: Path) -> str:
    """What a command of the page says, good or bad."""
    command = command.replace("python", f"'{sys.executable}'", 1)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(  # noqa: S602 - the page's own commands
        command, shell=True, cwd=folder, env=environment, capture_output=True, check=False
    )
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize("block", BLOCKS)
def test_the_commands_on_the_page_say_what_stands_there(block: str, tmp_path: Path) -> None:
    for step in block.split("$ ")[1:]:
        command, _, expected = step.partition("\n")
        pattern = re.escape(expected).replace("…\\\n", ".*")

        assert re.fullmatch(pattern, said(command, tmp_path), re.DOTALL), command


def test_the_page_has_both_its_examples() -> None:
    assert len(BLOCKS) == 2
