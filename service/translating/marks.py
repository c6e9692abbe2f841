"""Finds what is marked for translation, in Python and in templates."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from jinja2 import Environment

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ("engine", "service")
PYTHON, TEMPLATES = ".py", (".html", ".txt")
FOLDERS: Final = ("service/mail/letters", "service/pages/templates")  # of templates
OUTSIDE: Final = ("engine/terminal",)  # English alone, as the notation is
THREE: Final = 3  # arguments of whatever tells two forms apart
MARKS: Final = {"N_", "T_"}
PAIRS: Final = {"Plural": 1, "count": 0, "ngettext": 0}  # where the first of two texts stands

Text: TypeAlias = str | tuple[str, str]  # one sentence, or its two forms by number


@dataclass(frozen=True, slots=True)
class Marked:
    """A text, and the file that it stands in."""

    text: Text
    place: str


class Unreadable(Exception):  # noqa: N818  # it is said to who ran the command
    """A mark around something that is no text."""


def everything(root: Path = ROOT) -> Iterator[Marked]:
    """All that is marked below a folder, file by file and in the order of each."""
    for path in sorted(one for source in SOURCES for one in (root / source).rglob("*")):
        place = path.relative_to(root).as_posix()
        for text in _in_file(path, place):
            yield Marked(text, place)


def _in_file(path: Path, place: str) -> Iterator[Text]:
    if path.suffix == PYTHON and not place.startswith(OUTSIDE):
        yield from in_python(path.read_text(), place)
    elif path.suffix in TEMPLATES and place.startswith(FOLDERS):
        yield from in_template(path.read_text())


# --- templates


def in_template(source: str) -> Iterator[Text]:
    """As the pages' and the letters' environments have it: blocks are trimmed."""
    environment = Environment(  # noqa: S701  # nothing is rendered
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.i18n"]
    )
    environment.policies["ext.i18n.trimmed"] = True
    for _, _, found in environment.extract_translations(source):  # type: ignore[attr-defined]  # the extension adds it
        # None: a variable stands there, which somebody marked where it comes from.
        parts = found if isinstance(found, tuple) else (found,)
        texts = [one for one in parts if one is not None]
        if len(texts) == 1:
            yield texts[0]
        elif texts:
            yield texts[0], texts[1]


# --- Python


def in_python(source: str, place: str) -> Iterator[Text]:
    yield from _below(ast.parse(source), place)


def _below(node: ast.AST, place: str) -> Iterator[Text]:
    """In the order of the source; what a pair has taken is not taken again."""
    taken: list[ast.expr] = []
    if isinstance(node, ast.Call):
        name = _name(node.func)
        pair = _pair(node, name)
        if pair is not None:
            taken = node.args[PAIRS[name] :][:2]
            yield pair
        elif name in MARKS:
            yield _demand_text(node, place)
    for child in ast.iter_child_nodes(node):
        if child not in taken:
            yield from _below(child, place)


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _pair(call: ast.Call, name: str) -> tuple[str, str] | None:
    """Two texts side by side, marked or not, with the number after them or its name before."""
    if name not in PAIRS or len(call.args) < THREE:
        return None
    texts = [_text(one) for one in call.args[PAIRS[name] :][:2]]
    match texts:
        case [str(one), str(many)]:
            return one, many
    return None


def _text(node: ast.expr) -> str | None:
    if isinstance(node, ast.Call) and _name(node.func) in MARKS and node.args:
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _demand_text(call: ast.Call, place: str) -> str:
    found = _text(call)
    if found is None:
        raise Unreadable(f"{place}:{call.lineno}: a mark needs a text written out")
    return found
