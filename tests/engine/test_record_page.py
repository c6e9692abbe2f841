"""docs/record.md says the truth: its example and its checker are tried."""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import record
from tests.engine import scripted

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")


def block(after: str, language: str) -> str:
    """The first block of code after some words."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE[PAGE.index(after) :], re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_by_hand_has_these_hashes() -> None:
    public, private, salt = block("### One by hand", "").splitlines()

    sealed = hashlib.sha256(bytes.fromhex(salt) + private.encode()).hexdigest()
    whole = f'{{"public":{public},"sealed":"{sealed}"}}'
    shell = block("In a shell", "sh")
    assert f"# {sealed}\n" in shell
    assert whole in shell
    assert f"# {hashlib.sha256(whole.encode()).hexdigest()}\n" in shell


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", ""),
        ('"count":2', '"count":3', "entry 2"),
        ('"result":', '"result":1', "entry 1"),
        (scripted.SEED.hex(), "00", "the seed"),
    ],
)
def test_the_checker_on_the_page_checks(tmp_path: Path, old: str, new: str, said: str) -> None:
    checker, file = tmp_path / "check.py", tmp_path / "record.json"
    checker.write_text(block("## A checker of your own", "python"), encoding="utf-8")
    file.write_text(
        record.text(scripted.finished()).replace(old, new)
        if old
        else record.text(scripted.finished()),
        encoding="utf-8",
    )

    done = subprocess.run(  # noqa: S603 - the page's own checker
        [sys.executable, str(checker), str(file)], capture_output=True, text=True, check=False
    )

    assert (done.returncode == 0) == (said == "")
    assert said in done.stderr
