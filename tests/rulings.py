"""Which rulings no test names: `python -m tests.rulings`, a part of `make check`.

A ruling is a letter and a number, as G23, and the page of its game under `docs/rules` tells it. A
test names it in what it says of itself: its name, as `_g23`, or its first lines.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = {"giants": "G", "rapa-nui": "R"}  # the letter of each game's rulings


def told(page: str, letter: str) -> list[str]:
    """All rulings up to the last that a page names."""
    numbers = [int(number) for number in re.findall(rf"\b{letter}(\d+)\b", page)]
    return [f"{letter}{number}" for number in range(1, max(numbers, default=0) + 1)]


def named(folder: Path) -> set[str]:
    """The rulings that tests in a folder say they show."""
    files = sorted(folder.rglob("test_*.py"))
    said = (words for file in files for words in _sayings(ast.parse(file.read_text("utf-8"))))
    return {
        name.upper() for words in said for name in re.findall(r"(?:\b|_)([A-Za-z]\d+)\b", words)
    }


def _sayings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from re.findall(r"_[a-z]\d+(?=_|$)", node.name)
            yield ast.get_docstring(node) or ""


def lacking(docs: Path, tests: Path) -> list[str]:
    """What is wrong, a sentence each: a ruling without a test, or one that its page skips."""
    found = []
    for game, letter in GAMES.items():
        page = (docs / f"{game}.md").read_text("utf-8")
        shown = named(tests / game.replace("-", ""))
        for ruling in told(page, letter):
            if not re.search(rf"\b{ruling}\b", page):
                found.append(f"{ruling} is not told by docs/rules/{game}.md")
            if ruling not in shown:
                found.append(f"{ruling} is named by no test of {game}")
    return found


def main() -> None:
    if found := lacking(ROOT / "docs" / "rules", ROOT / "tests" / "engine"):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
