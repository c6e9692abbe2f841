"""The commands that the pages tell people to type, as they stand there."""

import re
from collections.abc import Iterator
from functools import cache

from tests.parts.site import ROOT

PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/running.md",
    "docs/operating.md",
    "docs/terminal.md",
)
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
SHELLS = ("", "sh", "bash", "console")
ASSIGNED = re.compile(r"^([A-Z_]+=(\"[^\"]*\"|\S)* )*")
PROGRAMS = ("make", "flask", "honcho", "python", "python3", "printf", "sudo", "chmod", "export")
OURS = (".venv/", "tools/")
REMARK = re.compile(r"\s+# .*$")


@cache
def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@cache
def commands(page: str) -> list[str]:
    """In their order, each once: of blocks for a shell, and of words in a sentence."""
    whole = text(page)
    inline = [span for span in SPAN.findall(FENCE.sub("", whole)) if is_typed(span)]
    return list(dict.fromkeys([*_in_blocks(whole), *inline]))


def _in_blocks(whole: str) -> Iterator[str]:
    for language, block in FENCE.findall(whole):
        if language not in SHELLS:
            continue
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        typed = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        for line in typed or lines:
            yield REMARK.sub("", line)


def is_typed(span: str) -> bool:
    """Whether it begins with a program, its variables before it; a program's name alone is none."""
    rest = ASSIGNED.sub("", span)
    program, _, arguments = rest.partition(" ")
    if program.startswith(OURS):
        return bool(arguments) or program.startswith("tools/")
    return program in PROGRAMS and bool(arguments)


def tabled(page: str) -> set[str]:
    """The names in the first column of a page's table of commands: `person erase WHO` as two."""
    rows = re.search(r"^\| command \|.*\n\|.*\n((?:\|.*\n)+)", text(page), re.MULTILINE)
    assert rows is not None, page
    cells = [row.split("|")[1] for row in rows[1].splitlines()]
    spans = [span for cell in cells for span in SPAN.findall(cell)]
    return {" ".join(word for word in span.split() if word.islower()) for span in spans}
